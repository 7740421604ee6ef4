import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { emitted } from '../../domain/events/emit.ts';
import { isListed } from '../../domain/rules/listed-sql.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import { drawIds } from '../../platform/db/draw-ids.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { changeAndInsert } from '../../platform/db/inserting.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { HrDecision } from '../../tickets/subscriptions/hr-facts-sql.ts';
import { entryAsJson } from '../plan/entry-json.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { rowsFor } from '../plan/steps-sql.ts';
import {
  isOf,
  plannedAsP,
  plannedChanges,
  rowsToInsertFrom,
  type WorkingRun,
} from '../plan/working-tables.ts';
import { MAX_POINTERS } from '../receive/warnings.ts';
import { emitChanges, fieldsOfRun, type WrittenChange } from '../runs/emit-changes-sql.ts';
import type { Warning } from '../runs/sync-outcomes.ts';

/** Counts held ends of omitted people. A held termination belongs to a listed person. */
export async function countHeldOmissions(sql: Sql, run: WorkingRun): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from ${plannedChanges(sql, run)} p where held and position is null`;
  return row?.count ?? 0;
}

/** Inserts the changes of people whose facts have changed, and emits their events, up to the last person decided about. */
export async function insertChangesWithConsequences(
  tx: Transaction,
  run: WorkingRoster,
  ids: readonly number[],
  decisions: readonly HrDecision[],
): Promise<void> {
  await insertChanges(tx, run, {
    consequence: tx`
      case when d.action is not null
        then jsonb_build_object('action', d.action, 'start', d.start_on, 'end', d.end_on) end`,
    from: tx`
      planned_changes p
      left join ${decided(tx, decisions)} on d.employee_id = p.employee_id
      where ${isOf(tx, 'p', run)} and ${rowsFor(tx, 'isAffected')} and p.employee_id between ${ids[0] ?? 0} and ${ids.at(-1) ?? 0}`,
    orderBy: tx`p.employee_id`,
    max: ids.length,
  });
}

/** Inserts the changes of all other people, and emits their events. */
export async function insertOtherChanges(tx: Transaction, run: WorkingRoster, count: number): Promise<void> {
  await insertChanges(tx, run, {
    consequence: tx`null::jsonb`,
    from: plannedAsP(tx, run, rowsFor(tx, 'isOtherChange')),
    orderBy: tx`p.position nulls last, p.link_id`,
    max: count,
  });
}

/** Inserts what changed nobody and yet belongs to the roster (docs/sync.md, "Earlier rosters"). */
export async function insertListings(tx: Transaction, run: WorkingRoster, count: number): Promise<void> {
  await insertChanges(tx, run, {
    consequence: tx`null::jsonb`,
    from: plannedAsP(tx, run, rowsFor(tx, 'isListingOnly')),
    orderBy: tx`p.position nulls last, p.hr_id`,
    max: count,
  });
}

interface ChangesToInsert {
  consequence: Fragment;
  /** The planned changes `p`, with a condition. */
  from: Fragment;
  orderBy: Fragment;
  /** The largest number of rows. */
  max: number;
}

async function insertChanges(
  tx: Transaction,
  run: WorkingRoster,
  { consequence, from, orderBy, max }: ChangesToInsert,
): Promise<void> {
  const { companyId, runId } = run;
  const columns = tx`
    ${runId}::bigint, p.position, p.employee_id, p.hr_id,
    case when p.held then 'held' when ${rowsFor(tx, 'isListingOnly')} then 'listing' else p.outcome end,
    case when p.held and p.outcome <> 'renumbering' then 'waits-for-approval' else coalesce(p.reason, 'unknown') end,
    case when p.held then p.fields - 'terminationDate' else p.fields end,
    ${consequence}, p.listed_before,
    case
      when p.entry is not null then p.entry
      when p.outcome in ('conflict', 'waiting', 'set-aside') or (p.held and p.position is not null)
        then ${entryAsJson(tx, 'p')}
    end`;
  const names = tx.unsafe(
    'run_id, position, employee_id, hr_id, outcome, reason, fields, consequence, listed_before, entry',
  );
  // With the alias: a cluster would name the columns by the table, and its shard has another name.
  const returned = tx`returning c.id, c.employee_id as "employeeId", c.outcome`;
  const changes = tx.isDistributed
    ? await tx<WrittenChange[]>`
        insert into sync_changes as c (company_id, id, ${names}) overriding system value
        select p.company_id, (${await drawIds(tx, 'sync_changes', max)}::bigint[])[row_number() over (order by ${orderBy})], ${columns}
        from ${from} ${returned}`
    : await tx<WrittenChange[]>`
        insert into sync_changes as c (company_id, ${names})
        select ${companyId}::bigint, ${columns} from ${from} order by ${orderBy} ${returned}`;
  await emitChanges(tx, run, changes);
}

/** Adds consequences to existing changes. */
export async function recordConsequences(
  sql: Sql,
  companyId: number,
  runId: number,
  decisions: readonly HrDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const ids = decisions.map(({ employeeId }) => employeeId);
  const consequences = decisions.map(({ action, start, end }) => JSON.stringify({ action, start, end }));
  await sql`
    update sync_changes c set consequence = d.consequence::jsonb
    from unnest(${ids}::bigint[], ${consequences}::text[]) as d (employee_id, consequence)
    where c.company_id = ${companyId} and c.run_id = ${runId} and c.employee_id = d.employee_id`;
}

function decided(sql: Sql, decisions: readonly HrDecision[]): Fragment {
  const ids = decisions.map(({ employeeId }) => employeeId);
  const actions = decisions.map(({ action }) => action);
  const starts = decisions.map(({ start }) => start);
  const ends = decisions.map(({ end }) => end);
  return sql`
    unnest(${ids}::bigint[], ${actions}::text[], ${starts}::date[], ${ends}::date[])
      as d (employee_id, action, start_on, end_on)`;
}

/** Stores the ends that are held for approval. The links of omitted people keep the run that last listed them. */
export async function insertHeldEnds(sql: Sql, { companyId }: OpenDay, roster: WorkingRoster): Promise<void> {
  const { integrationId, runId } = roster;
  await sql`
    insert into sync_held_ends (company_id, run_id, link_id, termination_date)
    select ${companyId}, ${runId}, l.id, p.termination_date
    from ${plannedChanges(sql, roster)} p
    join hr_links l on l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.hr_id = p.hr_id
      and l.ended_at is null
    where p.held`;
  await sql`
    insert into sync_held_ends (company_id, run_id, link_id, entry)
    select ${companyId}, ${runId}, l.id, ${entryAsJson(sql, 'p')}
    from ${plannedChanges(sql, roster, sql`outcome = 'renumbering'`)} p
    join hr_links l on l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.employee_id = p.employee_id
      and ${isListed(sql)}`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set last_run_id = i.last_applied_run_id
    from ${plannedChanges(sql, roster)} p
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${integrationId}
    where p.held and p.position is null and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = p.link_id and l.last_run_id is null`;
}

