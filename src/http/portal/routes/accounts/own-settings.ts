import { Type } from 'typebox';
import { changePassword } from '../../../../accounts/change-password.ts';
import { setNotices } from '../../../../accounts/set-notices.ts';
import { ROLES } from '../../../../domain/access/roles.ts';
import { getsNotices, NOTICE_WISHES } from '../../../../domain/mail-queue/notices.ts';
import type { App } from '../../../app.ts';
import { oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { clientOf } from '../../client.ts';
import { sessionCookie } from '../../cookie.ts';
import { roleRequired, sessionOf } from '../../require-session.ts';
import { password } from '../../schemas.ts';
import { readOwnSession, Session } from '../../session.ts';

/** What a user sets for themselves. */
export function ownSettingsRoutes(app: App, { config, database }: Needs<'config' | 'database'>): void {
  const cookie = sessionCookie(config);
  const readNew = async (token: string) => ({ data: await readOwnSession(database.sql, token, config) });

  app.put(
    '/notices',
    {
      config: { access: 'portal-user' },
      schema: { body: Type.Object({ notices: oneOf(NOTICE_WISHES) }), response: { 200: record(Session) } },
    },
    async (request) => {
      const session = sessionOf(request);
      if (!getsNotices(session.role)) throw roleRequired(ROLES.filter(getsNotices));
      await database.sql.begin((tx) => setNotices(tx, session, request.body.notices));
      return await readNew(session.token);
    },
  );

  app.post(
    '/password',
    {
      config: { access: 'portal-user' },
      schema: {
        body: Type.Object({
          currentPassword: password,
          newPassword: password,
          removePasskeys: Type.Optional(Type.Boolean()),
        }),
        response: { 200: record(Session) },
      },
    },
    async (request, reply) => {
      const token = await changePassword(database.sql, sessionOf(request), {
        ...request.body,
        removePasskeys: request.body.removePasskeys ?? false,
        client: clientOf(request),
      });
      cookie.set(reply, token);
      return await readNew(token);
    },
  );
}
