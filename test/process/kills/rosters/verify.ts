import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { sweepUploads } from '../../../../src/rosters/receive/sweep-uploads.ts';
import { faultUnless } from '../fault.ts';
import type { CrashClient } from './client.ts';
import { lastNameOf } from './rosters.ts';

interface Run {
  id: number;
  syncId: string;
  acceptSeq: number;
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
    select r.id, sync_id as "syncId", accept_seq as "acceptSeq", status, failure, encode(body_digest, 'hex') as digest,
      (select jsonb_object_agg(outcome, count) from (
        select outcome, count(*) from sync_changes c
          where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing' group by outcome
      ) of_run) as changes,
      (select count(distinct employee_id) from sync_changes c
        where c.company_id = r.company_id and c.run_id = r.id and c.outcome <> 'listing') as people
    from sync_runs r where company_id = ${companyId} and integration_id = ${integrationId}
      and accept_seq > ${client.verified}
    order by accept_seq`;
  for (const run of runs) {
    const { syncId } = run;
    const generation = client.generations.get(syncId);
    faultUnless(
      generation !== undefined,
      'doubled',
      `${syncId} was not sent, or there is a run of it already`,
    );
    client.generations.delete(syncId);
    client.accepted.delete(syncId);
    faultUnless(run.status === 'succeeded', 'lost', `${syncId}: ${run.failure}`);
    faultUnless(
      run.digest === createHash('sha256').update(generation.body).digest('hex'),
      'half',
      `the body of ${syncId} is another one`,
    );
    const applied = client.model.apply(generation);
    const expected = Object.fromEntries(Object.entries(applied).filter(([, count]) => count > 0));
    const changes = `${syncId}: ${JSON.stringify(run.changes)} instead of ${JSON.stringify(expected)}`;
    faultUnless(isDeepStrictEqual(run.changes ?? {}, expected), 'half', changes);
    const people = Object.values(expected).reduce((sum, count) => sum + count, 0);
    faultUnless(run.people === people, 'doubled', `${syncId} has ${run.people} people instead of ${people}`);
    client.verified = run.acceptSeq;
  }
  const [missing] = client.accepted;
  faultUnless(missing === undefined, 'lost', `${missing} was promised`);
}

/** Every person has the name of the generation that last listed them, so all present people have the same. */
async function verifyPeople(sql: Pool, { company, model }: CrashClient): Promise<void> {
  const people = await sql<{ hrId: string; lastName: string; isPresent: boolean }[]>`
    select l.hr_id as "hrId", e.last_name as "lastName", l.ended_at is null as "isPresent"
    from employees e left join hr_links l on l.company_id = e.company_id and l.employee_id = e.id
    where e.company_id = ${company.companyId}`;
  const counts = `${people.length} people instead of ${model.people.size}`;
  faultUnless(people.length >= model.people.size, 'lost', counts);
  faultUnless(people.length <= model.people.size, 'doubled', counts);
  for (const { hrId, lastName, isPresent } of people) {
    faultUnless(lastName === lastNameOf(model.people.get(hrId) ?? 0), 'half', `${hrId} is ${lastName}`);
    faultUnless(isPresent === model.present.has(hrId), 'half', `${hrId} is present: ${isPresent}`);
  }
}

async function verifyTickets(sql: Pool, { company }: CrashClient): Promise<void> {
  const doubled = await sql`
    select employee_id, month from tickets where company_id = ${company.companyId} and voided_at is null
    group by 1, 2 having count(*) > 1`;
  faultUnless(doubled.length === 0, 'doubled', `tickets of ${JSON.stringify(doubled)}`);
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
  faultUnless(
    left?.['uploads'] === 0 && left['entries'] === 0,
    'half',
    `left behind: ${JSON.stringify(left)}`,
  );
  return swept;
}
