import { OPERATOR } from '../../src/audit/record-change.ts';
import { answerContract } from '../../src/contracts/answer-contract.ts';
import { addUpload } from '../../src/documents/add-upload.ts';
import { beginSession } from '../../src/portal/begin-session.ts';
import { createUser } from '../../src/portal/create-user.ts';
import { benchDatabase } from '../database.ts';
import { createClient, NEXT_START, type Service } from '../roster/client.ts';
import { makeRoster } from '../roster/roster.ts';
import type { Attacker } from './attacks.ts';

export interface Victim {
  authorization: string;
  employeeIds: readonly number[];
}

const VICTIMS = 200;
const UPLOADED_BYTES = 9 * 1024 * 1024;
const EMAIL = 'attacker@beispiel.example';

export async function createVictim(service: Service): Promise<Victim> {
  const { sql } = await benchDatabase();
  const { companyId, authorization, sync } = await createClient();
  await sync(service, makeRoster(VICTIMS));
  const people = await sql<
    { id: number }[]
  >`select id from employees where company_id = ${companyId} order by id`;
  return { authorization, employeeIds: people.map(({ id }) => id) };
}

/** A session of its own for each attack: one attack uses up the rate limit of a session. */
export async function withNewSession(attacker: Attacker): Promise<Attacker> {
  const { sql } = await benchDatabase();
  const [user] = await sql<{ id: number; companyId: number }[]>`
    select id, company_id as "companyId" from portal_users where email = ${attacker.email}`;
  if (!user) throw new Error('the attacker has no user');
  const client = { address: '127.0.0.1', browser: null };
  const token = await sql.begin((tx) => beginSession(tx, user, ['password'], { client }));
  return { ...attacker, cookie: `transit-portal=${token}` };
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
  return { port, authorization, integrationId, cookie, email: EMAIL, employeeId, documentId, uploadId };
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
