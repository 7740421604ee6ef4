import assert from 'node:assert/strict';
import type { ProviderChange } from '../../../../src/accounts/identity/set-provider.ts';
import { CLIENT, type TestProvider } from '../../support/identity-provider.ts';
import type { TestService } from '../../support/service.ts';
import { type Answer, ask, createPortalCompany, createPortalUser, type Request } from '../portal.ts';

export const SETTINGS = {
  ...CLIENT,
  domains: ['example.com'],
  roleClaim: null,
  adminValues: [],
  viewerValues: [],
  otherRole: null,
  createsUsers: false,
  onlyWayIn: false,
} satisfies ProviderChange;

export const REDIRECT_URI = 'https://tickets.example.com/portal/signed-in';

/** A company whose settings name the provider. */
export async function createCompanyWithProvider(
  service: TestService,
  provider: Pick<TestProvider, 'issuer'>,
  change: ProviderChange = {},
) {
  const { company, admin } = await createPortalCompany(service);
  const { sql } = service.database;
  const set = async (more: ProviderChange = {}) => {
    const body = { ...SETTINGS, issuer: provider.issuer, ...change, ...more };
    return await admin.send('/identity-provider', { method: 'PUT', body });
  };
  const stored = await set();
  assert.equal(stored.statusCode, 200, stored.body);
  const signInLink: string = stored.json().data.provider.signInLink;
  const link = signInLink.slice(signInLink.lastIndexOf('/') + 1);
  return {
    company,
    admin,
    set,
    link,
    addUser: () => createPortalUser(service, company.id, 'viewer'),
    users: async () =>
      await sql<{ id: number; email: string; role: string; hasPassword: boolean }[]>`
      select id, email, role, password_hash is not null as "hasPassword"
      from portal_users where company_id = ${company.id} and removed_at is null order by id`,
    log: async (action: string) =>
      await sql<{ details: Record<string, unknown>; subject: string }[]>`
      select details, subject_type as subject from audit_log
      where company_id = ${company.id} and action = ${action} order by id`,
  };
}

/** The cookies of an answer, as the browser sends them back. */
export function cookiesIn(answer: Answer): string {
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export interface Begun {
  answer: Answer;
  url: string;
  cookie: string;
}

export async function begin(
  service: TestService,
  link: string,
  more: object = {},
  request: Request = {},
): Promise<Begun> {
  const answer = await ask(service, '/identity/begin', {
    method: 'POST',
    body: { link, ...more },
    ...request,
  });
  return { answer, url: answer.json().data?.url, cookie: cookiesIn(answer) };
}

export function finish(
  service: TestService,
  query: string,
  cookie: string,
  request: Request = {},
): Promise<Answer> {
  return ask(service, '/identity/finish', {
    method: 'POST',
    body: { query },
    headers: { cookie },
    ...request,
  });
}

/** Signs in through the provider, from the portal's page and back. */
export async function signInThrough(
  service: TestService,
  provider: TestProvider,
  link: string,
  account: string,
): Promise<Answer> {
  const { answer, url, cookie } = await begin(service, link);
  assert.equal(answer.statusCode, 200, answer.body);
  return await finish(service, await provider.signIn(url, account), cookie);
}
