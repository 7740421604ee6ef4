import { idsOf } from '../../platform/db/ids-of.ts';
import { setLocally } from '../../platform/db/planner.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import { COLLECTABLE_TYPES, type Event, MAX_OF_A_TYPE } from './event-types.ts';

export async function selectCompaniesToNumber(sql: Pool): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select distinct company_id as "companyId" from events where number is null order by 1`;
  return rows.map(({ companyId }) => companyId);
}

/** Figures for operators: how many events of all companies have no number yet, and how long the oldest has waited. */
export async function selectUnnumbered(sql: Sql): Promise<{ events: number; oldestSeconds: number }> {
  const [waiting] = await sql<{ events: number; oldestSeconds: number }[]>`
    select count(*) as events, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from events where number is null`;
  return waiting ?? { events: 0, oldestSeconds: 0 };
}

export async function hasUnnumbered(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`select from events where company_id = ${companyId} and number is null limit 1`;
  return found.length > 0;
}

/** Locks the company's event counter: transactions that number events wait for each other. Creates the row if it is missing. */
export async function lockCounter(tx: Transaction, companyId: number): Promise<number> {
  const [counter] = await tx<{ lastNumber: number }[]>`
    insert into event_counters (company_id) values (${companyId})
    on conflict (company_id) do update set last_number = event_counters.last_number
    returning last_number as "lastNumber"`;
  if (!counter) throw new Error('an upsert returned nothing');
  return counter.lastNumber;
}

/**
 * Numbers all committed events in one statement, so that it sees either all events of a transaction or none. If one
 * transaction has more events of a type than `maxSingleEvents`, the first one stays, with their count and the fields in which
 * all agree.
 *
 * The planner hardly ever knows that events wait: its statistics are of a time when they had numbers. It would expect one, and compare
 * all with all (519 events took 8.7 s).
 */
export async function giveNumbers(tx: Transaction, companyId: number, lastNumber: number): Promise<number> {
  await setLocally(tx, 'enable_nestloop', 'off');
  const numbered = await tx`
    with waiting as materialized (
      select seq, xid, type, data, coalesce((data ->> 'count')::bigint, 1) as count
      from events where company_id = ${companyId} and number is null
    ), many as materialized (
      select xid, type, min(seq) as seq, count(*) as rows, sum(count) as count
      from waiting where type = any(${COLLECTABLE_TYPES}::text[])
      group by xid, type having sum(count) > ${MAX_OF_A_TYPE}
    ), shared as materialized (
      select many.seq, field.key, min(field.value::text)::jsonb as value
      from many join waiting w using (xid, type) cross join lateral jsonb_each(w.data - 'count') field
      group by many.seq, many.rows, field.key
      having count(*) = many.rows and count(distinct field.value) = 1
    ), merged as materialized (
      select many.seq, jsonb_build_object('count', many.count)
        || coalesce((select jsonb_object_agg(key, value) from shared s where s.seq = many.seq), '{}') as data
      from many
    ), dropped as (
      delete from events e using waiting w join many using (xid, type)
      where e.company_id = ${companyId} and e.number is null and e.seq = w.seq and w.seq <> many.seq
    ), kept as materialized (
      select w.seq, coalesce(merged.data, w.data) as data, row_number() over (order by w.seq) as number
      from waiting w
      left join many using (xid, type)
      left join merged on merged.seq = many.seq
      where many.seq is null or w.seq = many.seq
    )
    update events e set number = ${lastNumber} + kept.number, data = kept.data
    from kept where e.company_id = ${companyId} and e.number is null and e.seq = kept.seq`;
  await tx`
    update event_counters set last_number = ${lastNumber + numbered.count} where company_id = ${companyId}`;
  return numbered.count;
}

export async function selectEvents(
  sql: Sql,
  companyId: number,
  { after, limit }: { after: number; limit: number },
): Promise<Event[]> {
  return await sql<Event[]>`
    select number, type, created_at as "createdAt", data from events
    where company_id = ${companyId} and number > ${after} order by number limit ${limit}`;
}

export async function selectOldestNumber(sql: Sql, companyId: number): Promise<number | null> {
  const [oldest] = await sql<{ number: number }[]>`
    select number from events where company_id = ${companyId} and number is not null order by number limit 1`;
  return oldest?.number ?? null;
}

export async function selectCompaniesWithOldEvents(sql: Pool, days: number): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select c.id from companies c
    cross join lateral (
      select created_at from events e where e.company_id = c.id and e.number is not null order by e.number limit 1
    ) oldest
    where oldest.created_at < now() - make_interval(days => ${days})
    order by 1`);
}

/** Deletes from the oldest number on, so that the numbers that stay have no gaps. */
export async function deleteOldEvents(
  sql: Pool,
  companyId: number,
  days: number,
  max: number,
): Promise<number> {
  const deleted = await sql`
    with oldest as materialized (
      select number, created_at from events
      where company_id = ${companyId} and number is not null order by number limit ${max}
    )
    delete from events
    where company_id = ${companyId} and number < coalesce(
      (select min(number) from oldest where created_at >= now() - make_interval(days => ${days})),
      (select max(number) + 1 from oldest))`;
  return deleted.count;
}
