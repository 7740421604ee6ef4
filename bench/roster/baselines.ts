import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../../src/db/connect.ts';
import { toLines } from '../../src/roster/copy-entries.ts';
import { Notes } from '../../src/roster/notes.ts';
import { readEntry } from '../../src/roster/read-entry.ts';
import { time } from '../measure.ts';
import { type BenchRoster, bodyOf } from './roster.ts';

/** Tables like ours, with all their constraints, for what is done without the service. */
export async function createBaselineTables({ sql }: Database): Promise<void> {
  for (const table of ['roster_entries', 'employees', 'hr_links', 'sync_changes'])
    await sql.unsafe(`create table if not exists plain_${table} (like ${table} including all)`);
}

export interface Prepared {
  body: Buffer;
  /** What COPY is given, made beforehand. */
  lines: string;
}

export function prepare(roster: BenchRoster): Prepared {
  const notes = new Notes();
  const entries = roster.entries.map((entry, position) => readEntry(entry, position, notes));
  notes.throwIfAny();
  return { body: bodyOf(roster, 'baseline'), lines: toLines({ companyId: 1, uploadId: 1 }, entries) };
}

/** The least that has to be done with a roster: parse it, and COPY it into a table like the one for entries. */
export async function parseAndCopy({ sql, copies }: Database, { body, lines }: Prepared): Promise<number> {
  await sql`truncate plain_roster_entries`;
  return await time(async () => {
    JSON.parse(body.toString('utf8'));
    const client = await copies.connect();
    const stream = client.query(copyFrom('copy plain_roster_entries from stdin'));
    stream.end(lines);
    await once(stream, 'finish');
    client.release();
  });
}
