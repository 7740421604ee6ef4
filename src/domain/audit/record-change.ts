import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { AuditAction } from './actions.ts';

/** Who changed something. The operator is the person who runs the command line on the server. */
export type Actor =
  | { type: 'operator' | 'system'; id?: undefined }
  | { type: 'portal-user' | 'api-key' | 'employee' | 'sync'; id: number };

export const OPERATOR: Actor = { type: 'operator' };

interface Change {
  actor: Actor;
  action: AuditAction;
  subject: { type: string; id: number };
  /** Settings and numbers, never personal data or secrets: the log outlives the people in it. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
}

/** Called in the transaction that makes the change, so that neither exists without the other. */
export async function recordChange(sql: Sql, companyId: number, change: Change): Promise<void> {
  await sql`
    insert into audit_log (company_id, actor_type, actor_id, actor_name, action, subject_type, subject_id, details)
    select ${companyId}, ${change.actor.type}, ${change.actor.id ?? null}, ${nameOf(sql, companyId, change.actor)},
      ${change.action}, ${change.subject.type}, ${change.subject.id}, ${sql.json(change.details ?? {})}`;
}

/** Records a change for each of many subjects, in one statement and in their order. */
export async function recordChanges(
  sql: Sql,
  companyId: number,
  {
    actor,
    subjectType,
    changes,
  }: {
    actor: Actor;
    subjectType: string;
    changes: readonly (Pick<Change, 'action' | 'details'> & { subjectId: number })[];
  },
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into audit_log (company_id, actor_type, actor_id, actor_name, action, subject_type, subject_id, details)
    select ${companyId}, ${actor.type}, ${actor.id ?? null}::bigint, ${nameOf(sql, companyId, actor)}::text,
      c.action, ${subjectType}, c.subject_id, c.details::jsonb
    from unnest(${changes.map(({ action }) => action)}::text[], ${changes.map(({ subjectId }) => subjectId)}::bigint[],
      ${changes.map(({ details = {} }) => JSON.stringify(details))}::text[]) with ordinality
      as c (action, subject_id, details, place)
    order by c.place`;
}

/** Records a change by the operator that concerns every company. */
export async function recordOperatorChange(
  sql: Sql,
  { action, details = {} }: Pick<Change, 'action' | 'details'>,
): Promise<void> {
  await sql`
    insert into audit_log (company_id, actor_type, action, subject_type, subject_id, details)
    select id, ${OPERATOR.type}, ${action}, 'company', id, ${sql.json(details)} from companies`;
}

/** The name that the actor has now. A later change of it does not change the log. */
export function nameOf(sql: Sql, companyId: number, actor: Actor): Fragment | null {
  switch (actor.type) {
    case 'portal-user':
      return sql`(select email from portal_users where company_id = ${companyId} and id = ${actor.id})`;
    case 'api-key':
      return sql`(select name from api_keys where company_id = ${companyId} and id = ${actor.id})`;
    default:
      return null;
  }
}
