import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createKey } from '../../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../../src/company/api-keys/permissions.ts';
import { revokeKey } from '../../../../src/company/api-keys/revoke-key.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import type { Role } from '../../../../src/domain/access/roles.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createUnsubscribeLink } from '../../../../src/notifications/mail/unsubscribe-links.ts';
import { createJoinLink } from '../../../../src/platform/links/join-links.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import { contractLink } from '../../../../src/tickets/contracts/contract-links.ts';
import { createPassLinks, createWalletLinks } from '../../../../src/tickets/wallet/wallet-links.ts';
import { createCompanyWithRecords } from '../../../database/portal/company-with-records.ts';
import { age, COOKIE, createPortalUser, newSession, ORIGIN } from '../../../database/portal/portal.ts';
import type { Ids } from '../../../database/portal/routes.ts';
import { PASS_TYPE } from '../../../database/support/pass-service.ts';
import { basic, type TestService } from '../../../database/support/service.ts';
import { BORN } from '../../../database/views/employee-page/visitor.ts';
import { readZip } from '../../../pure/support/wallet.ts';
import { send } from './send.ts';

type Headers = Record<string, string>;
type Choices<Item> = readonly (readonly [weight: number, item: Item])[];

/** A company with what requests about it need. */
export interface World {
  companyId: number;
  ids: Ids;
  /** Credentials as headers, and how often each is used. */
  keys: Choices<Headers>;
  sessions: Choices<Headers>;
  browsers: Choices<Headers>;
  phones: Choices<Headers>;
  /** Tokens of links by the first part of their path. */
  tokens: Record<string, string[]>;
  pass: { serial: string; device: string };
}

const BORN_ON = { dateOfBirth: BORN };

/** A company with a record of every kind, with keys and users of every kind. */
export async function createWorld(
  service: TestService,
  port: number,
  mode: 'none' | 'ask' | 'direct',
): Promise<World> {
  const { sql } = service.database;
  const { id: companyId, admin, ids } = await createCompanyWithRecords(service);
  await sql.begin((tx) =>
    setCompany(tx, companyId, OPERATOR, { employeeActions: mode, joinLink: true, mailEmployees: true }),
  );
  const links = linksOf(service, companyId, ids);
  const [page = ''] = links['me'] ?? [];
  const proved = await send(port, {
    method: 'POST',
    path: `/me/${page}/proof`,
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(BORN_ON)),
  });
  const cookie = String(proved?.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const phone = await addPass(port, companyId, links['wallet']?.[0] ?? '');
  return {
    companyId,
    ids,
    tokens: links,
    keys: await createKeys(service, companyId, ids),
    sessions: await createSessions(service, admin),
    browsers: [
      [10, { origin: ORIGIN, cookie }],
      [2, { origin: ORIGIN }],
      [1, { origin: 'https://evil.example', cookie }],
      [1, { cookie }],
      [1, { origin: ORIGIN, cookie: `${cookie}~x` }],
      [1, {}],
    ],
    phones: [
      [10, { authorization: `ApplePass ${phone.token}` }],
      [1, { authorization: `ApplePass ${randomBytes(16).toString('hex')}` }],
      [1, { authorization: 'ApplePass' }],
      [1, {}],
    ],
    pass: phone,
  };
}

function linksOf({ config, secretKeys }: TestService, companyId: number, ids: Ids): Record<string, string[]> {
  const { baseUrl } = config;
  const token = (address: string) => address.split('/').at(-1) ?? '';
  const page = createPageLink(baseUrl, secretKeys);
  const pass = createPassLinks(baseUrl, secretKeys);
  const owner = { companyId, employeeId: ids.employee, linkVersion: 1 };
  const applicant = { ...owner, employeeId: ids.applicant };
  const offer = { companyId, id: ids.contract, linkVersion: 1 };
  return {
    me: [
      page(owner, 'mailed'),
      page(owner, 'mailed'),
      page(owner, 'shown'),
      page(applicant, 'mailed'),
      page({ ...owner, linkVersion: 9 }, 'mailed'),
    ].map(token),
    contracts: (['mailed', 'shown'] as const).map((each) =>
      token(contractLink(baseUrl, secretKeys)(offer, each)),
    ),
    join: [token(createJoinLink(baseUrl, secretKeys)({ companyId, version: 1 }))],
    unsubscribe: [token(createUnsubscribeLink(baseUrl, secretKeys)(companyId, ids.employee))],
    wallet: [pass(owner), pass(applicant), createWalletLinks(baseUrl, secretKeys)(companyId, 1)]
      .flatMap(({ apple, google }) => [apple, google])
      .map(token),
  };
}

