import { type Static, Type } from 'typebox';
import { recordView } from '../../../audit/record-view.ts';
import { countByStatus } from '../../../employees/count-by-status.ts';
import { createEmployee } from '../../../employees/create-employee.ts';
import type { Employee } from '../../../employees/employee.ts';
import { linkEmployee } from '../../../employees/link-employee.ts';
import { listEmployees } from '../../../employees/list-employees.ts';
import { employeeExists } from '../../../employees/sql.ts';
import { notFound } from '../../../errors.ts';
import { WHOLE_COMPANY } from '../../../integrations/scope.ts';
import { LONGEST_WEB_ADDRESS } from '../../../person/rules.ts';
import { type HistoryEntry as FoundEntry, readHistory } from '../../../timeline/read-history.ts';
import type { App } from '../../app.ts';
import { SMALL_BODY_BYTES } from '../../json-bodies.ts';
import { employeeFilters, toEmployeeFilter } from '../../routes/employees.ts';
import { SyncChangeSchema } from '../../routes/sync-schemas.ts';
import {
  date,
  idParameter,
  nullable,
  oneOf,
  pageOf,
  plainJson,
  record,
  timestamp,
  toPage,
} from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { NamedActorSchema } from '../actors.ts';
import { Person, PortalEmployee, readPerson, showPortalEmployee } from '../person.ts';
import { actorOf, companyOf, readerOf, sessionOf } from '../require-session.ts';
import { named, pageParameters, peopleByStatus, values } from '../schemas.ts';

/** The schema only bounds the fields; the verb checks each one. */
const text = Type.String({ maxLength: LONGEST_WEB_ADDRESS });

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
  action: SyncChangeSchema.properties.outcome,
  reason: SyncChangeSchema.properties.reason,
  details: SyncChangeSchema.properties.fields,
  run: Type.Object({
    id: Type.Integer(),
    syncId: nullable(Type.String()),
    integrationId: Type.Integer(),
    integrationName: Type.String(),
  }),
});

const HistoryEntry = Type.Union([AuditHistoryEntry, SyncHistoryEntry]);

export function employeeRoutes(app: App, services: Services): void {
  const { database, dayWork, pageWork } = services;
  const show = (employee: Employee) => showPortalEmployee(employee, services);

  app.get(
    '/employees',
    {
      config: { access: 'portal-viewer' },
      schema: { querystring: employeeFilters, response: { 200: pageOf(PortalEmployee) } },
    },
    async (request) => {
      const { filter, order } = toEmployeeFilter(request.query);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listEmployees(sql, companyId, WHOLE_COMPANY, filter, order),
      );
      return toPage(found, order, show);
    },
  );

  app.get(
    '/employee-counts',
    {
      config: { access: 'portal-viewer' },
      schema: {
        querystring: employeeFilters,
        response: { 200: record(Type.Object({ total: Type.Integer(), byStatus: peopleByStatus })) },
      },
    },
    async (request) => {
      const { subscriptionStatuses: _, ...filter } = toEmployeeFilter(request.query).filter;
      const byStatus = await database.lists.read(readerOf(request), (sql, companyId) =>
        countByStatus(sql, companyId, filter),
      );
      return { data: { total: Object.values(byStatus).reduce((sum, people) => sum + people, 0), byStatus } };
    },
  );

  app.post(
    '/employees',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-admin' },
      schema: {
        body: Type.Object({
          firstName: text,
          lastName: text,
          email: text,
          dateOfBirth: date('Date of birth.'),
          profileImage: Type.Optional(nullable(text)),
        }),
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

  app.get(
    '/employees/:id',
    {
      config: { access: 'portal-viewer' },
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

  app.post(
    '/employees/:id/links',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-admin' },
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

  app.get(
    '/employees/:id/history',
    {
      config: { access: 'portal-viewer' },
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
