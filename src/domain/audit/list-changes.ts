import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Sql } from '../../platform/db/types.ts';
import { matchesName } from '../person/matches-name-sql.ts';
import { escapeForLike } from '../person/search-words.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from './record-change.ts';

export const ACTOR_TYPES = ['operator', 'portal-user', 'api-key', 'employee', 'sync', 'system'] as const;

export interface ChangeFilter {
  actorTypes?: readonly Actor['type'][];
  actions?: readonly string[];
  subjectTypes?: readonly string[];
  subjectIds?: readonly number[];
  /** Entries about these people: their records, contracts and documents. */
  employeeIds?: readonly number[];
  /** In the name of the person or of the actor. */
  search?: string;
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
  max: number,
): Promise<RecordedChange[]> {
  return await sql<RecordedChange[]>`
    ${changes(sql, companyId, filter)} and a.id > ${last} order by a.id limit ${max}`;
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
  if (filter.employeeIds)
    parts.push(isAbout(sql, companyId, sql`unnest(${filter.employeeIds}::bigint[]) id`));
  if (filter.search) parts.push(matchesSearch(sql, companyId, filter.search));
  if (filter.from) parts.push(sql`a.at >= ${filter.from}`);
  if (filter.before) parts.push(sql`a.at < ${filter.before}`);
  return allOf(sql, parts);
}

/** Whether row `a` is about one of these people. `people` is a table with the column `id`. */
function isAbout(sql: Sql, companyId: number, people: Fragment): Fragment {
  const theirs = (table: string) =>
    sql`select t.id from ${sql(table)} t where t.company_id = ${companyId} and t.employee_id in (select id from ${people})`;
  return sql`(
    (a.subject_type = 'employee' and a.subject_id in (select id from ${people}))
    or (a.subject_type = 'contract-offer' and a.subject_id in (${theirs('contract_offers')}))
    or (a.subject_type = 'document' and a.subject_id in (${theirs('documents')})))`;
}

function matchesSearch(sql: Sql, companyId: number, text: string): Fragment {
  const people = sql`(
    select e.id from employees e where e.company_id = ${companyId} and ${matchesName(sql, 'e', text)}) people`;
  const name = `%${escapeForLike(text.trim())}%`;
  return sql`(lower(a.actor_name) like lower(${name}) or ${isAbout(sql, companyId, people)})`;
}

/** The actor of row `a` of the audit log. */
export function namedActor(sql: Sql): Fragment {
  return sql`json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name)`;
}
