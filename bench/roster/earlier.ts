import { selectEmployees } from '../../src/people/employees/employees-sql.ts';
import { BATCH, rowsInBatches } from '../../src/platform/db/batches.ts';
import type { Pool, ReadBatch } from '../../src/platform/db/types.ts';
import { readEarlierRoster, requireEarlierRun } from '../../src/rosters/earlier/earlier-roster.ts';
import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row, withoutGoal } from '../row.ts';
import { createClient, startService } from './client.ts';
import { bodyOf, makeRoster } from './roster.ts';

const RESTORED = 'earlier roster, of 30 nights ago';
const BYTES = 'earlier rosters, bytes a night';
const PEOPLE = 100_000;
const NIGHTS = 30;
const ROUNDS = 5;

/**
 * The roster of 30 nights ago is put together after 30 nights in each of which one person in a hundred changed. The baseline reads
 * everybody, as an export does. And what these nights stored for it, against the size of their rosters.
 */
export const earlierRosters: Group = {
  names: [RESTORED, BYTES],
  run: async (people, isWanted) =>
    (await measure(Math.min(people, PEOPLE))).filter(({ name }) => isWanted(name)),
};

async function measure(people: number): Promise<Row[]> {
  const { sql } = await benchDatabase();
  const service = await startService();
  const client = await createClient();
  const { companyId, integrationId } = client;
  const first = makeRoster(people);
  const firstSync = await client.send(service, first);
  await client.applied(firstSync);
  for (let night = 1; night <= NIGHTS; night++) {
    progress(`${RESTORED}: night ${night} of ${NIGHTS}`);
    await client.sync(service, makeRoster(people, { isMarried: (number) => number % 100 < night }));
  }
  const read: ReadBatch = (work) => work(sql);
  const run = await requireEarlierRun(sql, companyId, integrationId, { syncId: firstSync });
  const { baseline, subject } = await inTurn(
    ROUNDS,
    () => time(() => readEverybody(read, companyId)),
    () =>
      time(async () => {
        let entries = 0;
        for await (const batch of readEarlierRoster(read, companyId, run)) entries += batch.length;
        if (entries !== people) throw new Error(`${entries} entries came back`);
      }),
  );
  const bytes = (await storedBytes(sql, companyId)) / NIGHTS;
  const body = bodyOf(first, firstSync).length;
  return [
    {
      name: RESTORED,
      ...atMost(3, subject / baseline),
      measured: milliseconds(subject),
      baseline: `everybody is read ${milliseconds(baseline)}`,
    },
    {
      name: BYTES,
      ...withoutGoal(bytes / body),
      measured: `${Math.round(bytes / 1024)} KiB`,
      baseline: `the roster ${Math.round(body / 1024)} KiB`,
    },
  ];
}

async function readEverybody(read: ReadBatch, companyId: number): Promise<void> {
  const selectIds = async (sql: Pool) =>
    (await sql<{ id: number }[]>`select id from employees where company_id = ${companyId} order by id`).map(
      ({ id }) => id,
    );
  const rows = rowsInBatches(read, selectIds, (sql, ids) => selectEmployees(sql, companyId, ids));
  for await (const batch of rows) if (batch.length > BATCH) throw new Error('a batch is too large');
}

/** What the changes hold for earlier rosters. */
async function storedBytes(sql: Pool, companyId: number): Promise<number> {
  const [stored] = await sql<{ bytes: number }[]>`
    select coalesce(sum(coalesce(pg_column_size(listed_before), 0) + coalesce(pg_column_size(entry), 0)), 0)::float8 as bytes
    from sync_changes where company_id = ${companyId}`;
  return stored?.bytes ?? 0;
}
