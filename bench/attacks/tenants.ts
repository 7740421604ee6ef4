import { beginSession } from '../../src/accounts/begin-session.ts';
import { createUser } from '../../src/accounts/create-user.ts';
import { createKey } from '../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../src/company/api-keys/permissions.ts';
import { OPERATOR, recordChanges } from '../../src/domain/audit/record-change.ts';
import { numberEvents } from '../../src/domain/events/number-events.ts';
import { createWebhook as insertWebhook } from '../../src/notifications/webhooks/create-webhook.ts';
import { createWebhooks } from '../../src/notifications/webhooks/webhooks.ts';
import { createJoinLink } from '../../src/platform/links/join-links.ts';
import { createPageLink } from '../../src/platform/links/page-links.ts';
import { answerContract } from '../../src/tickets/contracts/answer-contract.ts';
import { addUpload } from '../../src/tickets/documents/add-upload.ts';
import { createPassLinks } from '../../src/tickets/wallet/wallet-links.ts';
import { startChild, stopChild } from '../child.ts';
import { whenDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { createClient, NEXT_START, type Service } from '../roster/client.ts';
import { makeRoster } from '../roster/roster.ts';
import { SECRET_KEYS } from '../roster/secret-keys.ts';
import type { Listening } from '../webhooks/messages.ts';
import type { Attacker } from './attacker-facts.ts';
import { KNOWN_NAME } from './names.ts';

export interface Victim {
  authorization: string;
  employeeIds: readonly number[];
  cookie: string;
  webhookId: number;
}

const VICTIMS = 200;
/** Entries of the audit log, and events, of a large attacker. */
const MAX_FEED = 20_000;
/** People whose own pages the attacker has opened. */
const OPEN_PAGES = 20;
const UPLOADED_BYTES = 9 * 1024 * 1024;
const EMAIL = 'attacker@beispiel.example';
const WEBHOOKS = createWebhooks({
  config: { baseUrl: 'https://tickets.example.com', webhooksAllowLoopback: true },
  secretKeys: SECRET_KEYS,
});

export async function createVictim(service: Service, email: string): Promise<Victim> {
  const { sql } = await benchDatabase();
  const { companyId, authorization, sync } = await createClient();
  await sync(service, makeRoster(VICTIMS));
  const people = await sql<
    { id: number }[]
  >`select id from employees where company_id = ${companyId} order by id`;
  const webhookId = await createWebhook(companyId);
  await createUser(sql, companyId, OPERATOR, { email });
  const employeeIds = people.map(({ id }) => id);
  return { authorization, employeeIds, cookie: await newSession(email), webhookId };
}

/** A webhook whose receiver answers at once. Its name has to be resolved. */
async function createWebhook(companyId: number): Promise<number> {
  const { sql } = await benchDatabase();
  const receiver = await startChild<object, Listening>(
    new URL('../webhooks/receiver.ts', import.meta.url),
    {},
  );
  whenDone(() => stopChild(receiver.child));
  const url = `http://${KNOWN_NAME}:${receiver.answer.port}/`;
  const { id } = await sql.begin((tx) =>
    insertWebhook(tx, companyId, OPERATOR, { url, eventTypes: null }, WEBHOOKS),
  );
  return id;
}

let attacks = 0;

/**
 * A key, a session and an address of its own for each attack: one attack uses up their rate limits. The webhooks of earlier ones
 * are deleted.
 */
export async function withNewCredentials(attacker: Attacker): Promise<Attacker> {
  const { sql } = await benchDatabase();
  await sql`delete from webhook_endpoints where company_id = ${attacker.companyId}`;
  attacks += 1;
  return {
    ...attacker,
    authorization: await newKey(attacker.companyId),
    cookie: await newSession(attacker.email),
    address: `10.0.${attacks}.1`,
  };
}

async function newKey(companyId: number): Promise<string> {
  const { sql } = await benchDatabase();
  const { username, password } = await createKey(sql, companyId, OPERATOR, {
    environment: 'staging',
    name: 'attack',
    permissions: [...PERMISSIONS],
  });
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function newSession(email: string): Promise<string> {
  const { sql } = await benchDatabase();
  const [user] = await sql<{ id: number; companyId: number }[]>`
    select id, company_id as "companyId" from portal_users where email = ${email}`;
  if (!user) throw new Error(`${email} has no user`);
  const client = { address: '127.0.0.1', browser: null };
  const token = await sql.begin((tx) => beginSession(tx, user, ['password'], { client }));
  return `transit-portal=${token}`;
}

/** A large company whose admin and whose key attack. One of its people has a receipt. */
export async function createAttacker(service: Service, people: number): Promise<Attacker> {
  const { sql } = await benchDatabase();
  const { companyId, integrationId, authorization, sync } = await createClient();
  await sync(service, makeRoster(people));
  const { password = '' } = await createUser(sql, companyId, OPERATOR, { email: EMAIL });
  const { port } = service;
  const cookie = await signIn(port, EMAIL, password);
  const [person] = await sql<
    { id: number }[]
  >`select min(id) as id from employees where company_id = ${companyId}`;
  const employeeId = person?.id ?? 0;
  const portal = `http://127.0.0.1:${port}/portal/api`;
  await post(`${portal}/employees/${employeeId}/actions/enrol`, { cookie }, { planType: 'split-pay-plan' });
  const [offer] = await sql<
    { id: number }[]
  >`select max(id) as id from contract_offers where company_id = ${companyId}`;
  await answerContract(
    sql,
    { companyId, offerId: offer?.id ?? 0, linkVersion: 1, linkClass: 'shown' },
    'accepted',
  );
  await post(`http://127.0.0.1:${port}/test-clock`, { authorization }, { date: NEXT_START });
  const [document] = await sql<{ id: number }[]>`
    select min(id) as id from documents where company_id = ${companyId} and kind = 'receipt'`;
  const documentId = document?.id ?? 0;
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(UPLOADED_BYTES, '1')]);
  const uploadId = await sql.begin((tx) =>
    addUpload(tx, companyId, OPERATOR, { employeeId, name: 'Scan', bytes, downloadable: true }),
  );
  await fillFeeds(companyId, employeeId, Math.min(10 * people, MAX_FEED));
  const given = { port, address: '10.0.0.1', authorization, companyId, integrationId, cookie, email: EMAIL };
  await sql`update companies set employee_actions = 'direct', join_link = true, join_strangers = true where id = ${companyId}`;
  const base = `http://127.0.0.1:${port}`;
  const owners = await sql<{ id: number; dateOfBirth: string }[]>`
    select id, date_of_birth as "dateOfBirth" from employees where company_id = ${companyId} order by id limit ${OPEN_PAGES}`;
  const owner = (id: number) => ({ companyId, employeeId: id, linkVersion: 1 });
  return {
    ...given,
    employeeId,
    documentId,
    uploadId,
    joinPath: new URL(createJoinLink(base, SECRET_KEYS)({ companyId, version: 1 })).pathname,
    pages: owners.map(({ id, dateOfBirth }) => ({
      path: new URL(createPageLink(base, SECRET_KEYS)(owner(id), 'shown')).pathname,
      dateOfBirth,
    })),
    passPath: new URL(createPassLinks(base, SECRET_KEYS)(owner(employeeId)).apple).pathname,
  };
}

