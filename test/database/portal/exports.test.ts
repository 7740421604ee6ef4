import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH } from '../../../src/db/batches.ts';
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
    text_version, text_digest)
  select company_id, id, 'enrolment', 'split-pay-plan', 'pending', '2026-12-01', '2026-11-15', '1', sha256('text')
  from employees where company_id = ${company.id}`;

/** The cells of one column, without the heading. */
async function column(path: string, heading: string): Promise<string[]> {
  const answer = await admin.send(path);
  assert.equal(answer.statusCode, 200, answer.body);
  const [headings = [], ...rows] = answer.body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));
  return rows.map((row) => row[headings.indexOf(heading)] ?? '');
}

test('an export of wallet links has everybody once, by name', async () => {
  const names = await column('/wallet-links.csv', 'LAST NAME');
  assert.equal(new Set(names).size, PEOPLE);
  assert.deepEqual(names, names.toSorted());
  assert.equal(names.length, PEOPLE);
});

test('an export of contracts has each of them once, the newest first', async () => {
  const ids = (await column('/contracts.csv?statuses=pending', 'CONTRACT')).map(Number);
  assert.equal(new Set(ids).size, PEOPLE);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  assert.equal(ids.length, PEOPLE);
  assert.deepEqual(await column('/contracts.csv?statuses=rejected', 'CONTRACT'), []);
});
