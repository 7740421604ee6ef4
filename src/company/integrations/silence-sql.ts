import { isSilent } from '../../domain/rules/silent-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { ExpectEvery } from './integration-types.ts';
import { HOURS_APART, MAX_TIMES, type Pace } from './pace.ts';

/**
 * Whether it has to be worked out when the next roster of integration `i` is overdue. Unless `expect_every` is off, one is always
 * waited for; earlier versions did not wait before a pace was learned.
 */
const toBePaced = (sql: Sql): Fragment => sql`
  (i.disconnected_at is null and (
    i.paced_seq is distinct from i.last_accept_seq
    or (i.overdue_at is null and i.expect_every <> 'off')))`;

const toBeTold = (sql: Sql): Fragment =>
  sql`(${isSilent(sql)} and (i.silence_told_at is null or i.silence_told_at < i.overdue_at))`;

export async function selectCompaniesToWatch(sql: Pool): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select distinct i.company_id as "companyId" from hr_integrations i
    where (${toBePaced(sql)} or ${toBeTold(sql)})
    order by 1`;
  return rows.map(({ companyId }) => companyId);
}

export interface ToBePaced {
  id: number;
  acceptSeq: number;
  expectEvery: ExpectEvery;
  /** Of the company's local clock, in milliseconds. */
  connectedAt: number;
  /** The rosters that count, newest first, of the same clock. */
  times: number[];
}

/**
 * Locks the integrations and selects the times of their rosters. Integrations that are locked are left to the next tick,
 * so that this never waits for a roster.
 */
export async function selectToBePaced(sql: Sql, companyId: number): Promise<ToBePaced[]> {
  return await sql<ToBePaced[]>`
    with recursive integration as materialized (
      select i.company_id, i.id, i.last_accept_seq, i.expect_every, i.connected_at, c.time_zone
      from hr_integrations i
      join companies c on c.id = ${companyId}
      where i.company_id = ${companyId} and ${toBePaced(sql)}
      for no key update of i skip locked
    ), counting as (
      (
        select i.company_id, i.id, latest.accept_seq, latest.accepted_at, 1 as place
        from integration i
        cross join lateral (
          select r.accept_seq, r.accepted_at from sync_runs r
          where r.company_id = ${companyId} and r.integration_id = i.id
          order by r.accept_seq desc limit 1
        ) latest
      )
      union all
      select c.company_id, c.id, earlier.accept_seq, earlier.accepted_at, c.place + 1
      from counting c
      cross join lateral (
        select r.accept_seq, r.accepted_at from sync_runs r
        where r.company_id = ${companyId} and r.integration_id = c.id and r.accept_seq < c.accept_seq
          and r.accepted_at <= c.accepted_at - make_interval(hours => ${HOURS_APART})
        order by r.accept_seq desc limit 1
      ) earlier
      where c.place < ${MAX_TIMES}
    )
    select i.id, i.last_accept_seq as "acceptSeq", i.expect_every as "expectEvery",
      ${local(sql, sql`i.connected_at`)} as "connectedAt",
      array(
        select ${local(sql, sql`c.accepted_at`)} from counting c where c.id = i.id order by c.place
      ) as times
    from integration i
    order by i.id`;
}

/** The local clock of the company at that moment, in milliseconds. */
const local = (sql: Sql, moment: Fragment): Fragment =>
  sql`(extract(epoch from ${moment} at time zone i.time_zone) * 1000)::float8`;

export interface Paced {
  id: number;
  acceptSeq: number;
  pace: Pace | null;
  /** Of the company's local clock, in milliseconds. */
  overdueAt: number | null;
}

/** A roster may have been accepted meanwhile: then `paced_seq` is not the last one, and the next tick works it out anew. */
export async function updatePace(sql: Sql, companyId: number, { id, ...paced }: Paced): Promise<void> {
  const { acceptSeq, pace, overdueAt } = paced;
  await sql`
    update hr_integrations i set paced_seq = ${acceptSeq}, pace = ${pace && sql.json({ ...pace })},
      overdue_at = to_timestamp(${overdueAt}::float8 / 1000) at time zone 'UTC' at time zone c.time_zone
    from companies c
    where i.company_id = ${companyId} and i.id = ${id} and c.id = i.company_id`;
}

export interface Silence {
  id: number;
  lastSyncId: string | null;
  overdueAt: Date;
}

/** Marks silences that have not been announced yet. If several nodes try, each silence is returned to one of them. */
export async function markAnnounced(sql: Sql, companyId: number): Promise<Silence[]> {
  return await sql<Silence[]>`
    with silent as materialized (
      select i.company_id, i.id, i.overdue_at, r.sync_id
      from hr_integrations i
      left join sync_runs r on r.company_id = i.company_id and r.id = i.last_run_id
      where i.company_id = ${companyId} and ${toBeTold(sql)}
      order by i.id
      for no key update of i skip locked
    )
    update hr_integrations i set silence_told_at = now()
    from silent s where i.company_id = ${companyId} and i.id = s.id
    returning i.id, s.sync_id as "lastSyncId", s.overdue_at as "overdueAt"`;
}
