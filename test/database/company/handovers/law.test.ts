import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { handOver } from '../../../../src/company/handovers/hand-over.ts';
import { readContent } from '../../../../src/company/handovers/handover-content.ts';
import { listPayrollMonths } from '../../../../src/company/handovers/list-payroll-months.ts';
import { takeBackHandover } from '../../../../src/company/handovers/take-back.ts';
import { selectHandovers } from '../../../../src/company/payroll/handovers-sql.ts';
import { isInFileOf } from '../../../../src/company/payroll/payroll-lines-sql.ts';
import { readPayrollMonth } from '../../../../src/company/payroll/payroll-month.ts';
import { readAllPayrollLines } from '../../../../src/company/payroll/read-payroll-lines.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { monthFirst, nextFirst } from '../../../../src/domain/calendar/months.ts';
import { PLAN_TYPES } from '../../../../src/domain/plans/plan-types.ts';
import { issueAgain } from '../../../../src/tickets/issue/issue-again.ts';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { issueNow, revoke } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { subscribe } from '../statements/payroll-company.ts';

const { sql } = await createTestDatabase();

const STEPS = 60;
const SERIES = 6;

/** Numbers that depend on the seed only, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed * 2_654_435_761;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state >>> 8) % 65_536) % below;
  };
}

async function play(seed: number) {
  const next = numbers(seed);
  let today = '2026-01-01';
  const company = await TestCompany.create(sql, today, { subsidyCents: 2_500 });
  const people: number[] = [];
  const add = async () => {
    const name = `P${people.length}`;
    const plan = PLAN_TYPES[next(PLAN_TYPES.length)] ?? 'deferred-plan';
    const id = await subscribe(company, name, { plan, start: today, hrId: String(people.length + 1) });
    people.push(id);
    return id;
  };
  for (let number = 0; number < 4; number++) await add();
  await company.open(async () => {});
  const anybody = () => people[next(people.length)] ?? 0;
  const steps: Record<string, () => Promise<unknown>> = {
    'a newcomer gets a ticket': async () => {
      const id = await add();
      await company.open((tx, day) => issueAgain(tx, day, id));
    },
    'a ticket is refunded': () =>
      sql.begin((tx) => revoke(tx, company.id, anybody(), OPERATOR, { refund: true })),
    'a ticket is issued again': async () => {
      const id = anybody();
      await sql`update employees set term_end_person = null where company_id = ${company.id} and id = ${id}`;
      await sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR));
    },
    'a ticket is reissued': () => company.open((tx, day) => reissue(tx, day, [anybody()])),
    'somebody marries': () =>
      sql`update employees set last_name = ${`M${next(1_000)}`} where company_id = ${company.id} and id = ${anybody()}`,
    'the basis changes': () =>
      sql.begin((tx) =>
        setCompany(tx, company.id, OPERATOR, { taxFreeBasis: next(2) === 0 ? 'nominal' : '96-percent' }),
      ),
    'a day passes': async () => {
      today = next(3) === 0 ? nextFirst(today) : today.replace(/..$/, '15');
      await company.on(today);
    },
    'the next month is handed over': async () => {
      const month = (await listPayrollMonths(sql, company.id)).findLast(
        ({ state }) => state === 'ready',
      )?.month;
      if (month) await sql.begin((tx) => handOver(tx, company.id, OPERATOR, { month, language: 'de' }));
    },
    'the last handover is taken back': async () => {
      const month = next(3) === 0 && (await selectHandovers(sql, company.id))[0]?.month;
      if (month)
        await sql.begin((tx) => takeBackHandover(tx, company.id, OPERATOR, { month, reason: 'a test' }));
    },
  };
  const names = Object.keys(steps);
  for (let step = 0; step < STEPS; step++) {
    const name = names[next(names.length)] ?? '';
    await steps[name]?.().catch((error: { code?: string }) => {
      if (error.code !== 'transition-refused') throw error;
    });
    await filesAreAsHandedOver(company.id, `${seed}: ${step}. ${name}`);
  }
  await eachChargeIsInOneFile(company.id, today);
}

async function filesAreAsHandedOver(companyId: number, after: string) {
  for (const { month, digests } of await selectHandovers(sql, companyId)) {
    const of = await readPayrollMonth(sql, companyId, { month, format: 'tax-free', language: 'en' });
    const { files } = await readContent(sql, of);
    assert.deepEqual(Object.fromEntries(files.map(({ format, digest }) => [format, digest])), digests, after);
  }
}

async function eachChargeIsInOneFile(companyId: number, today: string) {
  const found = { charges: 0, tickets: 0, employeeCents: 0, deferredCents: 0, priceCents: 0 };
  for (let month = '2026-01-01'; month <= nextFirst(today); month = monthFirst(month, 1)) {
    const wanted = { month: month.slice(0, 7), format: 'tax-free', language: 'en' } as const;
    const of = await readPayrollMonth(sql, companyId, wanted);
    for (const line of await readAllPayrollLines(sql, of)) {
      found.tickets += line.tickets;
      found.employeeCents += line.employeeCents;
      found.deferredCents += line.deferredCents;
      found.priceCents += line.priceCents;
    }
    const [count] = await sql<{ charges: number }[]>`
      select count(*)::int as charges from charges c where c.company_id = ${companyId} and ${isInFileOf(sql, wanted.month)}`;
    found.charges += count?.charges ?? 0;
  }
  const [all] = await sql`
    select count(*)::int as charges, sum(case kind when 'charge' then 1 else -1 end)::int as tickets,
      sum(employee_cents)::int as "employeeCents",
      coalesce(sum(employee_cents) filter (where plan_type = 'deferred-plan'), 0)::int as "deferredCents",
      sum(price_cents)::int as "priceCents"
    from charges where company_id = ${companyId}`;
  assert.deepEqual(found, { ...all });
}

for (let seed = 1; seed <= SERIES; seed++)
  test(`each charge is in exactly one file, and files stay as they were handed over (series ${seed})`, () =>
    play(seed));
