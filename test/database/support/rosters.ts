import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../../src/platform/db/types.ts';
import type { RunStatus } from '../../../src/rosters/runs/runs-sql.ts';
import { type Entry, entry } from './entry.ts';

export function rosterBody(syncId: string, employees: readonly object[]): string {
  return JSON.stringify({ syncId, employees });
}

/** Returns entries of a roster that is larger than the part the service keeps in memory. Applying it takes a while. */
export function manyPeople(lastName: string): Entry[] {
  return peopleWithPictures(6_000, 200, { lastName });
}

/** The same with as few entries as possible, for tests that do not interrupt the service. */
export function largeEntries(other: Partial<Entry> = {}): Entry[] {
  return peopleWithPictures(1_100, 1_000, other);
}

/** Long addresses make a large body of few entries. */
export function peopleWithPictures(count: number, length: number, other: Partial<Entry> = {}): Entry[] {
  const profileImage = `https://pictures.example.com/${'x'.repeat(length)}`;
  return Array.from({ length: count }, (_, index) => entry(`P${index}`, { profileImage, ...other }));
}

interface Synced {
  companyId: number;
  integrationId: number;
}

interface Run {
  id: number;
  syncId: string;
  acceptSeq: number;
  status: RunStatus;
  attempts: number;
  resubmissions: number;
  failure: string | null;
  changes: number;
}

/** Returns the runs in the order of acceptance, each with its number of stored changes. */
export async function runsOf(sql: Pool, { companyId, integrationId }: Synced): Promise<Run[]> {
  return [
    ...(await sql<Run[]>`
      select r.id, sync_id as "syncId", accept_seq as "acceptSeq", status, attempts, resubmissions, failure,
        (select count(*) from sync_changes c where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing') as changes
      from sync_runs r where company_id = ${companyId} and integration_id = ${integrationId}
      order by accept_seq`),
  ];
}

/**
 * Waits until no run is queued or running; fails after the given time. Ignores errors, because the database
 * may be down meanwhile.
 */
export async function untilAllRunsFinished(
  sql: Pool,
  companies: readonly Pick<Synced, 'companyId'>[],
  seconds = 90,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  const ids = companies.map(({ companyId }) => companyId);
  for (;;) {
    const waiting = await sql`
      select sync_id, status, attempts, failure from sync_runs
      where company_id = any(${ids}::bigint[]) and status in ('queued', 'running')`.catch(() => undefined);
    if (waiting?.length === 0) return;
    assert(Date.now() < deadline, `not over after ${seconds} s: ${JSON.stringify(waiting)}`);
    await sleep(50);
  }
}
