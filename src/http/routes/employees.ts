import { type Static, Type } from 'typebox';
import { startOf } from '../../calendar/dates.ts';
import type { ListOrder } from '../../db/pages.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import type { Employee } from '../../employees/employee.ts';
import { type EmployeeFilter, listEmployees } from '../../employees/list-employees.ts';
import { employeeExists } from '../../employees/sql.ts';
import { LINK_TYPES } from '../../employees/vocabulary.ts';
import { notFound } from '../../errors.ts';
import { MOST_SEARCH_WORDS } from '../../person/search-words.ts';
import { PLAN_TYPES } from '../../plans/plan-types.ts';
import { CONTRACT_STATUSES, SUBSCRIPTION_STATUSES } from '../../subscriptions/vocabulary.ts';
import { allOf, companyOf, readerOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  dateOrTimestamp,
  idParameter,
  listOf,
  listOfIds,
  listOfTexts,
  listParameters,
  pageOf,
  plainJson,
  record,
  ref,
  toPage,
} from '../schemas.ts';
import type { Services } from '../services.ts';
import { documentFilters, PAGE_OF_DOCUMENTS, showDocument, toDocumentFilter } from './employee-documents.ts';
import { EmployeeSchema, showEmployee } from './employee-schemas.ts';

export const employeeFilters = Type.Object({
  ...listParameters,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'search',
      description:
        'Every word in name or e-mail address, or the whole in an hrId. Punctuation around words is ignored. ' +
        `At most ${MOST_SEARCH_WORDS} words; words that are part of another one do not count.`,
    }),
  ),
  emails: listOfTexts('Only people with one of these e-mail addresses, upper and lower case alike.'),
  hrIds: listOfTexts(
    'Only people with one of these ids in an HR system. Write `hrIds[]=` for an id with a comma.',
  ),
  hrIntegrationIds: listOfIds('Only people linked to one of these integrations.'),
  hrLinkTypes: listOf(LINK_TYPES, 'Only people with a link of one of these types.'),
  subscriptionStatuses: listOf(SUBSCRIPTION_STATUSES, 'By `subscription.status`.'),
  planTypes: listOf(PLAN_TYPES, 'By `plan.type`.'),
  contractSigningStatuses: listOf(CONTRACT_STATUSES, 'By `plan.contractSigningStatus`.'),
  ticketMonth: Type.Optional(
    Type.String({ format: 'month', description: 'By `ticket.ticketMonth`: YYYY-MM.' }),
  ),
  updatedSince: dateOrTimestamp('Changed at or after this moment. A date means its first moment in UTC.'),
});

export function employeeRoutes(app: App, services: Services): void {
  const { database, config } = services;
  const show = (employee: Employee) => showEmployee(employee, services);

  app.get(
    '/employees',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listEmployees',
        summary: 'List employees',
        tags: ['Employees'],
        querystring: employeeFilters,
        response: { 200: pageOf(ref(EmployeeSchema)) },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const { filter, order } = toEmployeeFilter(request.query);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listEmployees(sql, companyId, scopeOf(request), filter, order),
      );
      return toPage(found, order, show);
    },
  );

  app.get(
    '/employees/:id',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'getEmployee',
        summary: 'Get an employee',
        tags: ['Employees'],
        params: idParameter,
        response: { 200: record(ref(EmployeeSchema)) },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const employee = await services.readEmployee(companyOf(request), scopeOf(request), request.params.id);
      if (!employee) throw notFound();
      return { data: show(employee) };
    },
  );

  app.get(
    '/employees/:id/documents',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listEmployeeDocuments',
        summary: "List an employee's documents",
        tags: ['Documents'],
        params: idParameter,
        querystring: documentFilters,
        response: { 200: PAGE_OF_DOCUMENTS },
      },
      preValidation: async (request) => {
        const { id } = request.params;
        if (!(await employeeExists(database.sql, companyOf(request), scopeOf(request), id))) throw notFound();
      },
    },
    async (request) => {
      const { filter, order } = toDocumentFilter(request.query);
      const employeeIds = [request.params.id];
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listDocuments(sql, companyId, scopeOf(request), { ...filter, employeeIds }, order),
      );
      return toPage(found, order, (document) => showDocument(document, config.baseUrl));
    },
  );
}

function toEmployeeFilter(query: Static<typeof employeeFilters>): {
  filter: EmployeeFilter;
  order: ListOrder;
} {
  const { page, perPage, sortField, sortOrder, updatedSince, ...filter } = query;
  return {
    order: { page, perPage, sortField, sortOrder },
    filter: { ...filter, ...(updatedSince && { updatedSince: startOf(updatedSince) }) },
  };
}
