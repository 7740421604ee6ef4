import type { CompanyDay } from '../../domain/day/company-day.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { plannedChanges, type WorkingRun } from '../plan/working-tables.ts';
import { MAX_POINTERS } from '../receive/warnings.ts';
import type { Warning } from '../runs/sync-outcomes.ts';

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
