import { type Static, Type } from 'typebox';
import { resetPasskeys } from '../../../../accounts/passkeys/reset-passkeys.ts';
import { removeUser } from '../../../../accounts/remove-user.ts';
import { resetPassword } from '../../../../accounts/reset-password.ts';
import { setUserRole } from '../../../../accounts/set-user-role.ts';
import { selectUsers, type User } from '../../../../accounts/users-sql.ts';
import { RIGHTS, ROLES, rolesWith } from '../../../../domain/access/roles.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { idParameter, oneOf, pageOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { HandedOut, handOut } from '../../hand-out.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named, noContent, nullableTimestamp, toWhole } from '../../schemas.ts';

const PortalUser = named('User', {
  id: recordId,
  email: Type.String(),
  role: oneOf(ROLES),
  createdAt: timestamp('Since when.'),
  lastSignedInAt: nullableTimestamp,
  passkeys: Type.Integer(),
  keys: Type.Integer(),
  webhooks: Type.Integer(),
  sources: Type.Integer(),
  enteredProvider: Type.Boolean(),
});

/** For somebody who may not open a page: whom they can ask. */
const WhoMay = named('WhoMay', { roles: Type.Array(oneOf(ROLES)), users: Type.Array(Type.String()) });
const MAX_NAMED = 10;

export function userRoutes(
  app: App,
  { config, database, mailTokens }: Needs<'config' | 'database' | 'mailTokens'>,
): void {
  app.get(
    '/users',
    { config: { access: 'portal-see-settings' }, schema: { response: { 200: pageOf(PortalUser) } } },
    async (request) => toWhole(await selectUsers(database.sql, companyOf(request)), show),
  );

  app.get(
    '/who-may/:right',
    {
      config: { access: 'portal-user' },
      schema: { params: Type.Object({ right: oneOf(RIGHTS) }), response: { 200: record(WhoMay) } },
    },
    async (request) => {
      const roles = rolesWith(request.params.right);
      const users = await selectUsers(database.sql, companyOf(request));
      const able = users.filter(({ role }) => roles.includes(role)).map(({ email }) => email);
      return { data: { roles, users: able.slice(0, MAX_NAMED) } };
    },
  );

  app.patch(
    '/users/:id',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        params: idParameter,
        body: Type.Object({ role: oneOf(ROLES) }),
        response: { 200: record(PortalUser) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      await database.sql.begin((tx) => setUserRole(tx, companyId, id, actorOf(request), request.body.role));
      const user = (await selectUsers(database.sql, companyId)).find((each) => each.id === id);
      if (!user) throw notFound();
      return { data: show(user) };
    },
  );

  app.post(
    '/users/:id/reset',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { params: idParameter, response: { 201: record(HandedOut) } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { token } = await database.sql.begin((tx) =>
        resetPassword(tx, companyOf(request), id, actorOf(request), mailTokens),
      );
      return reply.code(201).send({ data: handOut(config, token) });
    },
  );

  app.delete(
    '/users/:id/passkeys',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await database.sql.begin((tx) => resetPasskeys(tx, companyOf(request), id, actorOf(request)));
      return reply.code(204).send();
    },
  );

  app.delete(
    '/users/:id',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await database.sql.begin((tx) => removeUser(tx, companyOf(request), id, actorOf(request)));
      return reply.code(204).send();
    },
  );
}

function show({ createdAt, lastSignedInAt, ...user }: User): Static<typeof PortalUser> {
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
  };
}
