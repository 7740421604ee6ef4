import { moveClock } from '../src/company/companies/move-clock.ts';
import { setCompany } from '../src/company/companies/set-company.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { answerOffer } from '../src/tickets/subscriptions/answer-offer.ts';
import { type BenchDatabase, benchDatabase } from './database.ts';
import { progress } from './progress.ts';
import { createClient, startService } from './roster/client.ts';
import { makeRoster, SOME_MARRIED } from './roster/roster.ts';
import { type Group, type Row, withoutGoal } from './row.ts';

const STORED = 'a year of a company, stored';
const WRITTEN = 'a year of a company, written';

const PEOPLE = 1_000;
const MONTHS = 12;
/** Of these nights of a month, every seventh changes one person in a hundred. */
const NIGHTS = 30;

/**
 * A year of one company whose employees pay a share by salary: a roster every night, tickets, charges, receipts and events
 * every month. It says how much remains and how much is written to the log, per person.
 */
export const year: Group = {
  names: [STORED, WRITTEN],
  run: async (_people, isWanted) => (await measure()).filter(({ name }) => isWanted(name)),
};

async function measure(): Promise<Row[]> {
  const database = await benchDatabase();
  const { sql } = database;
  const service = await startService();
  const roster = makeRoster(PEOPLE);
  const married = makeRoster(PEOPLE, SOME_MARRIED);
  const before = await sizes(database);
  const client = await createClient({ autoEnrol: true });
  await sql.begin((tx) =>
    setCompany(tx, client.companyId, OPERATOR, { planType: 'deferred-plan', subsidyCents: 2_000 }),
  );
  await client.sync(service, roster);
  await acceptAll(sql, client.companyId);
  const loaded = await sizes(database);
  let last = roster;
  for (let month = 0; month < MONTHS; month++) {
    progress(`${STORED}: month ${month + 1} of ${MONTHS}`);
    const first = new Date(Date.UTC(2026, 11 + month, 1)).toISOString().slice(0, 10);
    await moveClock(sql, 'staging', client.companyId, OPERATOR, first);
    for (let night = 1; night <= NIGHTS; night++) {
      if (night % 7 === 0) last = last === roster ? married : roster;
      await client.sync(service, last);
    }
  }
  const after = await sizes(database);
  const perPerson = (bytes: number) => Math.round(bytes / PEOPLE);
  const show = (bytes: number) => `${perPerson(bytes).toLocaleString('en')} bytes a person`;
  const stored = after.stored - loaded.stored;
  return [
    {
      name: STORED,
      ...withoutGoal(stored / (loaded.stored - before.stored)),
      measured: show(stored),
      baseline: `the first load ${show(loaded.stored - before.stored)}`,
    },
    {
      name: WRITTEN,
      ...withoutGoal((after.written - loaded.written) / stored),
      measured: show(after.written - loaded.written),
      baseline: `stored ${show(stored)}`,
    },
  ];
}

/** The bytes of all tables with their indexes, and of the write-ahead log so far. */
async function sizes({ sql }: BenchDatabase): Promise<{ stored: number; written: number }> {
  await sql`vacuum`;
  const [found] = await sql<{ stored: number; written: number }[]>`
    select (select sum(pg_total_relation_size(oid)) from pg_class
        where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace)::bigint as stored,
      (pg_current_wal_lsn() - '0/0')::bigint as written`;
  if (!found) throw new Error('the server did not tell its sizes');
  return found;
}

async function acceptAll(sql: Pool, companyId: number): Promise<void> {
  const offers = await sql<{ id: number; employeeId: number }[]>`
    select id, employee_id as "employeeId" from contract_offers
    where company_id = ${companyId} and status = 'pending'`;
  if (offers.length !== PEOPLE) throw new Error(`${offers.length} contracts for ${PEOPLE} people`);
  for (const { id, employeeId } of offers)
    await sql.begin((tx) =>
      answerOffer(tx, companyId, id, { type: 'employee', id: employeeId }, 'accepted', {}),
    );
}
