import { Type } from 'typebox';
import { MAX_SEARCH_WORDS } from '../../domain/person/search-words.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import type { Employee } from '../../people/employees/employee.ts';
import { employeeExists } from '../../people/employees/employees-sql.ts';
import { LINK_TYPES } from '../../people/employees/link-types.ts';
import { listEmployees } from '../../people/employees/list-employees.ts';
import { noSuch } from '../../platform/errors.ts';
import { listDocuments } from '../../tickets/documents/list-documents.ts';
import {
  CONTRACT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import { allOf, companyOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  idParameter,
  listOf,
  listOfIds,
  listOfTexts,
  listParameters,
  plainJson,
  record,
  ref,
} from '../schemas.ts';
import type { Needs } from '../services.ts';
import { documentQuery, LIST_OF_DOCUMENTS, showDocument, toDocumentFilter } from './employee-documents.ts';
import { EmployeeSchema, showEmployee } from './employee-schemas.ts';
import { createListAnswers, filterOf, listOfRecords, recordListParameters, updatedSince } from './lists.ts';

export const employeeFilters = Type.Object({
  ...listParameters,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'search',
      description:
        'Every word in name or e-mail address, or the whole in an hrId. Punctuation around words is ignored. ' +
        `At most ${MAX_SEARCH_WORDS} words; words that are part of another one do not count.`,
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
  updatedSince,
});

const employeeQuery = Type.Object({ ...employeeFilters.properties, ...recordListParameters });

export function employeeRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'readEmployee' | 'walletLinks' | 'listCursors'>,
): void {
  const { database, config } = services;
  const show = (employee: Employee) => showEmployee(employee, services);
  const answerList = createListAnswers(services);

  app.get(
    '/employees',
    {
      config: { access: allOf('view-employees'), scoped: 'records' },
      schema: {
        operationId: 'listEmployees',
        summary: 'List employees',
        tags: ['Employees'],
        querystring: employeeQuery,
        response: { 200: listOfRecords(ref(EmployeeSchema)) },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const filter = filterOf(request.query);
      return await answerList(
        request,
        (sql, companyId, order) => listEmployees(sql, companyId, scopeOf(request), filter, order),
        show,
      );
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
        response: { 200: record(ref(EmployeeSchema), 'The employee.') },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const employee = await services.readEmployee(companyOf(request), scopeOf(request), request.params.id);
      if (!employee) throw noSuch('employee', request.params.id);
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
        querystring: documentQuery,
        response: { 200: LIST_OF_DOCUMENTS },
      },
      preValidation: async (request) => {
        const { id } = request.params;
        if (!(await employeeExists(database.sql, companyOf(request), scopeOf(request), id)))
          throw noSuch('employee', id);
      },
    },
    async (request) => {
      const { filter } = toDocumentFilter(request.query);
      const employeeIds = [request.params.id];
      return await answerList(
        request,
        (sql, companyId, order) =>
          listDocuments(sql, companyId, scopeOf(request), { ...filter, employeeIds }, order),
        (document) => showDocument(document, config.baseUrl),
      );
    },
  );
}
