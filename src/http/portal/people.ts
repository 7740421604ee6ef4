import { type Static, Type } from 'typebox';
import { selectCompanyDay } from '../../domain/day/company-day.ts';
import type { EmployeeFilter } from '../../people/employees/list-employees.ts';
import { PEOPLE_SORTS, type PeopleOrder, selectPeopleIds } from '../../people/employees/list-people.ts';
import { SORT_FIELDS } from '../../platform/db/pages.ts';
import type { Pool } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectTermsToOrder } from '../../tickets/subscriptions/actions/waiting.ts';
import { employeeFilters } from '../routes/employees.ts';
import { changedSince } from '../routes/lists.ts';
import { listOfIds, listOfTexts, oneOf, recordId } from '../schemas.ts';

const { page, perPage, sortOrder, sortField: _, ...others } = employeeFilters.properties;

/** The filters of the table of people: those of the public API, payroll fields, groups, and people who wait for an order. */
const filters = {
  ...others,
  costCentres: listOfTexts('Only people with one of these cost centres.'),
  departments: listOfTexts('Only people of one of these departments.'),
  locations: listOfTexts('Only people at one of these locations.'),
  legalEntities: listOfTexts('Only people of one of these legal entities.'),
  groupIds: listOfIds('Only people of one of these groups.'),
  waiting: Type.Optional(
    Type.Boolean({ description: 'Only people who could get a ticket and for whom nobody has ordered one.' }),
  ),
};

export const peopleQuery = Type.Object({
  page,
  perPage,
  sortOrder,
  sortField: oneOf([...SORT_FIELDS, ...PEOPLE_SORTS], { default: 'id' }),
  ...filters,
});

export const peopleExportQuery = {
  sortOrder,
  sortField: oneOf(PEOPLE_SORTS, { default: 'name' }),
  ...filters,
};

const MAX_SELECTED = 5_000;

/** The people of an action: those selected one by one, or everybody who matches the filters. */
export const Who = Type.Object({
  ids: Type.Optional(Type.Array(recordId, { maxItems: MAX_SELECTED })),
  filter: Type.Optional(Type.Object(filters)),
});

type Filters = Static<ReturnType<typeof Type.Object<typeof filters>>>;

/** Turns the filters of a request into those of the list. */
export async function peopleFilter(
  sql: Pool,
  companyId: number,
  { waiting, updatedSince, costCentres, departments, locations, legalEntities, ...filter }: Filters,
): Promise<EmployeeFilter> {
  const payroll = {
    ...(costCentres && { costCentre: costCentres }),
    ...(departments && { department: departments }),
    ...(locations && { location: locations }),
    ...(legalEntities && { legalEntity: legalEntities }),
  };
  const asked = {
    ...filter,
    ...(Object.keys(payroll).length > 0 && { payroll }),
    ...(updatedSince && { updatedSince: changedSince(updatedSince) }),
  };
  if (!waiting) return asked;
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const known = asked.ids && new Set(asked.ids);
  const ids = (await selectTermsToOrder(sql, day)).map(({ employeeId }) => employeeId);
  return { ...asked, ids: known ? ids.filter((id) => known.has(id)) : ids };
}

/** Ids of other companies are left out. */
export async function peopleOf(
  sql: Pool,
  companyId: number,
  { ids, filter }: Static<typeof Who>,
): Promise<number[]> {
  if (!filter) return await selectPeopleIds(sql, companyId, { ids: ids ?? [] });
  return await selectPeopleIds(sql, companyId, await peopleFilter(sql, companyId, filter));
}

export function isPeopleSort(field: string): field is PeopleOrder['sortField'] {
  return PEOPLE_SORTS.some((sort) => sort === field);
}
