import { type Static, Type } from 'typebox';
import type { Environment } from '../../../config.ts';
import type { Sql } from '../../../db/types.ts';
import { changePassword } from '../../../portal/change-password.ts';
import { confirmSession } from '../../../portal/confirm-session.ts';
import { readSession } from '../../../portal/read-session.ts';
import type { PortalSession } from '../../../portal/sessions-sql.ts';
import { signIn } from '../../../portal/sign-in.ts';
import { signOut } from '../../../portal/sign-out.ts';
import { ROLES } from '../../../portal/sql.ts';
import type { App } from '../../app.ts';
import { SMALL_BODY_BYTES } from '../../json-bodies.ts';
import { date, nullable, oneOf, record, timestamp } from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { clientOf } from '../client.ts';
import { knownBrowserCookie, sessionCookie } from '../cookie.ts';
import { notSignedIn, sessionOf } from '../require-session.ts';
import { email, named, noContent, password } from '../schemas.ts';

export const Session = named('Session', {
  user: Type.Object({ id: Type.Integer(), email: Type.String(), role: oneOf(ROLES) }),
  company: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    locale: Type.String(),
    timeZone: Type.String(),
  }),
  environment: oneOf(['staging', 'production']),
  businessDate: date("The company's present day."),
  confirmedUntil: nullable(timestamp('Until when the password that was given counts.')),
  expiresAt: timestamp('When it ends unless it is used.'),
});

/** The answer to the password of users of several companies. Nobody is signed in yet. */
const CompanyChoice = named('CompanyChoice', {
  companies: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
});

export function sessionRoutes(app: App, { config, database, knownBrowsers }: Services): void {
  const cookie = sessionCookie(config);
  const knownBrowser = knownBrowserCookie(config);
  const show = (session: PortalSession) => showSession(session, config.environment);
  const readNew = async (token: string) => ({
    data: await readOwnSession(database.sql, token, config.environment),
  });

  app.post(
    '/session',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-guest' },
      schema: {
        body: Type.Object({ email, password, companyId: Type.Optional(Type.Integer({ minimum: 1 })) }),
        response: { 200: record(Type.Union([Session, CompanyChoice])) },
      },
    },
    async (request, reply) => {
      const signedIn = await signIn(database.sql, {
        ...request.body,
        companyId: request.body.companyId,
        client: clientOf(request),
        earlierToken: cookie.read(request),
        knownBrowser: knownBrowsers.read(knownBrowser.read(request)),
      });
      if ('companies' in signedIn) return { data: signedIn };
      cookie.set(reply, signedIn.token);
      knownBrowser.set(reply, knownBrowsers.make(signedIn.userId));
      return await readNew(signedIn.token);
    },
  );

  app.get(
    '/session',
    { config: { access: 'portal-viewer' }, schema: { response: { 200: record(Session) } } },
    async (request) => ({ data: show(sessionOf(request)) }),
  );

  app.delete(
    '/session',
    { config: { access: 'portal-viewer' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      const session = sessionOf(request);
      await database.sql.begin((tx) => signOut(tx, session, session.token));
      cookie.clear(reply);
      return reply.code(204).send();
    },
  );

  app.post(
    '/session/confirm',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-viewer' },
      schema: { body: Type.Object({ password }), response: { 200: record(Session) } },
    },
    async (request) => {
      const session = sessionOf(request);
      await confirmSession(database.sql, session, session.token, {
        password: request.body.password,
      });
      return await readNew(session.token);
    },
  );

  app.post(
    '/password',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-viewer' },
      schema: {
        body: Type.Object({ currentPassword: password, newPassword: password }),
        response: { 200: record(Session) },
      },
    },
    async (request, reply) => {
      const token = await changePassword(database.sql, sessionOf(request), {
        ...request.body,
        client: clientOf(request),
      });
      cookie.set(reply, token);
      return await readNew(token);
    },
  );
}

/** Reads the session of a token that was just created or used; it may have ended in the meantime. */
export async function readOwnSession(
  sql: Sql,
  token: string,
  environment: Environment,
): Promise<Static<typeof Session>> {
  const session = await readSession(sql, token);
  if (!session) throw notSignedIn();
  return showSession(session, environment);
}

function showSession(session: PortalSession, environment: Environment): Static<typeof Session> {
  return {
    user: { id: session.userId, email: session.email, role: session.role },
    company: {
      id: session.companyId,
      name: session.companyName,
      locale: session.locale,
      timeZone: session.timeZone,
    },
    environment,
    businessDate: session.businessDate,
    confirmedUntil: session.confirmedUntil?.toISOString() ?? null,
    expiresAt: session.expiresAt.toISOString(),
  };
}
