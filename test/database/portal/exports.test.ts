import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH } from '../../../src/platform/db/batches.ts';
import { freezeClock } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createPortalCompany } from './portal.ts';

/** More than two batches. */
const PEOPLE = 2 * BATCH + 1;

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);
await freezeClock(sql, company.id, '2026-11-15');
// Names in another order than ids.
await sql`
  insert into employees (company_id, first_name, last_name, email, date_of_birth)
  select ${company.id}, 'Ada', 'Person ' || to_char(${PEOPLE} - n, 'FM000000'), 'ada' || n || '@example.com', '1990-02-03'
  from generate_series(1, ${PEOPLE}::int) n`;
await sql`
  insert into tickets (company_id, employee_id, month, valid_from, valid_until)
  select company_id, id, '2026-11-01', '2026-11-01', '2026-11-30' from employees where company_id = ${company.id}`;
await sql`
  insert into contract_offers (company_id, employee_id, reason, plan_type, status, planned_start, offered_on,
    text_version, text_digest, terms)
  select company_id, id, 'enrolment', 'split-pay-plan', 'pending', '2026-12-01', '2026-11-15', '1', sha256('text'),
    '{"contributionCents": 3300}'
  from employees where company_id = ${company.id}`;

/** The cells of one column of a German file, without the heading. */
async function column(path: string, heading: string): Promise<string[]> {
  const answer = await admin.send(path);
  assert.equal(answer.statusCode, 200, answer.body);
  const [headings = [], ...rows] = answer.body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  return rows.map((row) => row[headings.indexOf(heading)] ?? '');
}

test('an export of wallet links has everybody once, by name', async () => {
  const names = await column('/wallet-links.csv', 'Nachname');
  assert.equal(new Set(names).size, PEOPLE);
  assert.deepEqual(names, names.toSorted());
  assert.equal(names.length, PEOPLE);
});

test('an export of contracts has each of them once, by name', async () => {
  const names = await column('/contracts.csv?statuses=pending', 'Nachname');
  assert.equal(new Set(names).size, PEOPLE);
  assert.deepEqual(names, names.toSorted());
  assert.equal(names.length, PEOPLE);
  assert.deepEqual(await column('/contracts.csv?statuses=rejected', 'Nachname'), []);
});

test('an export of documents names a contract by its month, as the page does', async () => {
  await sql`
    insert into documents (company_id, employee_id, kind, name, file_type, downloadable, offer_id)
    select company_id, employee_id, 'contract', 'Vertrag 2026-12', 'pdf', false, id
    from contract_offers where company_id = ${company.id} order by id limit 1`;
  assert.deepEqual(await column('/documents.csv', 'Dokument'), ['Vertrag Dezember 2026']);
});

test('a file is written in the language of the reader, or else of the company', async () => {
  const name = `Person ${String(PEOPLE - 1).padStart(6, '0')}`;
  const path = `/contracts.csv?statuses=pending&search=${encodeURIComponent(name)}`;
  const rows = async (language: string) =>
    (await admin.send(path + language)).body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/"http[^"]*"/, '"LINK"'));
  const german = await rows('&language=de');
  assert.deepEqual(await rows(''), german);
  const [person, contract] = [/"(\d+)";"(\d+)";/.exec(german[1] ?? '')].flatMap((found) => [
    found?.[2],
    found?.[1],
  ]);
  assert.deepEqual(german, [
    '\uFEFF"ID des Vertrags";"Interne ID";"Vorname";"Nachname";"E-Mail-Adresse";"Anlass";"Tarif";"Im Monat (EUR)";"Geplanter Beginn";"Antwort möglich bis";"Status";"Link";"Nachweis";"Gemailt";"Erinnert";"Geöffnet"',
    `"${contract}";"${person}";"Ada";"${name}";"ada1@example.com";"Bestellung";"Zuschuss, Eigenanteil direkt bezahlt";"33,00";"01.12.2026";"14.01.2027";"Wartet";"LINK";"";"";"";""`,
  ]);
  assert.deepEqual(await rows('&language=en'), [
    '\uFEFF"Contract id","Internal id","First name","Last name","E-mail address","Reason","Plan","A month (EUR)","Planned start","Answer until","Status","Link","Proof","Mailed","Reminded","Opened"',
    `"${contract}","${person}","Ada","${name}","ada1@example.com","Enrolment","Shared, paid directly","33.00","2026-12-01","2027-01-14","Waiting","LINK","","","",""`,
  ]);
});

test('lists of links are in German order, by number if there is one, and can be searched', async () => {
  const { company: other, admin: reader } = await createPortalCompany(service);
  await freezeClock(sql, other.id, '2026-11-15');
  const names = ['Brückner', 'Zander', 'Ärmel', 'Böhm', 'Test 10', 'Bäcker', 'Test 9', 'de Boer', 'Straße'];
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth)
    select ${other.id}, 'Ada', name, 'p' || n || '@example.com', '1990-02-03'
    from unnest(${names}::text[]) with ordinality as people (name, n)`;
  await sql`
    insert into tickets (company_id, employee_id, month, valid_from, valid_until)
    select company_id, id, '2026-11-01', '2026-11-01', '2026-11-30' from employees where company_id = ${other.id}`;
  const listed = async (query: string): Promise<string[]> =>
    (await reader.send(`/wallet-links?perPage=100${query}`))
      .json()
      .data.data.map(({ lastName }: { lastName: string }) => lastName);
  assert.deepEqual(await listed(''), [
    'Ärmel',
    'Bäcker',
    'Böhm',
    'Brückner',
    'de Boer',
    'Straße',
    'Test 9',
    'Test 10',
    'Zander',
  ]);
  assert.deepEqual(await listed('&search=ada%20brueckner'), []);
  assert.deepEqual(await listed('&search=bruck'), ['Brückner']);
  assert.deepEqual(await listed('&search=ada%20B%C3%96HM'), ['Böhm']);
  assert.deepEqual(await listed('&search=,'), []);
});
