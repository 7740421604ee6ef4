import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readSession } from '../../accounts/read-session.ts';
import type { PortalSession } from '../../accounts/sessions-sql.ts';
import { may, RIGHTS, type Right, type Role, rightsOf, rolesWith } from '../../domain/access/roles.ts';
import type { Actor } from '../../domain/audit/record-change.ts';
import type { Client } from '../../platform/client-slots.ts';
import type { ListReader } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { addressOf, type PortalAccess } from '../access.ts';
import { isRead } from '../is-read.ts';
import type { Admit } from '../limits/requests-at-once.ts';
import type { Needs } from '../services.ts';
import { mayUsePlainHttp, sessionCookie } from './cookie.ts';
import { foreignOrigin, isOfOwnOrigin } from './own-origin.ts';

interface SignedIn extends PortalSession {
  token: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    /** Sent by background polling of an open page: it must not extend the session. */
    isPolled?: boolean;
  }
}

/** Checks every request of the portal before a body is read: step 2 of the list in `build-app.ts`. */
export function requireSessions(
  portal: FastifyInstance,
  {
    admit,
    config,
    database,
    demoGuard,
    rateLimits,
  }: Needs<'config' | 'database' | 'demoGuard' | 'rateLimits' | 'admit'>,
): void {
  const cookie = sessionCookie(config);
  const isSafeHere = mayUsePlainHttp(config);
  portal.decorateRequest('signedIn', null);
  portal.addHook('onSend', async (_request, reply) => {
    // Not `Basic`: browsers would open their own sign-in dialog.
    if (reply.statusCode === 401) reply.header('WWW-Authenticate', 'Portal');
  });
  portal.addHook('onRequest', async (request) => {
    const admitted = (client: Client) => admit && admission(admit, request, client);
    /** Refusals take slots of the address: without a session a client would get as many in one turn as it has connections. */
    const refuse = async (refusal: AppError) => {
      await admitted(addressOf(request));
      throw refusal;
    };
    if (!isSafeHere) return await refuse(httpsRequired());
    if (!isOfOwnOrigin(request, config.baseUrl)) return await refuse(foreignOrigin());
    const token = cookie.read(request);
    const refusal = rateLimits.address(request.ip) ?? (token && rateLimits.session(token));
    if (refusal) return await refuse(refusal);
    const access = accessOf(request);
    if (access === 'portal-guest') return;
    if (access === 'portal-unfinished-or-guest' && !token) return await admitted(addressOf(request));
    const isUse = !request.routeOptions.config.isPolled;
    const session = token && (await readSession(database.sql, token, { isUse }));
    if (!token || !session) return await refuse(notSignedIn());
    request.signedIn = { ...session, token };
    await admitted(clientOf(request));
    const needs = requirementsOf(access);
    requireAccess(session, needs);
    // Signing out works.
    const isWrite = !isRead(request.method) && !needs.unfinished;
    if (isWrite && !demoGuard.isReady(session.companyId)) await demoGuard.requireReady(session.companyId);
  });
}

const httpsRequired = () =>
  new AppError(
    'https-required',
    'On production the portal is used over https. Set BASE_URL to an https address.',
  );

function admission(admit: Admit, request: FastifyRequest, client: Client): Promise<void> {
  return new Promise((resolve, reject) =>
    admit(request, client, (error) => (error ? reject(error) : resolve())),
  );
}

/** A portal route that is declared for keys or for everybody is a mistake; it refuses all requests. */
function accessOf(request: FastifyRequest): PortalAccess {
  const { access } = request.routeOptions.config;
  if (typeof access !== 'string' || access === 'open' || access === 'link')
    throw new Error('a route of the portal does not say which of its users may call it');
  return access;
}

interface Requirements {
  right: Right | undefined;
  confirmed: boolean;
  /** Also open to users who must add a passkey first. */
  unfinished: boolean;
}

function requirementsOf(access: Exclude<PortalAccess, 'portal-guest'>): Requirements {
  const isConfirmed = access.endsWith('-confirmed');
  const name = access.slice('portal-'.length, isConfirmed ? -'-confirmed'.length : undefined);
  return {
    right: RIGHTS.find((right) => right === name),
    confirmed: isConfirmed,
    unfinished: name.startsWith('unfinished'),
  };
}

function requireAccess(session: PortalSession, needs: Requirements): void {
  if (session.requiresPasskey && !session.hasPasskey && !needs.unfinished)
    throw new AppError('passkey-required', 'Your company requires a passkey. Please add one first.');
  // A role that this version does not know may do nothing, not even what needs no right.
  if (rightsOf(session.role).length === 0 && !needs.unfinished) throw roleRequired([]);
  if (needs.right && !may(session.role, needs.right)) throw roleRequired(rolesWith(needs.right));
  if (needs.confirmed) requireConfirmed(session);
}

export function roleRequired(roles: readonly Role[]): AppError {
  const who =
    roles.length === 0
      ? 'Nobody with your role may do this.'
      : `Only these roles may do this: ${roles.join(', ')}.`;
  return new AppError('role-required', who);
}

/** For routes that need a recent password for some of their fields only. */
export function requireConfirmed({ confirmedUntil }: PortalSession): void {
  if (confirmedUntil === null)
    throw new AppError('confirmation-required', 'Please give your password once more.');
}

export function sessionOf(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new Error('a route for guests asked who is signed in');
  return request.signedIn;
}

/** The company of the signed-in user. Every query is restricted to it. */
export function companyOf(request: FastifyRequest): number {
  return sessionOf(request).companyId;
}

/** The user as a client, whose requests and downloads are limited. */
export function clientOf(request: FastifyRequest): Client {
  const { userId, companyId } = sessionOf(request);
  return { name: `user ${userId}`, companyId };
}

/** The reader of a list. */
export function readerOf(request: FastifyRequest): ListReader {
  return { companyId: companyOf(request), signal: request.signal };
}

/** The actor for the audit log. */
export function actorOf(request: FastifyRequest): Actor & { id: number } {
  return { type: 'portal-user', id: sessionOf(request).userId };
}

export const notSignedIn = () => new AppError('not-signed-in', 'Please sign in.');
