import type { AddressInfo } from 'node:net';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';
import { receive, reply } from '../child.ts';
import type { Listening } from './messages.ts';

/** A SCIM server built with the usual library. Its store is a Map, the fastest possible database. */
await receive<object>();
const users = new Map<string, object>();
let lastId = 0;
SCIMMY.Resources.declare(SCIMMY.Resources.User, {
  ingress: async (resource: { id?: string }, data: object) => {
    const id = resource.id ?? String(++lastId);
    const user = { ...data, id };
    users.set(id, user);
    return user;
  },
  egress: async (resource: { id?: string }) =>
    resource.id === undefined ? [...users.values()] : users.get(resource.id),
  degress: async (resource: { id?: string }) => {
    users.delete(String(resource.id));
  },
} as never);
const app = express();
app.use('/scim', new SCIMMYRouters({ type: 'bearer', handler: () => 'bench' }));
const server = app.listen(0, '127.0.0.1', () => {
  reply<Listening>({ port: (server.address() as AddressInfo).port });
});
