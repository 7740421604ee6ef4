import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { wrongCredentials } from '../company/api-keys/key-refused.ts';
import type { Permission } from '../company/api-keys/permissions.ts';
import type { KeyVerifier, VerifiedKey } from '../company/api-keys/verify-key.ts';
import type { DemoGuard } from '../company/companies/demo-guard.ts';
import type { Right } from '../domain/access/roles.ts';
import { isInScope, type Scope } from '../domain/access/scope.ts';
import type { Actor } from '../domain/audit/record-change.ts';
import type { Client } from '../platform/client-slots.ts';
import type { ListReader } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { networkOf } from '../platform/network-of.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { isRead } from './is-read.ts';
import type { Check, RateLimits } from './limits/rate-limit.ts';
import { type Admit, leaveWhenAnswered } from './limits/requests-at-once.ts';
import { readPathId } from './query.ts';

/**
 * The access that a route needs: none, a link with a token, a portal session, or a key with all permissions of one of the
 * sets.
 */
export type Access = 'open' | 'link' | PortalAccess | readonly (readonly Permission[])[];

/** For portal routes, which `portal/require-session.ts` checks. */
export type PortalAccess =
  | 'portal-guest'
  /** As for any user; a browser without a session is served too. */
  | 'portal-unfinished-or-guest'
  /** Any user, also one who must add a passkey first. */
  | 'portal-unfinished'
  | 'portal-unfinished-confirmed'
  | 'portal-user'
  | 'portal-user-confirmed'
  | `portal-${Right}`
  /** Somebody with that right who has entered the password within the last five minutes. */
  | `portal-${Right}-confirmed`;

export const OPEN: Access = 'open';
/** The token in the path is the credential. Requests are limited by the network address. */
export const LINK: Access = 'link';
export const ANY_KEY: Access = [[]];
export const allOf = (...permissions: Permission[]): Access => [permissions];

/**
 * How a route treats a key that is restricted to integrations. Routes without this declaration refuse such keys.
 * - `path`: the integration in the path must be in the scope; others are answered like unknown ones.
 * - `records`: the handler restricts records to the scope, with `scopeOf`.
 * - `everything`: the answer contains nothing of the company.
 */
export type ScopedAccess = 'path' | 'records' | 'everything';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    scoped?: ScopedAccess;
  }
  interface FastifyRequest {
    key: VerifiedKey | null;
  }
  interface FastifyInstance {
    /** All routes and their access, once the app is ready. */
    declaredRoutes: readonly { method: string; url: string; access: Access; schema: FastifySchema }[];
  }
}

/** The company of the key that made the request. Every query is restricted to it. */
export function companyOf(request: FastifyRequest): number {
  if (!request.key) throw new Error('a route that is open to everybody asked for the company');
  return request.key.companyId;
}

/** The reader of a list. */
export function readerOf(request: FastifyRequest): ListReader {
  return { companyId: companyOf(request), signal: request.signal };
}

/** The integrations that the key is restricted to. For routes that declare `scoped: 'records'`, and for those that receive rosters. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.key) throw new Error('a route that is open to everybody asked for the scope of the key');
  return request.key.scope;
}

/** The key as a client, whose requests and downloads are limited. */
export function clientOf(request: FastifyRequest): Client {
  return { name: `key ${keyOf(request)}`, companyId: companyOf(request) };
}

/** The network of a client that has no key and no session. */
export function addressOf({ ip }: FastifyRequest): Client {
  return { name: `address ${networkOf(ip)}`, companyId: undefined };
}

/** Checks of a load balancer do not wait for other requests that come through it. */
function healthCheckOf({ ip }: FastifyRequest): Client {
  return { name: `health check of ${networkOf(ip)}`, companyId: undefined };
}

export function keyOf(request: FastifyRequest): number {
  if (!request.key) throw new Error('a route that is open to everybody asked for the key');
  return request.key.id;
}

/** The actor for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { type: 'api-key', id: keyOf(request) };
}

/** A route without a declared access keeps the app from starting. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: { route: RouteOptions; url: string }[] = [];
  app.decorate('declaredRoutes', []);
  app.addHook('onRoute', (route) => {
    // Copied, because Fastify later writes a second path with a trailing slash into the same object.
    routes.push({ route, url: route.url });
  });
  app.addHook('onReady', async () => {
    app.declaredRoutes = routes.flatMap(({ route: { config, method, schema = {} }, url }) => {
      const access = config?.access;
      if (!access) throw new Error(`${method} ${url} does not declare who may call it`);
      return [method].flat().map((each) => ({ method: each, url, access, schema }));
    });
  });
}

/**
 * Checks credentials and the address, then the requests at the same time and the rate limit, then permissions, then the scope of
 * the key, then whether a demo company takes writes; for links and open pages only the limits, and portal routes check their own.
 * Refusals by the rate limit wait for a slot too: a client that ignores them would otherwise get forty in one turn of the event
 * loop. The checks of a route are chosen when it is declared. They take callbacks, because every promise costs another turn of the
 * event loop.
 */
