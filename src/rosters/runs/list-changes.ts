import { matchesName } from '../../domain/person/matches-name-sql.ts';
import { escapeForLike, wordsOf } from '../../domain/person/search-words.ts';
import { BATCH } from '../../platform/db/batches.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type ListOrder, type Page, pageOfRecords } from '../../platform/db/pages.ts';
import type { Pool, ReadBatch, Sql } from '../../platform/db/types.ts';
import type { HrAction } from '../../tickets/subscriptions/hr-facts-sql.ts';
import type { Outcome, Reason } from './sync-outcomes.ts';

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

/** With the person's present name; null if no person was matched. */
export interface NamedChange extends Change {
  firstName: string | null;
  lastName: string | null;
}

export interface ChangeFilter {
  ids?: number[];
  outcomes?: Outcome[];
  employeeIds?: number[];
  /** They change together with their run: all of them if it has changed since, else none. */
  updatedSince?: Date;
  /** Matches every word in the name or e-mail address, or the whole text in the HR number. */
  search?: string;
}

/** All changes of a run have the same timestamp, so every order is by id. */
export async function listChanges(
  sql: Pool,
  companyId: number,
  runId: number,
  filter: ChangeFilter,
  order: ListOrder,
): Promise<Page<NamedChange>> {
  const matching = sql`sync_changes e where ${conditions(sql, companyId, runId, filter)}`;
  return await pageOfRecords(sql, matching, { ...order, sortField: 'id' }, (ids) =>
    selectNamed(sql, companyId, conditions(sql, companyId, runId, { ids })),
  );
}

/** Yields all changes in batches: a run may have a million, and the reader may be slow. */
export async function* readChanges(
  read: ReadBatch,
  companyId: number,
  runId: number,
  filter: ChangeFilter,
): AsyncGenerator<NamedChange[]> {
  let last = 0;
  for (;;) {
    const batch = await read((sql) => {
      const matching = conditions(sql, companyId, runId, filter);
      return selectNamed(sql, companyId, sql`${matching} and e.id > ${last} order by e.id limit ${BATCH}`);
    });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.id ?? last;
  }
}

/**
 * Names are looked up in one query: right after a run, the planner's join could be as slow as single lookups.
 */
async function selectNamed(sql: Sql, companyId: number, which: Fragment): Promise<NamedChange[]> {
  const changes = await sql<Change[]>`
    select e.id, e.position, e.employee_id as "employeeId", e.hr_id as "hrId", e.outcome, e.reason, e.fields, e.consequence
    from sync_changes e
    where ${which}`;
  const ids = [...new Set(changes.flatMap(({ employeeId }) => employeeId ?? []))];
  const people = await sql<{ id: number; firstName: string; lastName: string }[]>`
    select id, first_name as "firstName", last_name as "lastName" from employees
    where company_id = ${companyId} and id = any(${ids}::bigint[])`;
  const names = new Map(people.map(({ id, firstName, lastName }) => [id, { firstName, lastName }]));
  return changes.map((change) => ({ ...change, ...(names.get(change.employeeId ?? 0) ?? NAMELESS) }));
}

const NAMELESS = { firstName: null, lastName: null };

function conditions(sql: Sql, companyId: number, runId: number, filter: ChangeFilter): Fragment {
  const parts: Fragment[] = [
    sql`e.company_id = ${companyId} and e.run_id = ${runId} and e.outcome <> 'listing'`,
  ];
  if (filter.ids) parts.push(sql`e.id = any(${filter.ids}::bigint[])`);
  if (filter.outcomes) parts.push(sql`e.outcome = any(${filter.outcomes}::text[])`);
  if (filter.employeeIds) parts.push(sql`e.employee_id = any(${filter.employeeIds}::bigint[])`);
  if (filter.search) parts.push(matchesSearch(sql, filter.search));
  if (filter.updatedSince)
    parts.push(
      sql`(select r.updated_at from sync_runs r where r.company_id = ${companyId} and r.id = ${runId}) >= ${filter.updatedSince}`,
    );
  return allOf(sql, parts);
}

function matchesSearch(sql: Sql, text: string): Fragment {
  if (wordsOf(text).length === 0) return sql`false`;
  const number = `%${escapeForLike(text.trim())}%`;
  return sql`(
    lower(e.hr_id) like lower(${number}) or exists (
      select from employees s
      where s.company_id = e.company_id and s.id = e.employee_id and ${matchesName(sql, 's', text)}))`;
}