/** Adds the pass to a phone and registers it. */
async function addPass(port: number, companyId: number, token: string) {
  const answer = await send(port, { method: 'GET', path: `/wallet/${token}`, headers: {} });
  assert.equal(answer?.status, 200, answer?.body.toString().slice(0, 300));
  const pass = JSON.parse(readZip(answer.body).get('pass.json')?.toString() ?? '');
  const phone = {
    serial: String(pass.serialNumber),
    token: String(pass.authenticationToken),
    device: randomBytes(16).toString('hex'),
  };
  await send(port, {
    method: 'POST',
    path: `/wallet/${companyId}/v1/devices/${phone.device}/registrations/${PASS_TYPE}/${phone.serial}`,
    headers: { authorization: `ApplePass ${phone.token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ pushToken: 'f'.repeat(64) })),
  });
  return phone;
}

async function createKeys(
  { database: { sql } }: TestService,
  companyId: number,
  ids: Ids,
): Promise<Choices<Headers>> {
  const add = async (more: Partial<Parameters<typeof createKey>[3]> = {}) => {
    const key = { environment: 'staging', name: 'k', permissions: PERMISSIONS, ...more } as const;
    const created = await createKey(sql, companyId, OPERATOR, key);
    return { id: created.id, headers: { authorization: basic(created) } };
  };
  const all = await add();
  const revoked = await add();
  await sql.begin((tx) => revokeKey(tx, companyId, revoked.id, OPERATOR));
  return [
    [20, all.headers],
    [4, (await add({ integrationIds: [ids.integration] })).headers],
    [2, (await add({ permissions: ['view-employees'] })).headers],
    [1, (await add({ permissions: ['view-hr-integrations'] })).headers],
    [1, (await add({ permissions: [] })).headers],
    [1, (await add({ expiresAt: new Date(0) })).headers],
    [1, (await add({ allowFrom: ['192.0.2.0/24'] })).headers],
    [1, (await add({ environment: 'production' })).headers],
    [1, revoked.headers],
    ...['Basic', 'Basic !!', 'Bearer x', `Basic ${'A'.repeat(5_000)}`].map(
      (authorization) => [0.5, { authorization }] as const,
    ),
    [1, {}],
  ];
}

async function createSessions(
  service: TestService,
  admin: Awaited<ReturnType<typeof createPortalUser>>,
): Promise<Choices<Headers>> {
  const { companyId } = admin;
  const headers = (token: string) => ({ origin: ORIGIN, cookie: `${COOKIE}=${token}` });
  const ofRole = async (role: Role) => headers((await createPortalUser(service, companyId, role)).token);
  const aged = async (interval: string) => {
    const token = await newSession(service, admin);
    await age(service, token, interval);
    return headers(token);
  };
  return [
    [4, headers(admin.token)],
    // Several, because a request may sign one of them out.
    ...(await Promise.all([1, 2, 3, 4].map(async () => [4, await ofRole('admin')] as const))),
    [4, await ofRole('hr')],
    [3, await ofRole('payroll')],
    [3, await ofRole('viewer')],
    [2, await aged('10 minutes')],
    [1, await aged('1 day')],
    [1, { cookie: `${COOKIE}=${admin.token}`, origin: 'https://evil.example' }],
    [1, { cookie: `${COOKIE}=${'B'.repeat(43)}`, origin: ORIGIN }],
    [1, { cookie: `${COOKIE}=x; ${COOKIE}=${admin.token}`, origin: ORIGIN }],
    [1, { origin: ORIGIN }],
  ];
}
