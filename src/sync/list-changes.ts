import type { Pool } from '../db/connect.ts';
import { both, type Fragment } from '../db/fragments.ts';
import { type ListOrder, type Page, pageOfIds } from '../db/pages.ts';
import type { HrAction } from '../subscriptions/hr-facts-sql.ts';
import type { Outcome, Reason } from './vocabulary.ts';

export interface Change {
  id: number;
  position: number | null;
  employeeId: number | null;
  hrId: string | null;
  outcome: Outcome;
  reason: Reason;
  fields: Record<string, { from: unknown; to: unknown }>;
  consequence: { action: HrAction; start: string | null; end: string | null } | null;
}

export interface ChangeFilter {
  ids?: number[];
  outcomes?: Outcome[];
  employeeIds?: number[];
}

/** All changes of a run were made at the same time, so every order is that of their ids. */
export async function listChanges(
  sql: Pool,
  companyId: number,
  runId: number,
  filter: ChangeFilter,
  order: ListOrder,
): Promise<Page<Change>> {
  const parts: Fragment[] = [sql`e.company_id = ${companyId} and e.run_id = ${runId}`];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.outcomes) parts.push(sql`e.outcome = any(${filter.outcomes}::text[])`);
  if (filter.employeeIds) parts.push(sql`e.employee_id = any(${filter.employeeIds}::bigint[])`);
  const matching = sql`sync_changes e where ${both(sql, parts)}`;
  const { total, ids } = await pageOfIds(sql, matching, { ...order, sortField: 'id' });
  const rows = await sql<Change[]>`
    select id, position, employee_id as "employeeId", hr_id as "hrId", outcome, reason, fields, consequence
    from sync_changes where company_id = ${companyId} and run_id = ${runId} and id = any(${ids}::bigint[])`;
  const found = new Map(rows.map((change) => [change.id, change]));
  return { total, items: ids.flatMap((id) => found.get(id) ?? []) };
}