export function guardRoutes(
  app: FastifyInstance,
  guards: { verifier: KeyVerifier; limits: RateLimits; admit: Admit | undefined; demoGuard: DemoGuard },
): void {
  const { verifier, limits, admit, demoGuard } = guards;
  app.decorateRequest('key', null);
  if (admit) leaveWhenAnswered(app);
  const authenticate = authentication(verifier, admit);
  const limitAddress: Check = (request, _reply, done) => done(limits.address(request.ip));
  const admission = (whose: (request: FastifyRequest) => Client): Check[] =>
    admit ? [(request, _reply, done) => admit(request, whose(request), done)] : [];
  const admitAddress = admission(addressOf);
  const admitHealth = admission(healthCheckOf);
  const admitKey = admission(clientOf);
  const checksOf = (access: Access, url: string, scoped: ScopedAccess | undefined): Check[] => {
    if (access === 'link') return [...admitAddress, limitAddress];
    if (access === 'open') return url.startsWith('/health') ? admitHealth : admitAddress;
    if (typeof access === 'string') return [];
    return [
      ...[authenticate, admitKey, limits.key ?? [], authorisation(access), restriction(scoped)].flat(),
      refuseWrites(demoGuard),
    ];
  };
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined) return;
    const checks = checksOf(access, route.url, route.config?.scoped);
    route.onRequest = [checks, route.onRequest ?? []].flat();
  });
}

function authentication(verifier: KeyVerifier, admit: Admit | undefined): Check {
  return (request, _reply, done) => {
    const refuse = refusals(admit, request, done);
    const header = request.headers.authorization;
    const credentials = readBasicCredentials(header);
    if (!credentials) {
      refuse(header === undefined ? missingCredentials() : wrongCredentials());
      return;
    }
    const { username } = credentials;
    admit?.notice({ name: `username ${username}`, companyId: verifier.companyOf(username) });
    verifier.verify(username, credentials.password, request.ip).then((key) => {
      if (!key) return refuse(wrongCredentials());
      request.key = key;
      done();
    }, refuse);
  };
}

/**
 * Refusals of requests without a key take slots of the address: a stranger would otherwise get as many in one turn of the event
 * loop as there are connections.
 */
export function refusals(
  admit: Admit | undefined,
  request: FastifyRequest,
  done: (error?: Error) => void,
): (refusal: Error) => void {
  if (!admit) return done;
  return (refusal) => admit(request, addressOf(request), (error) => done(error ?? refusal));
}

function authorisation(access: readonly (readonly Permission[])[]): Check {
  return ({ key }, _reply, done) => {
    if (key && access.some((set) => set.every((permission) => key.permissions.has(permission)))) done();
    else done(missingPermission(access, key));
  };
}

/** Reads work while the story of a demo company is being played. */
function refuseWrites(demoGuard: DemoGuard): Check {
  return ({ key, method }, _reply, done) => {
    if (!key || isRead(method) || demoGuard.isReady(key.companyId)) return done();
    demoGuard.requireReady(key.companyId).then(() => done(), done);
  };
}

function restriction(scoped: ScopedAccess | undefined): Check {
  return ({ key, params }, _reply, done) => {
    if (!key || key.scope === null || scoped === 'records' || scoped === 'everything') return done();
    if (scoped === undefined) return done(restricted());
    try {
      const { id } = params as { id: unknown };
      done(isInScope(key.scope, readPathId(id)) ? undefined : notFound());
    } catch (error) {
      done(error as Error);
    }
  };
}

const restricted = () =>
  new AppError(
    'key-restricted',
    'This is about the whole company, and the key is restricted to integrations.',
  );

function missingPermission(access: readonly (readonly Permission[])[], key: VerifiedKey | null): AppError {
  const missing = access.map((set) => set.filter((permission) => !key?.permissions.has(permission)));
  return new AppError(
    'missing-permission',
    `This key lacks ${missing.map((set) => set.join(', ')).join('; or else: ')}.`,
    { missingPermissions: missing[0] ?? [] },
  );
}

const missingCredentials = () =>
  new AppError(
    'invalid-credentials',
    'Send the username and password of an API key with HTTP Basic authentication.',
  );
