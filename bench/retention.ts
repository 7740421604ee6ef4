import { createCompany } from '../src/company/companies/create-company.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import { deleteOldRecords } from '../src/jobs/delete-old-records.ts';
import { PERIODS, retention } from '../src/platform/config/retention.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { benchDatabase } from './database.ts';
import { inTurn, time } from './measure.ts';
import { progress } from './progress.ts';
import { type Group, milliseconds, type Row, withoutGoal } from './row.ts';

const NAME = 'old events, deleted';
const COMPANIES = 200;
/** Old ones and new ones of each company. */
const EVENTS = 1_000;
const ROUNDS = 7;
const FIRST_NEW_NUMBER = 1_000_000;

/**
 * The job of the retention deletes old events of many companies, and a vacuum follows. The baseline inserts these events. In the
 * long run as much is deleted as is inserted, so the ratio is the price of the retention.
 */
export const oldRecords: Group = {
  names: [NAME],
  run: async () => [await measure()],
};

async function measure(): Promise<Row> {
  const { sql } = await benchDatabase();
  progress(`${NAME}: ${COMPANIES} companies`);
  const ids: number[] = [];
  for (let company = 0; company < COMPANIES; company++)
    ids.push((await createCompany(sql, OPERATOR, { name: 'Events' })).id);
  await insertEvents(sql, ids, { firstNumber: FIRST_NEW_NUMBER, daysAgo: 0 });
  await sql`vacuum (analyze) events`;
  const job = deleteOldRecords(retention({}));
  const context = { sql, log: { info: () => {}, error: fail }, signal: new AbortController().signal };
  const { baseline, subject } = await inTurn(
    ROUNDS,
    () => time(() => insertEvents(sql, ids, { firstNumber: 1, daysAgo: PERIODS.events.days + 1 })),
    () =>
      time(async () => {
        await job(context);
        await sql`vacuum events`;
      }),
  );
  const [left] = await sql<{ events: number }[]>`
    select count(*) as events from events where company_id = any(${ids}) and number < ${FIRST_NEW_NUMBER}`;
  if (left?.events !== 0) throw new Error(`${left?.events} old events were not deleted`);
  return {
    name: NAME,
    ...withoutGoal(subject / baseline),
    measured: milliseconds(subject),
    baseline: `inserting them ${milliseconds(baseline)}`,
  };
}

/** As issuing does: one statement for each company. */
async function insertEvents(
  sql: Pool,
  ids: readonly number[],
  { firstNumber, daysAgo }: { firstNumber: number; daysAgo: number },
): Promise<void> {
  for (const id of ids)
    await sql`
      insert into events (company_id, type, data, created_at, number)
      select ${id}, 'ticket.issued', jsonb_build_object('employeeId', n, 'ticketId', n, 'month', '2026-11'),
        now() - make_interval(days => ${daysAgo}), ${firstNumber} + n
      from generate_series(0, ${EVENTS - 1}::int) n`;
}

function fail(values: object, message: string): never {
  throw new Error(message, { cause: values });
}
