import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/http/build-app.ts';
import { createServices } from '../../src/http/create-services.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { receive, reply } from '../child.ts';
import type { Listening, ServiceTask } from './messages.ts';

const { target, requestsAtOnce } = await receive<ServiceTask>();
const services = createServices({
  config: readConfig({
    RATE_LIMIT_PER_MINUTE: '0',
    PORTAL_RATE_LIMIT_PER_MINUTE: '0',
    ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
    REQUESTS_AT_ONCE: String(requestsAtOnce),
    BASE_URL: 'https://tickets.example.com',
  }),
  version: 'bench',
  database: connect(target),
  secretKeys: ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'],
  wakeRosterWorker: () => {},
  onError: (error) => {
    throw error;
  },
});
const app = await buildApp(services);
await app.listen({ host: '127.0.0.1', port: 0 });
reply<Listening>({ port: (app.server.address() as AddressInfo).port });
