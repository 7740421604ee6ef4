import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The integrations that an API key is restricted to, or null for the whole company. Portal users have no scope. */
export type Scope = readonly number[] | null;

export const WHOLE_COMPANY: Scope = null;

export function isInScope(scope: Scope, integrationId: number): boolean {
  return scope === null || scope.includes(integrationId);
}

/** The ids to filter by: those asked for, if any, within the scope. */
export function idsInScope(scope: Scope, ids: number[] | undefined): number[] | undefined {
  if (scope === null) return ids;
  return ids ? ids.filter((id) => scope.includes(id)) : [...scope];
}

/** A further condition: the integration is in the scope. Nothing without a scope, so that the statement stays the same. */
export function andInScope(sql: Sql, scope: Scope, integrationId: Fragment): Fragment {
  return scope === null ? sql`` : sql`and ${integrationId} = any(${[...scope]}::bigint[])`;
}

/** The integrations that are in both scopes. */
export function narrower(one: Scope, other: Scope): Scope {
  if (one === null) return other;
  return one.filter((id) => isInScope(other, id));
}

/** A further condition: the person has a link to an integration of the scope, present or ended. */
export function andLinkedInScope(sql: Sql, companyId: number, scope: Scope, employeeId: Fragment): Fragment {
  return scope === null ? sql`` : sql`and ${isLinkedInScope(sql, companyId, scope, employeeId)}`;
}

/** Whether the person has a link to one of the integrations, present or ended. */
export function isLinkedInScope(
  sql: Sql,
  companyId: number,
  scope: readonly number[],
  employeeId: Fragment,
): Fragment {
  return sql`exists (
    select from hr_links l
    where l.company_id = ${companyId} and l.employee_id = ${employeeId} ${andInScope(sql, scope, sql`l.integration_id`)}
  )`;
}
