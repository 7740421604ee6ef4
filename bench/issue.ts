import { createCompany } from '../src/company/companies/create-company.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import { selectOldestBatch, unpackBatch } from '../src/notifications/mail/batches-sql.ts';
import { allowLong } from '../src/platform/db/limit-transactions.ts';
import type { Pool, Transaction } from '../src/platform/db/types.ts';
import { inDay } from '../src/tickets/issue/open-day.ts';
import { benchDatabase } from './database.ts';
import { inTurn, time } from './measure.ts';
import { progress } from './progress.ts';
import { atMost, type Group, milliseconds, type Row } from './row.ts';

const ROUNDS = 3;
const CHUNK = 50_000;
const MONTH = '2026-11-01';
const LAST_DAY = '2026-11-30';

const NAMES = { silent: 'monthly issue', mailed: 'monthly issue, with mail' };

/** Must run last: it empties the tables of tickets, charges and documents. */
export const issue: Group = {
  names: Object.values(NAMES),
  run: async (people) => {
    const { bulk } = await benchDatabase();
    const companyId = await fillEntitled(bulk, people);
    const rows: Row[] = [];
    for (const isMailed of [false, true]) {
      await setMail(bulk, companyId, isMailed);
      const { baseline, subject } = await compareIssues(bulk, companyId, people);
      const unpacked = await time(() => unpackAll(bulk));
      rows.push({
        name: isMailed ? NAMES.mailed : NAMES.silent,
        ...atMost(1.5, subject / baseline),
        measured: `${milliseconds(subject)} for ${people} tickets${isMailed ? `; later ${milliseconds(unpacked)} to unpack their mails` : ''}`,
        baseline: `${milliseconds(baseline)} for a plain INSERT … SELECT of the same rows, without events and mails`,
      });
    }
    return rows;
  },
};

/**
 * Returns the milliseconds to issue a month's tickets in a company in which every person is entitled and no
 * person contributes: by a plain INSERT … SELECT of the same tickets and charges, and by the monthly issue, which also
 * tells its events, queues the mails and compares everybody's status with the one told last. Both fill
 * the same tables, which are empty at the start of each round, with all constraints and indexes, and commit.
 */
async function compareIssues(
  sql: Pool,
  companyId: number,
  people: number,
): Promise<{ baseline: number; subject: number }> {
  const go = async (insert: (tx: Transaction) => Promise<number>) => {
    await sql`truncate tickets, charges, events, mails, mail_batches cascade`;
    await sql`update companies set clock_frozen_on = ${MONTH}, issued_through = null, statuses_told_on = null where id = ${companyId}`;
    const took = await time(() =>
      sql.begin(async (tx) => {
        allowLong(tx);
        const issued = await insert(tx);
        if (issued !== people) throw new Error(`${issued} tickets for ${people} people`);
      }),
    );
    progress(`${people} tickets in ${Math.round(took)} ms`);
    return took;
  };
  return await inTurn(
    ROUNDS,
    () =>
      go(async (tx) => {
        await tx`
          insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents,
            employer_cents, employee_cents)
          select company_id, id, ${MONTH}, ${MONTH}, 'fully-subsidized-plan', 6300, 315, 5985, 0 from employees
            where company_id = ${companyId}`;
        const inserted = await tx`
          insert into tickets (company_id, employee_id, month, valid_from, valid_until)
          select company_id, id, ${MONTH}, ${MONTH}, ${LAST_DAY} from employees
            where company_id = ${companyId}`;
        return inserted.count;
      }),
    () => go((tx) => inDay(tx, companyId, 'unlimited', async ({ issued }) => issued)),
  );
}

/** Mails wait in the outbox of staging; nobody sends them here. */
async function setMail(sql: Pool, companyId: number, isOn: boolean): Promise<void> {
  await sql`update companies set mail_employees = ${isOn} where id = ${companyId}`;
  await sql`
    insert into installation (environment, mail) values ('staging', ${isOn ? 'outbox' : null})
    on conflict (only_row) do update set mail = excluded.mail`;
}

/** What the sender does later with the mails of the last issue, without the company's lock. */
async function unpackAll(sql: Pool): Promise<void> {
  for (let batch = await selectOldestBatch(sql); batch; batch = await selectOldestBatch(sql))
    await unpackBatch(sql, batch);
}

async function fillEntitled(sql: Pool, people: number): Promise<number> {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Issue' });
  for (let from = 1; from <= people; from += CHUNK) {
    progress(`issue: filling ${from - 1} of ${people} people`);
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start,
        told_status)
      select ${companyId}, 'Ada' || n % 997, 'Beispiel' || n % 9973, 'ada' || n || '@beispiel.example',
        date '1960-01-01' + (n % 15000)::int, 1, '2026-01-01', 'active'
      from generate_series(${from}::bigint, ${Math.min(from + CHUNK - 1, people)}::bigint) n`;
  }
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum (analyze) employees`;
  await connection`set statement_timeout to default`;
  connection.release();
  return companyId;
}
