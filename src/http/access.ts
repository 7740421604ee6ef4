import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import type { Permission } from '../api-keys/permissions.ts';
import type { KeyVerifier, VerifiedKey } from '../api-keys/verify-key.ts';
import type { Actor } from '../audit/record-change.ts';
import { AppError } from '../errors.ts';
import { readBasicCredentials } from './basic-credentials.ts';

/** Who may call a route: everybody, a user of the portal, or a key that has all permissions of one of the sets. */
export type Access = 'open' | PortalAccess | readonly (readonly Permission[])[];

/** Of the portal's routes, which its own hook looks after: `portal/require-session.ts`. */
export type PortalAccess = 'portal-guest' | 'portal-viewer' | 'portal-admin' | 'portal-confirmed';

export const OPEN: Access = 'open';
export const ANY_KEY: Access = [[]];
export const allOf = (...permissions: Permission[]): Access => [permissions];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    key: VerifiedKey | null;
  }
  interface FastifyInstance {
    /** Every route there is and who may call it, once the app is ready. */
    declaredRoutes: readonly { method: string; url: string; access: Access; schema: FastifySchema }[];
  }
}

/** The company whose key made the request. Every query is made for it, and for no other. */
export function companyOf(request: FastifyRequest): number {
  if (!request.key) throw new Error('a route that is open to everybody asked for the company');
  return request.key.companyId;
}

/** Who did it, for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.key) throw new Error('a route that is open to everybody asked for the key');
  return { type: 'api-key', id: request.key.id };
}

/** A route without a declared access is a mistake that must not start. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: { route: RouteOptions; url: string }[] = [];
  app.decorate('declaredRoutes', []);
  app.addHook('onRoute', (route) => {
    // Fastify writes a second address, with a slash at the end, into the same object later.
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

export function authenticateRequests(app: FastifyInstance, verifier: KeyVerifier): void {
  app.decorateRequest('key', null);
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || typeof access === 'string') return;
    const credentials = readBasicCredentials(request.headers.authorization);
    const key = credentials && (await verifier.verify(credentials.username, credentials.password));
    if (!key) throw new AppError('invalid-credentials', whatIsWrong(request.headers.authorization));
    request.key = key;
  });
}

/** Separate from authentication, so that the rate limit stands between the two. */
export function authoriseRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    const { key } = request;
    if (!key || access === undefined || typeof access === 'string') return;
    const missing = access.map((set) => set.filter((permission) => !key.permissions.has(permission)));
    if (missing.some((set) => set.length === 0)) return;
    throw new AppError(
      'missing-permission',
      `This key lacks ${missing.map((set) => set.join(', ')).join('; or else: ')}.`,
      { missingPermissions: missing[0] ?? [] },
    );
  });
}

function whatIsWrong(header: string | undefined): string {
  return header === undefined
    ? 'Send the username and password of an API key with HTTP Basic authentication.'
    : 'The username or password is wrong, or the key has expired, was revoked, or belongs to the other environment.';
}
