import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const TIME = '2026-11-19 08:50:44.163312+00';

test('a time that is given as text keeps its microseconds', async () => {
  await sql`create table times (at timestamptz)`;
  await sql`insert into times ${sql({ at: TIME })}`;
  const [found] = await sql`
    select at::text as inserted, ${TIME}::timestamptz::text as cast, ${[TIME]}::timestamptz[]::text as list,
      (array[at] || ${TIME}::timestamptz)::text as appended
    from times where at = ${TIME}`;
  const list = `{"${TIME}"}`;
  assert.deepEqual({ ...found }, { inserted: TIME, cast: TIME, list, appended: `{"${TIME}","${TIME}"}` });
});

test('a date of JavaScript and the time in the database are the same moment', async () => {
  const date = new Date('2026-11-19T09:50:44.163+01:00');
  const [found] = await sql<{ time: Date; text: string }[]>`
    select ${date}::timestamptz as time, ${date}::timestamptz::text as text`;
  assert.deepEqual({ ...found }, { time: date, text: '2026-11-19 08:50:44.163+00' });
});
