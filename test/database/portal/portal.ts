import { beginSession } from '../../../src/accounts/begin-session.ts';
import { storeUser } from '../../../src/accounts/create-user.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import type { Role } from '../../../src/domain/access/roles.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import type { TestService } from '../support/service.ts';

export const ORIGIN = 'https://tickets.example.com';
export const PASSWORD = 'correct horse battery staple';
export const COOKIE = '__Host-transit-portal';

const CLIENT = { address: '192.0.2.1', browser: 'Test' };

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Request {
  method?: Method;
  body?: object | string | Buffer;
  headers?: Record<string, string>;
  address?: string;
}

/** Sends a request as the portal's pages do: from their own origin, with the cookie if there is one. */
export function ask({ app }: TestService, path: string, request: Request & { token?: string } = {}) {
  const { method = 'GET', body, headers, address, token } = request;
  return app.inject({
    method,
    url: `/portal/api${path}`,
    headers: { origin: ORIGIN, ...(token && { cookie: `${COOKIE}=${token}` }), ...headers },
    ...(body !== undefined && { payload: body }),
    ...(address && { remoteAddress: address }),
  });
}

export type Answer = Awaited<ReturnType<typeof ask>>;

export function tokenIn(answer: Answer): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  const token = /^(?:__Host-)?transit-portal=([\w-]+);/.exec(cookie)?.[1];
  if (!token) throw new Error(`no session was begun: ${answer.statusCode} ${answer.body}`);
  return token;
}

export function signIn(service: TestService, email: string, more: Request & { token?: string } = {}) {
  return ask(service, '/session', { method: 'POST', body: { email, password: PASSWORD }, ...more });
}

/**
 * The hash of PASSWORD with minimal cost parameters, which the hash itself contains: checking a hash of
 * normal cost takes most of a second.
 */
const passwordHash =
  '$scrypt$ln=4,r=8,p=1$dGVzdCB1c2VycyBzaGFyZQ$FQQKQ9ewLZfbHzxyXNjX4YZdNuRnJi9bEupnlh2nDLA';
let count = 0;

export interface PortalUser {
  id: number;
  companyId: number;
  email: string;
  token: string;
}

/** Creates another session of a user, as signing in does. */
export function newSession({ database }: TestService, { id, companyId }: PortalUser): Promise<string> {
  return database.sql.begin((tx) =>
    beginSession(tx, { id, companyId, passwordHash }, ['password'], { client: CLIENT }),
  );
}

/** Creates a signed-in user. `ask` sends requests with its session. */
export async function createPortalUser(service: TestService, companyId: number, role: Role = 'admin') {
  const email = `${role}-${++count}@example.com`;
  const { id } = await storeUser(service.database.sql, companyId, OPERATOR, { email, role, passwordHash });
  const user = { id, companyId, email, token: '' };
  user.token = await newSession(service, user);
  const send = (path: string, request: Request = {}) => ask(service, path, { token: user.token, ...request });
  return { ...user, send };
}

export async function createPortalCompany(service: TestService, name = 'Beispiel GmbH') {
  const { sql } = service.database;
  const company = await createCompany(sql, OPERATOR, { name });
  const admin = await createPortalUser(service, company.id);
  return { company, admin };
}

/** Moves the times of a session or password into the past: they expire in real time, and no test waits. */
export async function age(
  { database: { sql } }: TestService,
  token: string,
  interval: string,
): Promise<void> {
  await sql`
    update portal_sessions set created_at = created_at - ${interval}::interval,
      last_seen_at = last_seen_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
      confirmed_at = confirmed_at - ${interval}::interval
    where token_digest = sha256(${Buffer.from(token)})`;
}
