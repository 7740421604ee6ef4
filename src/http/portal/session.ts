import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { NextStep } from '../../accounts/continue-sign-in.ts';
import { passkeySite } from '../../accounts/passkeys/site.ts';
import { readSession } from '../../accounts/read-session.ts';
import type { PortalSession } from '../../accounts/sessions-sql.ts';
import { RIGHTS, ROLES, rightsOf } from '../../domain/access/roles.ts';
import { NOTICE_WISHES } from '../../domain/mail-queue/notices.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import { date, nullable, oneOf, recordId, timestamp } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { knownBrowserCookie, sessionCookie, signInCookie } from './cookie.ts';
import { notSignedIn } from './require-session.ts';
import { named } from './schemas.ts';

export const Session = named('Session', {
  user: Type.Object({
    id: recordId,
    email: Type.String(),
    role: oneOf(ROLES),
  }),
  rights: Type.Array(oneOf(RIGHTS)),
  company: Type.Object({
    id: recordId,
    name: Type.String(),
    locale: Type.String(),
    timeZone: Type.String(),
  }),
  environment: oneOf(['staging', 'production']),
  throughProvider: Type.Boolean(),
  /** Where mail goes. Null: it is not set up, and people pass links on. */
  mail: nullable(oneOf(['smtp', 'outbox'])),
  /** Which mails the user gets as an admin. */
  notices: oneOf(NOTICE_WISHES),
  hasPassword: Type.Boolean(),
  businessDate: date("The company's present day."),
  confirmedUntil: nullable(timestamp('Until when the password that was given counts.')),
  expiresAt: timestamp('When it ends unless it is used.'),
  passkeys: Type.Object({
    /** Null: the portal's address does not allow passkeys. */
    origin: nullable(Type.String()),
    has: Type.Boolean(),
    /** The user must add one before anything else. */
    missing: Type.Boolean(),
  }),
});

/** The first factor was right, and a passkey is asked for. Nobody is signed in yet. */
const PasskeyStep = named('PasskeyStep', { asksFor: oneOf(['passkey']) });

export const SignInAnswer = Type.Union([Session, PasskeyStep]);

/** Sets the cookies of the next step of a sign-in, and shows it. */
export function createSignInAnswers({
  config,
  database,
  knownBrowsers,
}: Needs<'config' | 'database' | 'knownBrowsers'>) {
  const cookie = sessionCookie(config);
  const waiting = signInCookie(config);
  const knownBrowser = knownBrowserCookie(config);
  const signedIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, token }: { userId: number; token: string },
  ): Promise<Static<typeof Session>> => {
    cookie.set(reply, token);
    if (waiting.read(request)) waiting.clear(reply);
    knownBrowser.set(reply, knownBrowsers.make(userId));
    return await readOwnSession(database.sql, token, config);
  };
  return {
    signedIn,
    next: async (
      request: FastifyRequest,
      reply: FastifyReply,
      next: NextStep,
    ): Promise<Static<typeof SignInAnswer>> => {
      if (next.step === 'signed-in') return await signedIn(request, reply, next);
      waiting.set(reply, next.token);
      return { asksFor: 'passkey' };
    },
  };
}

/** Reads the session of a token that was just created or used; it may have ended in the meantime. */
export async function readOwnSession(
  sql: Sql,
  token: string,
  config: Config,
): Promise<Static<typeof Session>> {
  const session = await readSession(sql, token);
  if (!session) throw notSignedIn();
  return showSession(session, config);
}

export function showSession(
  session: PortalSession,
  { environment, baseUrl, mail }: Pick<Config, 'environment' | 'baseUrl' | 'mail'>,
): Static<typeof Session> {
  return {
    user: {
      id: session.userId,
      email: session.email,
      role: session.role,
    },
    rights: [...rightsOf(session.role)],
    company: {
      id: session.companyId,
      name: session.companyName,
      locale: session.locale,
      timeZone: session.timeZone,
    },
    environment,
    throughProvider: session.throughProvider,
    mail: mail?.way ?? null,
    notices: session.notices,
    hasPassword: session.hasPassword,
    businessDate: session.businessDate,
    confirmedUntil: session.confirmedUntil?.toISOString() ?? null,
    expiresAt: session.expiresAt.toISOString(),
    passkeys: {
      origin: passkeySite(baseUrl)?.origin ?? null,
      has: session.hasPasskey,
      missing: session.requiresPasskey && !session.hasPasskey,
    },
  };
}
