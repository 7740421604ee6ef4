import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { sweepUploads } from '../../../../src/rosters/receive/sweep-uploads.ts';
import type { CrashClient } from './client.ts';
import { lastNameOf } from './rosters.ts';

interface Run {
  id: number;
  syncId: string;
  status: string;
  failure: string | null;
  digest: string;
  changes: Record<string, number> | null;
  people: number;
}

/** Compares the database with the client's record. No roster may be in progress. */
export async function verify(sql: Pool, client: CrashClient): Promise<void> {
  await verifyRuns(sql, client);
  await verifyPeople(sql, client);
  await verifyTickets(sql, client);
}

/** Every accepted roster was applied once and completely; every other roster is missing or complete. */
async function verifyRuns(sql: Pool, client: CrashClient): Promise<void> {
  const { companyId, integrationId } = client.company;
  const runs = await sql<Run[]>`
    select r.id, sync_id as "syncId", status, failure, encode(body_digest, 'hex') as digest,
      (select jsonb_object_agg(outcome, count) from (
        select outcome, count(*) from sync_changes c
          where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing' group by outcome
      ) of_run) as changes,
      (select count(distinct employee_id) from sync_changes c
        where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing') as people
    from sync_runs r where company_id = ${companyId} and integration_id = ${integrationId}
      order by accept_seq`;
  assert.equal(new Set(runs.map(({ syncId }) => syncId)).size, runs.length, 'one run per syncId');
  const present = new Set(runs.map(({ syncId }) => syncId));
  for (const syncId of client.accepted) assert(present.has(syncId), `${syncId} was promised and is lost`);
  for (const run of runs.slice(client.verified)) {
    const generation = client.generations.get(run.syncId);
    assert(generation, `${run.syncId} was never sent`);
    assert.equal(run.status, 'succeeded', `${run.syncId}: ${run.failure}`);
    assert.equal(run.digest, createHash('sha256').update(generation.body).digest('hex'));
    const applied = client.model.apply(generation);
    const expected = Object.fromEntries(Object.entries(applied).filter(([, count]) => count > 0));
    assert.deepEqual(run.changes ?? {}, expected, `${run.syncId} was applied once and wholly`);
    assert.equal(
      run.people,
      Object.values(expected).reduce((sum, count) => sum + count, 0),
      'one change a person',
    );
  }
  client.verified = runs.length;
}

/** Every person has the name of the generation that last listed them, so all present people have the same. */
async function verifyPeople(sql: Pool, { company, model }: CrashClient): Promise<void> {
  const people = await sql<{ hrId: string; lastName: string; isPresent: boolean }[]>`
    select l.hr_id as "hrId", e.last_name as "lastName", l.ended_at is null as "isPresent"
    from employees e left join hr_links l on l.company_id = e.company_id and l.employee_id = e.id
    where e.company_id = ${company.companyId}`;
  assert.equal(people.length, model.people.size, 'nobody twice, nobody missing');
  for (const { hrId, lastName, isPresent } of people) {
    assert.equal(lastName, lastNameOf(model.people.get(hrId) ?? 0), hrId);
    assert.equal(isPresent, model.present.has(hrId), hrId);
  }
}

async function verifyTickets(sql: Pool, { company }: CrashClient): Promise<void> {
  const doubled = await sql`
    select employee_id, month from tickets where company_id = ${company.companyId} and voided_at is null
    group by 1, 2 having count(*) > 1`;
  assert.deepEqual([...doubled], [], 'a ticket a person and month');
}

/**
 * Expires all leases, then checks that abandoned uploads are deleted. Returns how many uploads there were.
 */
export async function verifyNothingLeftBehind(sql: Pool): Promise<number> {
  await sql`update roster_uploads set lease_until = now() where lease_until <> 'infinity'`;
  const swept = await sweepUploads(sql);
  const [left] = await sql`
    select (select count(*) from roster_uploads) as uploads,
      (select count(*) from roster_entries) as entries`;
  assert.deepEqual({ ...left }, { uploads: 0, entries: 0 }, 'nothing is left behind');
  return swept;
}
