import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { changePrices } from '../../../src/tickets/prices/change-prices.ts';
import { selectCompaniesBehind } from '../../../src/tickets/prices/prices-sql.ts';
import { enrol } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { TestCompany } from '../../database/support/test-company.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { holdInsert } from '../support/hold-insert.ts';
import { beginServing, makePlace } from '../support/program.ts';

const { sql, server } = await createTestDatabase();
const place = await makePlace({
  DATABASE_URL: urlOf(server.target),
  SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
});
const startWorker = () => beginServing(place, {}, '--role', 'worker');

/** A company with a person who has signed 34.85 euros a month. */
async function createSigned(): Promise<number> {
  const company = await TestCompany.create(sql, '2031-03-10', {
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  const person = await company.addPerson();
  await sql.begin((tx) => enrol(tx, company.id, person, OPERATOR));
  const [offer] = await sql<{ id: number }[]>`select id from contract_offers where employee_id = ${person}`;
  const employee = { type: 'employee', id: person } as const;
  await sql.begin((tx) => answerOffer(tx, company.id, offer?.id ?? 0, employee, 'accepted'));
  return company.id;
}

/** The offers of new terms and the entries of the audit log about them, by company. */
async function followed(): Promise<Record<number, unknown[]>> {
  const rows = await sql<{ companyId: number; said: unknown[] }[]>`
    select c.id as "companyId",
      (select coalesce(jsonb_agg(jsonb_build_array(o.planned_start, o.terms -> 'contributionCents', o.status, o.withdrawn_at is null)), '[]')
       from contract_offers o where o.company_id = c.id and o.reason = 'new-terms')
      || (select coalesce(jsonb_agg(a.details -> 'offered'), '[]')
          from audit_log a where a.company_id = c.id and a.action = 'new-terms-offered') as said
    from companies c`;
  return Object.fromEntries(rows.map(({ companyId, said }) => [companyId, said]));
}

test('a process killed with -9 while it follows a price change: every company is followed exactly once', async () => {
  const companies = [await createSigned(), await createSigned(), await createSigned(), await createSigned()];
  const [first = 0, second = 0, third = 0, fourth = 0] = companies;
  await sql.begin((tx) => changePrices(tx, { from: '2031-06', cents: 6_500 }));
  const nothing: unknown[] = [];
  const once = [['2031-06-01', 3_675, 'pending', true], 1];

  // The first process dies after it has made the offer of the second company.
  const afterOffer = await holdInsert(sql, 'contract_offers', `new.company_id = ${second}`);
  const killed = startWorker();
  await afterOffer.reached();
  await killed.killHard();
  await afterOffer.release();
  assert.deepEqual(await followed(), {
    [first]: once,
    [second]: nothing,
    [third]: nothing,
    [fourth]: nothing,
  });

  // The next one dies after the last statement for the third company, before its transaction is committed.
  const beforeCommit = await holdInsert(sql, 'audit_log', `new.company_id = ${third}`);
  const killedToo = startWorker();
  await beforeCommit.reached();
  await killedToo.killHard();
  await beforeCommit.release();
  assert.deepEqual(await followed(), {
    [first]: once,
    [second]: once,
    [third]: nothing,
    [fourth]: nothing,
  });
  assert.deepEqual(await selectCompaniesBehind(sql), [third, fourth]);

  const all = Object.fromEntries(companies.map((id) => [id, once]));
  const finishing = startWorker();
  await until('all are followed', async () => (await selectCompaniesBehind(sql)).length === 0);
  assert.deepEqual(await followed(), all);
  await finishing.killHard();

  // A further start follows nobody again.
  await sql`update companies set prices_followed = prices_followed - 1 where id = ${first}`;
  const again = startWorker();
  await until('the job has visited the company', async () => (await selectCompaniesBehind(sql)).length === 0);
  assert.deepEqual(await followed(), all, 'also if a company is visited twice');
  await again.stop();
});
