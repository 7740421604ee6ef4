import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../../src/db/types.ts';
import type { RunStatus } from '../../../src/sync/sql.ts';
import { type Entry, entry } from './syncing-company.ts';

export function rosterBody(syncId: string, employees: readonly object[]): string {
  return JSON.stringify({ syncId, employees });
}

/** People whose roster is larger than what is kept in memory. */
export function manyPeople(lastName: string, count = 6_000): Entry[] {
  // Long addresses make large bodies of few people.
  const profileImage = `https://pictures.example.com/${'x'.repeat(200)}`;
  return Array.from({ length: count }, (_, index) => entry(`P${index}`, { lastName, profileImage }));
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

/** In the order in which they were accepted, each with the number of changes on record. */
export async function runsOf(sql: Pool, { companyId, integrationId }: Synced): Promise<Run[]> {
  return [
    ...(await sql<Run[]>`
      select r.id, sync_id as "syncId", accept_seq as "acceptSeq", status, attempts, resubmissions, failure,
        (select count(*) from sync_changes c where c.company_id = r.company_id and c.run_id = r.id) as changes
      from sync_runs r where company_id = ${companyId} and integration_id = ${integrationId} order by accept_seq`),
  ];
}

/** Bounded: a run that is not over by then never will be. The database may be away meanwhile. */
export async function untilNothingWaits(
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
