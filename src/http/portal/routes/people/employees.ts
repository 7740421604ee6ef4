import { type Static, Type } from 'typebox';
import { WHOLE_COMPANY } from '../../../../domain/access/scope.ts';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { MAX_WEB_ADDRESS_LENGTH } from '../../../../domain/person/rules.ts';
import { changeEmployee } from '../../../../people/employees/change-employee.ts';
import { countByStatus } from '../../../../people/employees/count-by-status.ts';
import { createEmployee } from '../../../../people/employees/create-employee.ts';
import { deleteEmployee } from '../../../../people/employees/delete-employee.ts';
import type { Employee } from '../../../../people/employees/employee.ts';
import { employeeExists } from '../../../../people/employees/employees-sql.ts';
import { linkEmployee } from '../../../../people/employees/link-employee.ts';
import { listEmployees } from '../../../../people/employees/list-employees.ts';
import { listPeople, readPeople } from '../../../../people/employees/list-people.ts';
import { selectPayroll, selectPayrollValues } from '../../../../people/employees/payroll-sql.ts';
import { notFound } from '../../../../platform/errors.ts';
import { type HistoryEntry as FoundEntry, readHistory } from '../../../../views/timeline/read-history.ts';
import type { App } from '../../../app.ts';
import { changeFields } from '../../../routes/sync-schemas.ts';
import {
  date,
  idParameter,
  listOf,
  nullable,
  oneOf,
  pageOf,
  plainJson,
  record,
  recordId,
  timestamp,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { NamedActorSchema } from '../../actors.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { PEOPLE_COLUMNS, peopleFile } from '../../files/people.ts';
import { isPeopleSort, peopleExportQuery, peopleFilter, peopleQuery } from '../../people.ts';
import { Person, PortalEmployee, readPerson, showPortalEmployee } from '../../person.ts';
import { actorOf, companyOf, readerOf, sessionOf } from '../../require-session.ts';
import { file, named, noContent, pageParameters, peopleByStatus, values } from '../../schemas.ts';

/** The schema only bounds the fields; the verb checks each one. */
const text = Type.String({ maxLength: MAX_WEB_ADDRESS_LENGTH });

const personFields = {
  firstName: text,
  lastName: text,
  email: text,
  dateOfBirth: date('Date of birth.'),
  profileImage: Type.Optional(nullable(text)),
  personnelNumber: Type.Optional(nullable(text)),
  costCentre: Type.Optional(nullable(text)),
  department: Type.Optional(nullable(text)),
  location: Type.Optional(nullable(text)),
  legalEntity: Type.Optional(nullable(text)),
};

const valueList = Type.Array(Type.String());
/** What people can be filtered by. */
const payrollValues = {
  costCentre: valueList,
  department: valueList,
  location: valueList,
  legalEntity: valueList,
};

const entry = { at: timestamp('When it happened.'), actor: NamedActorSchema };

const AuditHistoryEntry = named('AuditHistoryEntry', {
  source: oneOf(['audit']),
  ...entry,
  action: Type.String(),
  details: values,
});

const SyncHistoryEntry = named('SyncHistoryEntry', {
  source: oneOf(['sync']),
  ...entry,
  action: changeFields.outcome,
  reason: changeFields.reason,
  details: changeFields.fields,
  run: Type.Object({
    id: recordId,
    syncId: nullable(Type.String()),
    integrationId: recordId,
    integrationName: Type.String(),
  }),
});

const HistoryEntry = Type.Union([AuditHistoryEntry, SyncHistoryEntry]);

export function employeeRoutes(
  app: App,
  services: Needs<
    'config' | 'database' | 'dayWork' | 'pageWork' | 'walletLinks' | 'contractLink' | 'pageLink'
  >,
): void {
  listRoutes(app, services);
  exportRoute(app, services);
  personRoute(app, services);
  changeRoutes(app, services);
  historyRoute(app, services);
}

function listRoutes(app: App, services: Needs<'config' | 'database' | 'walletLinks'>): void {
  const { database } = services;

  app.get(
    '/employees',
    {
      config: { access: 'portal-see-people' },
      schema: { querystring: peopleQuery, response: { 200: pageOf(PortalEmployee) } },
    },
    async (request) => {
      const { page, perPage, sortField, sortOrder, ...filters } = request.query;
      const found = await database.lists.read(readerOf(request), async (sql, companyId) => {
        const filter = await peopleFilter(sql, companyId, filters);
        const people = isPeopleSort(sortField)
          ? await listPeople(sql, companyId, filter, { page, perPage, sortField, sortOrder })
          : await listEmployees(sql, companyId, WHOLE_COMPANY, filter, {
              page,
              perPage,
              sortField,
              sortOrder,
            });
        const ids = people.items.map(({ id }) => id);
        return { ...people, payroll: await selectPayroll(sql, companyId, ids) };
      });
      return toPage(found, { page, perPage }, (employee: Employee) =>
        showPortalEmployee(employee, found.payroll.get(employee.id), services),
      );
    },
  );

  app.get(
    '/payroll-values',
    {
      config: { access: 'portal-see-people' },
      schema: {
        response: { 200: record(named('PayrollValues', payrollValues)) },
      },
    },
    async (request) => ({
      data: await database.lists.read(readerOf(request), (sql, companyId) =>
        selectPayrollValues(sql, companyId),
      ),
    }),
  );

  app.get(
    '/employee-counts',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: peopleQuery,
        response: { 200: record(Type.Object({ total: Type.Integer(), byStatus: peopleByStatus })) },
      },
    },
    async (request) => {
      const {
        subscriptionStatuses: _,
        page: _page,
        perPage: _perPage,
        sortField: _sortField,
        sortOrder: _sortOrder,
        ...filters
      } = request.query;
      const byStatus = await database.lists.read(readerOf(request), async (sql, companyId) =>
        countByStatus(sql, companyId, await peopleFilter(sql, companyId, filters)),
      );
      return { data: { total: Object.values(byStatus).reduce((sum, people) => sum + people, 0), byStatus } };
    },
  );
}

