import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { HrDecision } from '../../tickets/subscriptions/hr-facts-sql.ts';
import { entryAsJson } from '../plan/entry-json.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { rowsFor } from '../plan/steps-sql.ts';
import { isOf, plannedChanges } from '../plan/working-tables.ts';
import { emitChanges, type WrittenChange } from '../runs/emit-changes-sql.ts';

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
  });
}

/** Inserts the changes of all other people, and emits their events. */
export async function insertOtherChanges(tx: Transaction, run: WorkingRoster): Promise<void> {
  await insertChanges(tx, run, {
    consequence: tx`null::jsonb`,
    from: tx`${plannedChanges(tx, run)} p where ${rowsFor(tx, 'isOtherChange')}`,
    orderBy: tx`p.position nulls last, p.link_id`,
  });
}

/** Inserts what changed nobody and yet belongs to the roster (docs/sync.md, "Earlier rosters"). */
export async function insertListings(tx: Transaction, run: WorkingRoster): Promise<void> {
  await insertChanges(tx, run, {
    consequence: tx`null::jsonb`,
    from: tx`${plannedChanges(tx, run)} p where ${rowsFor(tx, 'isListingOnly')}`,
    orderBy: tx`p.position nulls last, p.hr_id`,
  });
}

interface ChangesToInsert {
  consequence: Fragment;
  /** The planned changes `p`, with a condition. */
  from: Fragment;
  orderBy: Fragment;
}

async function insertChanges(
  tx: Transaction,
  run: WorkingRoster,
  { consequence, from, orderBy }: ChangesToInsert,
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
  const changes = await tx<WrittenChange[]>`
    insert into sync_changes (company_id, ${names})
    select ${companyId}::bigint, ${columns} from ${from} order by ${orderBy}
    returning id, employee_id as "employeeId", outcome`;
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
