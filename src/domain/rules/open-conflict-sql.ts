import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether a conflict is about the link `l`: about its number, or about the one with which it seems to be exchanged. */
export function isConflictOf(sql: Sql, conflict = 'k'): Fragment {
  return sql.unsafe(
    `${conflict}.company_id = l.company_id and l.id in (${conflict}.link_id, ${conflict}.other_link_id)`,
  );
}

/** Deletes the conflicts about these links. */
export async function deleteConflictsOf(
  sql: Sql,
  companyId: number,
  linkIds: readonly number[],
): Promise<void> {
  await sql`
    delete from sync_conflicts
    where company_id = ${companyId} and (link_id = any(${linkIds}::bigint[]) or other_link_id = any(${linkIds}::bigint[]))`;
}

/** Whether a conflict about the employee `e` is open. */
export function hasOpenConflict(sql: Sql): Fragment {
  return sql`exists (
    select from hr_links l join sync_conflicts k on ${isConflictOf(sql)}
    where l.company_id = e.company_id and l.employee_id = e.id)`;
}