function exportRoute(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/employees.csv',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: Type.Object({
          ...peopleExportQuery,
          columns: listOf(PEOPLE_COLUMNS, 'The columns beside the name. Without it, all of them.'),
          ...languageParameter,
        }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const { sortField, sortOrder, columns, language: _, ...filters } = request.query;
      const companyId = companyOf(request);
      const filter = await database.lists.read(readerOf(request), (sql) =>
        peopleFilter(sql, companyId, filters),
      );
      await recordChange(database.sql, companyId, {
        actor: actorOf(request),
        action: 'people-exported',
        subject: { type: 'company', id: companyId },
      });
      const read = database.lists.batches(readerOf(request));
      const batches = readPeople(read, companyId, filter, { sortField, sortOrder });
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...peopleFile(writing, columns ?? PEOPLE_COLUMNS), batches });
    },
  );
}

function personRoute(
  app: App,
  services: Needs<'config' | 'database' | 'pageWork' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): void {
  const { pageWork } = services;

  app.get(
    '/employees/:id',
    {
      config: { access: 'portal-see-people' },
      schema: { params: idParameter, response: { 200: record(Person) } },
    },
    async (request) => {
      const { id } = request.params;
      const companyId = companyOf(request);
      return await pageWork(request, companyId, async (sql) => {
        const data = await readPerson(sql, services, sessionOf(request), id);
        await recordView(sql, companyId, {
          actor: actorOf(request),
          action: 'employee-viewed',
          subject: { type: 'employee', id },
        });
        return { data };
      });
    },
  );
}

function changeRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'dayWork' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): void {
  const { dayWork } = services;

  app.post(
    '/employees',
    {
      config: { access: 'portal-change-people' },
      schema: {
        body: Type.Object(personFields),
        response: { 201: record(Person) },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const data = await dayWork(request, companyId, async (sql) => {
        const id = await sql.begin((tx) => createEmployee(tx, companyId, actorOf(request), request.body));
        return await readPerson(sql, services, sessionOf(request), id);
      });
      return reply.code(201).send({ data });
    },
  );

  app.patch(
    '/employees/:id',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Partial(Type.Object(personFields)),
        response: { 200: record(Person) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const companyId = companyOf(request);
      return await dayWork(request, companyId, async (sql) => {
        await sql.begin((tx) => changeEmployee(tx, companyId, id, actorOf(request), request.body));
        return { data: await readPerson(sql, services, sessionOf(request), id) };
      });
    },
  );

  app.delete(
    '/employees/:id',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => deleteEmployee(tx, companyId, request.params.id, actorOf(request))),
      );
      return reply.code(204).send();
    },
  );

  app.post(
    '/employees/:id/links',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({ integrationId: idParameter.properties.id }),
        response: { 201: record(Person) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const companyId = companyOf(request);
      const data = await dayWork(request, companyId, async (sql) => {
        await sql.begin((tx) =>
          linkEmployee(tx, companyId, id, request.body.integrationId, actorOf(request)),
        );
        return await readPerson(sql, services, sessionOf(request), id);
      });
      return reply.code(201).send({ data });
    },
  );
}

function historyRoute(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/employees/:id/history',
    {
      config: { access: 'portal-see-people' },
      schema: {
        params: idParameter,
        querystring: Type.Object(pageParameters),
        response: { 200: pageOf(HistoryEntry) },
      },
      serializerCompiler: plainJson,
      preValidation: async (request) => {
        if (!(await employeeExists(database.sql, companyOf(request), WHOLE_COMPANY, request.params.id)))
          throw notFound();
      },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        readHistory(sql, companyId, request.params.id, request.query),
      );
      return toPage(found, request.query, showEntry);
    },
  );
}

function showEntry(found: FoundEntry): Static<typeof HistoryEntry> {
  const at = found.at.toISOString();
  if (found.source === 'sync') return { ...found, at };
  const { source, actor, action, details } = found;
  return { source, at, actor, action, details };
}