/** Whether the row `p` is a conflict. Of two exchanged numbers, the smaller one represents both. */
const isConflict = (sql: Sql): Fragment =>
  sql`(p.outcome = 'conflict' and (p.reason <> 'numbers-exchanged' or p.other_link_id is not null))`;

/**
 * Replaces the integration's conflicts by those of this roster. An invalid entry leaves its conflict open. Returns the
 * number of new ones.
 */
export async function replaceConflicts(sql: Sql, roster: WorkingRoster): Promise<number> {
  const { companyId, integrationId, runId } = roster;
  const plan = plannedChanges(sql, roster);
  const rows = rowsToInsertFrom(sql, 'planned_changes', roster, roster.differences);
  await sql`
    delete from sync_conflicts c
    where company_id = ${companyId} and integration_id = ${integrationId}
      and not exists (
        select from ${plan} p
        where (p.outcome = 'invalid' or ${isConflict(sql)}) and p.hr_id = c.hr_id)`;
  // Read before: a part of the statement would see the new ones on a cluster.
  const known = await sql<{ id: number }[]>`
    select id from sync_conflicts where company_id = ${companyId} and integration_id = ${integrationId}`;
  const fields = fieldsOfRun(sql, roster);
  const conflicts = emitted(sql, companyId, 'conflict.found', {
    of: 'found',
    where: sql`r.id <> all(${known.map(({ id }) => id)}::bigint[])`,
    each: sql`${fields}, 'conflictId', r.id, 'employeeId', (
      select employee_id from hr_links l where l.company_id = ${companyId} and l.id = r.link_id)`,
    all: fields,
  });
  const parts = sql`
    found as (
      insert into sync_conflicts (company_id, integration_id, hr_id, link_id, run_id, entry, other_link_id, other_entry)
      select ${companyId}, ${integrationId}, p.hr_id, p.link_id, ${runId}, ${entryAsJson(sql, 'p')}, o.link_id,
        case when o.link_id is not null then ${entryAsJson(sql, 'o')} end
      from ${rows} p
      left join ${rows} o on o.company_id = p.company_id and o.link_id = p.other_link_id and o.outcome = 'conflict'
      where ${isConflict(sql)}
      on conflict (company_id, integration_id, hr_id)
      do update set link_id = excluded.link_id, run_id = excluded.run_id, entry = excluded.entry,
        other_link_id = excluded.other_link_id, other_entry = excluded.other_entry
      returning id, link_id
    ), ${conflicts.counted}`;
  const [row] = await changeAndInsert<{ found: number }>(sql, {
    parts,
    inserts: [conflicts.insert],
    result: sql`select rows as found from emitted_count`,
  });
  return row?.found ?? 0;
}

/** Selects the warnings of a run. They name people by their numbers, which an erasure removes. */
export async function selectWarnings(
  sql: Sql,
  { companyId, today }: CompanyDay,
  run: WorkingRun,
): Promise<Warning[]> {
  const plan = plannedChanges(sql, run);
  return await sql<Warning[]>`
    with found as (
      select 'ambiguous-match' as code, position, hr_id from ${plan} p where reason = 'ambiguous-match'
      union all
      select outcome, position, hr_id from ${plan} p where outcome in ('conflict', 'waiting')
      union all
      select 'already-started', p.position, p.hr_id from ${plan} p
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id
      where p.outcome = 'updated' and p.fields ? 'startDate' and e.term_start <= ${today}::date
        and coalesce(${subscriptionEnd(sql)} > ${today}::date, true)
        -- A start after a termination begins another employment (docs/lifecycle.md, "The gap").
        and coalesce(p.start_date <= p.termination_date or p.termination_date < e.term_start, true)
        and coalesce(p.start_date <= termination_of_cause(e.term_end_hr_cause), true)
    )
    select code, count(*)::int as count,
      (array_agg('/employees/' || position order by position))[1:${MAX_POINTERS}::int] as pointers,
      (array_agg(hr_id order by position))[1:${MAX_POINTERS}::int] as "hrIds"
    from found group by code order by code`;
}
