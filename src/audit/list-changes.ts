import { allOf, type Fragment } from '../db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../db/pages.ts';
import type { Sql } from '../db/types.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from './record-change.ts';

export const ACTOR_TYPES = ['operator', 'portal-user', 'api-key', 'employee', 'sync', 'system'] as const;

export interface ChangeFilter {
  actorTypes?: readonly Actor['type'][];
  actions?: readonly string[];
  subjectTypes?: readonly string[];
  subjectIds?: readonly number[];
  from?: Date;
  /** Exclusive upper bound. */
  before?: Date;
}

/** With the name that the actor had at that time: a user's e-mail address or a key's name. */
export interface NamedActor {
  type: Actor['type'];
  id: number | null;
  name: string | null;
}

export interface RecordedChange {
  id: number;
  at: Date;
  actor: NamedActor;
  action: AuditAction;
  subjectType: string;
  subjectId: number | null;
  details: object;
}

/** Lists the audit log, newest first. */
export async function listChanges(
  sql: Sql,
  companyId: number,
  filter: ChangeFilter,
  request: PageRequest,
): Promise<Page<RecordedChange>> {
  return await pageOfRows(sql, changes(sql, companyId, filter), sql`order by a.id desc`, request);
}

/** The entries with ids above `last`, oldest first. */
export async function selectChangesAfter(
  sql: Sql,
  companyId: number,
  filter: ChangeFilter,
  last: number,
  most: number,
): Promise<RecordedChange[]> {
  return await sql<RecordedChange[]>`
    ${changes(sql, companyId, filter)} and a.id > ${last} order by a.id limit ${most}`;
}

function changes(sql: Sql, companyId: number, filter: ChangeFilter): Fragment {
  return sql`
    select a.id, a.at, ${namedActor(sql)} as actor, a.action, a.subject_type as "subjectType",
      a.subject_id as "subjectId", a.details
    from audit_log a
    where ${conditions(sql, companyId, filter)}`;
}

function conditions(sql: Sql, companyId: number, filter: ChangeFilter): Fragment {
  const parts: Fragment[] = [sql`a.company_id = ${companyId}`];
  if (filter.actorTypes) parts.push(sql`a.actor_type = any(${filter.actorTypes}::text[])`);
  if (filter.actions) parts.push(sql`a.action = any(${filter.actions}::text[])`);
  if (filter.subjectTypes) parts.push(sql`a.subject_type = any(${filter.subjectTypes}::text[])`);
  if (filter.subjectIds) parts.push(sql`a.subject_id = any(${filter.subjectIds}::bigint[])`);
  if (filter.from) parts.push(sql`a.at >= ${filter.from}`);
  if (filter.before) parts.push(sql`a.at < ${filter.before}`);
  return allOf(sql, parts);
}

/** The actor of row `a` of the audit log. */
export function namedActor(sql: Sql): Fragment {
  return sql`json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name)`;
}
