import { emitted } from '../../domain/events/emit.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { entryAsJson } from '../plan/entry-json.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { plannedChanges, rowsOf } from '../plan/working-tables.ts';
import { fieldsOfRun } from '../runs/emit-changes-sql.ts';

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
  const rows = rowsOf(sql, 'planned_changes', roster, { expected: roster.differences });
  await sql`
    delete from sync_conflicts c
    where company_id = ${companyId} and integration_id = ${integrationId}
      and not exists (
        select from ${plan} p
        where (p.outcome = 'invalid' or ${isConflict(sql)}) and p.hr_id = c.hr_id)`;
  const fields = fieldsOfRun(sql, roster);
  const conflicts = emitted(sql, companyId, 'conflict.found', {
    of: 'found',
    where: sql`r.id not in (select id from known)`,
    each: sql`${fields}, 'conflictId', r.id, 'employeeId', (
      select employee_id from hr_links l where l.company_id = ${companyId} and l.id = r.link_id)`,
    all: fields,
  });
  const [row] = await sql<{ found: number }[]>`
    with known as materialized (
      select id from sync_conflicts where company_id = ${companyId} and integration_id = ${integrationId}
    ), found as (
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
    ), ${conflicts}
    select rows as found from emitted_count`;
  return row?.found ?? 0;
}
