import type { OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { entryAsJson } from '../plan/entry-json.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { plannedChanges, type WorkingRun } from '../plan/working-tables.ts';

/** Counts held ends of omitted people. A held termination belongs to a listed person. */
export async function countHeldOmissions(sql: Sql, run: WorkingRun): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from ${plannedChanges(sql, run)} p where held and position is null`;
  return row?.count ?? 0;
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
      and ${isPresentHrLink(sql)}`;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set last_run_id = i.last_applied_run_id
    from ${plannedChanges(sql, roster)} p
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${integrationId}
    where p.held and p.position is null and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = p.link_id and l.last_run_id is null`;
}