/** A long audit log and many events. */
async function fillFeeds(companyId: number, employeeId: number, count: number): Promise<void> {
  const { sql } = await benchDatabase();
  const changes = Array.from({ length: count }, (_, index) => ({
    action: 'subscription-paused' as const,
    subjectId: employeeId + (index % 100),
    details: { pausesOn: '2026-12-01', number: index },
  }));
  await recordChanges(sql, companyId, { actor: OPERATOR, subjectType: 'employee', changes });
  await numberEvents(sql, companyId);
  // With their numbers: many events of one type and transaction would become one.
  await sql`
    with counter as (
      insert into event_counters (company_id, last_number) values (${companyId}, ${count})
      on conflict (company_id) do update set last_number = event_counters.last_number + ${count}
      returning last_number - ${count} as before
    )
    insert into events (company_id, type, data, number)
    select ${companyId}, 'ticket.issued', jsonb_build_object('employeeId', ${employeeId}::bigint + n, 'ticketId', n, 'month', '2026-11'),
      before + n
    from counter, generate_series(1, ${count}::int) n`;
  await sql`analyze events, audit_log`;
}

async function signIn(port: number, email: string, password: string): Promise<string> {
  const answer = await post(`http://127.0.0.1:${port}/portal/api/session`, {}, { email, password });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
