import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { groupName } from '../../domain/rules/groups-sql.ts';
import { payrollFacts, personnelNumber } from '../../domain/rules/personnel-numbers-sql.ts';
import { nextTicketOn, subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Page, PageRequest, SORT_ORDERS } from '../../platform/db/pages.ts';
import { comparingSets } from '../../platform/db/planner.ts';
import type { Pool, ReadBatch, Sql } from '../../platform/db/types.ts';
import { SUBSCRIPTION_STATUSES } from '../../tickets/subscriptions/subscription-statuses.ts';
import type { Employee, ListedPerson } from './employee.ts';
import { selectEmployees, selectListedPeople } from './employees-sql.ts';
import { type EmployeeFilter, matchEmployees } from './list-employees.ts';

/** The orders of the portal's table of people. Public lists have others, which indexes serve. */
export const PEOPLE_SORTS = [
  ...(['name', 'status', 'start', 'nextTicket'] as const),
  ...PAYROLL_FIELDS,
  'group',
] as const;

export interface PeopleOrder {
  sortField: (typeof PEOPLE_SORTS)[number];
  sortOrder: (typeof SORT_ORDERS)[number];
}

export async function listPeople(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
  { page, perPage, ...order }: PeopleOrder & PageRequest,
): Promise<Page<Employee>> {
  const { total, ids } = await findPeople(sql, companyId, filter, order, { page, perPage });
  return { total, items: await inOrderOf(ids, await selectEmployees(sql, companyId, ids)) };
}

/** The ids of everybody who matches, in order. */
export async function selectPeopleIds(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
  order: PeopleOrder = { sortField: 'name', sortOrder: 'asc' },
): Promise<number[]> {
  return (await findPeople(sql, companyId, filter, order)).ids;
}

/** For exports. */
export function readPeople(
  read: ReadBatch,
  companyId: number,
  filter: EmployeeFilter,
  order: PeopleOrder,
): AsyncGenerator<ListedPerson[]> {
  return rowsInBatches(
    read,
    (sql) => selectPeopleIds(sql, companyId, filter, order),
    async (sql, ids) => inOrderOf(ids, await selectListedPeople(sql, companyId, ids)),
  );
}

function inOrderOf<Person extends { id: number }>(
  ids: readonly number[],
  people: readonly Person[],
): Person[] {
  const found = new Map(people.map((person) => [person.id, person]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** One pass finds, counts and sorts: no index has the order of names. */
async function findPeople(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
  { sortField, sortOrder }: PeopleOrder,
  request?: PageRequest,
): Promise<{ total: number; ids: number[] }> {
  const { matching, today, month } = await matchEmployees(sql, companyId, WHOLE_COMPANY, filter);
  const direction = sql.unsafe(sortOrder);
  const limit = request
    ? sql`limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`
    : sql``;
  const find = async (tx: Sql) => {
    const [found] = await tx<{ total: number; ids: number[] }[]>`
      with found as materialized (
        select e.id, e.last_name, e.first_name, ${sortKey(sql, sortField, today)} as key from ${matching}
      )
      select (select count(*) from found) as total, array(
        select e.id from found e
        order by e.key ${direction} nulls last, e.last_name collate people_order ${direction},
          e.first_name collate people_order ${direction}, e.id ${limit}
      ) as ids`;
    return found ?? { total: 0, ids: [] };
  };
  return await comparingSets(sql, month?.hasLaterTickets === true, find);
}

/** People with equal keys are sorted by name. */
function sortKey(sql: Sql, sortField: PeopleOrder['sortField'], today: string): Fragment {
  switch (sortField) {
    case 'name':
      return sql`null::int`;
    case 'status':
      return sql`array_position(${[...SUBSCRIPTION_STATUSES]}::text[], ${subscriptionStatus(sql, today)})`;
    case 'start':
      return sql`case when e.term_start <= ${today}::date then e.term_start end`;
    case 'nextTicket':
      return nextTicketOn(sql, today);
    case 'group':
      return sql`(${groupName(sql)}) collate people_order`;
    case 'personnelNumber':
      return sql`(${personnelNumber(sql)}) collate people_order`;
    default:
      return sql`(${payrollFacts(sql)} ->> ${sortField}::text) collate people_order`;
  }
}
