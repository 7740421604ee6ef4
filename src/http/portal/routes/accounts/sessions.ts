import { type Static, Type } from 'typebox';
import { endSessions } from '../../../../accounts/end-sessions.ts';
import { type OwnSession, selectSessionsOf } from '../../../../accounts/sessions-sql.ts';
import { digestOfToken } from '../../../../accounts/token.ts';
import type { App } from '../../../app.ts';
import { idParameter, nullable, pageOf, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { sessionOf } from '../../require-session.ts';
import { named, noContent, toWhole } from '../../schemas.ts';

const OwnSessionSchema = named('OwnSession', {
  id: recordId,
  address: Type.String(),
  browser: nullable(Type.String()),
  createdAt: timestamp('When the user signed in.'),
  lastSeenAt: timestamp('The latest use, to the minute.'),
  isCurrent: Type.Boolean(),
});

/** The sessions of the signed-in user, on all devices. */
export function ownSessionRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/sessions',
    { config: { access: 'portal-user' }, schema: { response: { 200: pageOf(OwnSessionSchema) } } },
    async (request) => {
      const { userId, token } = sessionOf(request);
      return toWhole(await selectSessionsOf(database.sql, userId, digestOfToken(token)), show);
    },
  );

  app.delete(
    '/sessions',
    { config: { access: 'portal-user' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      const session = sessionOf(request);
      await database.sql.begin((tx) => endSessions(tx, session, session.token));
      return reply.code(204).send();
    },
  );

  app.delete(
    '/sessions/:id',
    { config: { access: 'portal-user' }, schema: { params: idParameter, response: { 204: noContent } } },
    async (request, reply) => {
      const session = sessionOf(request);
      await database.sql.begin((tx) => endSessions(tx, session, session.token, request.params.id));
      return reply.code(204).send();
    },
  );
}

function show({ createdAt, lastSeenAt, ...session }: OwnSession): Static<typeof OwnSessionSchema> {
  return { ...session, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() };
}
