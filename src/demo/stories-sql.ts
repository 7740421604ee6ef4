import { idsOf } from '../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../platform/db/types.ts';
import { SPAN_MS } from './script.ts';

/** The default time zone of a company. */
const TIME_ZONE = 'Europe/Berlin';

/** A frozen clock shows noon of its day. */
export async function selectPresent(
  sql: Sql,
  frozenOn: string | null,
): Promise<{ today: string; now: Date }> {
  const [row] = await sql<{ today: string; now: Date }[]>`
    select business_date(${TIME_ZONE}, ${frozenOn}::date) as today,
      coalesce((${frozenOn}::date + time '12:00') at time zone ${TIME_ZONE}, now()) as now`;
  if (!row) throw new Error('select without from returned nothing');
  return row;
}

/** The first demo of a database has number 1. Concurrent demos wait for each other here. */
export async function nextDemoNumber(sql: Sql): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transit demo number'))`;
  const [row] = await sql<{ number: number }[]>`
    select number from generate_series(1, (select count(*)::int + 1 from portal_users)) as number
    where not exists (
      select from portal_users
      where email_normal = case number when 1 then 'demo@example.com' else 'demo-' || number || '@example.com' end
    )
    order by number limit 1`;
  return row?.number ?? 1;
}

export interface Story {
  today: string;
  now: Date;
  /** The number of the step that is being played. */
  step: number;
}

/** Sets the company's clock to the beginning of its story. The first step, which is being played, is its creation. */
export async function insertStory(
  tx: Transaction,
  companyId: number,
  story: { beginsAt: Date; today: string; now: Date; isFrozen: boolean },
): Promise<void> {
  const { beginsAt, today, now, isFrozen } = story;
  await tx`update companies set clock_frozen_on = ${beginsAt.toISOString().slice(0, 10)} where id = ${companyId}`;
  await tx`
    insert into demo_stories (company_id, ends_at, ends_on, stays_frozen, begun, moments)
    values (${companyId}, ${now}, ${today}, ${isFrozen}, array[now()], array[${beginsAt}::timestamptz])`;
}

/** Undefined if the story is over. */
export async function selectStory(sql: Sql, companyId: number): Promise<Story | undefined> {
  const [story] = await sql<Story[]>`
    select ends_on as today, ends_at as now, cardinality(moments) - 1 as step
    from demo_stories where company_id = ${companyId}`;
  return story;
}

export async function selectCompaniesWithStory(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select company_id as id from demo_stories order by company_id`);
}

/** Ends a step and begins the next one. Fails if another node has ended it. */
export async function beginNextStep(sql: Sql, companyId: number, step: number, at: Date): Promise<void> {
  const { count } = await sql`
    update demo_stories set begun = begun || clock_timestamp(), moments = moments || ${at}::timestamptz
    where company_id = ${companyId} and cardinality(moments) = ${step + 1}`;
  if (count === 0) throw new Error(`step ${step} of the demo's story was played by another node`);
}

interface DemoPerson {
  id: number;
  firstName: string;
  dateOfBirth: string;
}

export async function selectPeople(sql: Sql, companyId: number): Promise<DemoPerson[]> {
  return await sql<DemoPerson[]>`
    select id, first_name as "firstName", date_of_birth as "dateOfBirth" from employees where company_id = ${companyId}`;
}

export interface OpenOffer {
  id: number;
  employeeId: number;
  reason: string;
  linkVersion: number;
}

export async function selectOpenOffers(sql: Sql, companyId: number): Promise<OpenOffer[]> {
  return await sql<OpenOffer[]>`
    select o.id, o.employee_id as "employeeId", o.reason, e.link_version as "linkVersion"
    from contract_offers o join employees e on e.company_id = o.company_id and e.id = o.employee_id
    join companies c on c.id = o.company_id
    where o.company_id = ${companyId} and o.status = 'pending' and o.withdrawn_at is null
      and o.answer_until >= c.clock_frozen_on
    order by o.id`;
}

export async function hasRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  syncId: string,
): Promise<boolean> {
  const found = await sql`
    select from sync_runs
    where company_id = ${companyId} and integration_id = ${integrationId} and sync_id = ${syncId}`;
  return found.length > 0;
}

export async function hasUnfinishedRun(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`
    select from sync_runs where company_id = ${companyId} and status in ('queued', 'running') limit 1`;
  return found.length > 0;
}

/**
 * Ends the story: everything that its steps have written gets the time of the step, and the clock runs again. Entries of the
 * audit log too: those of a demo are as invented as its people.
 */
export async function endStory(tx: Transaction, companyId: number): Promise<void> {
  // Keys, users and sessions belong to real people, also in a demo.
  const tables = await tx<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns t
    where table_schema = 'public' and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
      and table_name <> 'demo_stories' and table_name !~ '^(api_key|portal|identity)'
      and (table_name = 'companies' or exists (
        select from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'company_id'))
    group by table_name`;
  await tx`set local transit.audit_log = 'open'`;
  for (const { name, columns } of tables) await setTimesBack(tx, companyId, name, columns);
  await tx`set local transit.audit_log = ''`;
  await tx`
    update companies c set clock_frozen_on = case when s.stays_frozen then s.ends_on end
    from demo_stories s where s.company_id = c.id and c.id = ${companyId}`;
  await tx`delete from demo_stories where company_id = ${companyId}`;
}

async function setTimesBack(
  tx: Transaction,
  companyId: number,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const timeInStory = (column: string) => `coalesce((
    select s.at + least(t.${column} - s.begun, interval '${SPAN_MS / 2} ms') from steps s
    where s.begun <= t.${column} and t.${column} <= now() order by s.begun desc limit 1), t.${column})`;
  const changes = columns.map((column) => `${column} = ${timeInStory(column)}`).join(', ');
  await tx`
    with steps as materialized (
      select step.begun, step.at from demo_stories d, unnest(d.begun, d.moments) as step (begun, at) where d.company_id = ${companyId}
    )
    update ${tx(table)} t set ${tx.unsafe(changes)}
    where t.${tx(table === 'companies' ? 'id' : 'company_id')} = ${companyId}`;
}
