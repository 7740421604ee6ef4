import { type Static, Type } from 'typebox';
import { WHOLE_COMPANY } from '../../../../domain/access/scope.ts';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import { employeeExists } from '../../../../people/employees/employees-sql.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import { notFound } from '../../../../platform/errors.ts';
import { EMPLOYEE_ACTIONS } from '../../../../tickets/subscriptions/actions/employee-actions.ts';
import { answerRequests } from '../../../../views/requests/answer-requests.ts';
import { approveAsAsked, approveRequest, tryRequest } from '../../../../views/requests/approve-request.ts';
import { refuseRequest } from '../../../../views/requests/refuse-request.ts';
import {
  type EmployeeRequest,
  pageOfRequests,
  REQUEST_STATUSES,
  selectRequestsOf,
} from '../../../../views/requests/requests-sql.ts';
import type { App } from '../../../app.ts';
import { OutcomeSchema } from '../../../outcome-schema.ts';
import { RefusalSchema, refusalOf } from '../../../refusal.ts';
import {
  date,
  idParameter,
  nullable,
  nullableDate,
  oneOf,
  PER_PAGE,
  pageOf,
  record,
  recordId,
  timestamp,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { named, noContent, nullableTimestamp, pageParameters } from '../../schemas.ts';

const asked = {
  id: recordId,
  employeeId: recordId,
  action: oneOf(EMPLOYEE_ACTIONS),
  planType: nullable(oneOf(PLAN_TYPES)),
  fromMonth: nullable(Type.String()),
  untilMonth: nullable(Type.String()),
  askedOn: date('The day on which the employee asked.'),
  askedAt: timestamp('When the employee asked.'),
  linkClass: oneOf(['mailed', 'shown']),
  effectiveOn: nullableDate('From when it counts, as the employee was shown.'),
  contributionCents: nullable(Type.Integer()),
  status: oneOf(REQUEST_STATUSES),
  answeredAt: nullableTimestamp,
  answer: nullable(Type.String()),
  decidedOn: nullableDate('From when it counts, if that is another day.'),
  decidedCents: nullable(Type.Integer()),
};
const RequestSchema = named('EmployeeRequest', asked);
const ListedRequest = named('ListedRequest', {
  ...asked,
  firstName: Type.String(),
  lastName: Type.String(),
});

const RequestPreview = named('RequestPreview', { outcome: nullable(OutcomeSchema), refusal: RefusalSchema });

/** A page of the list. */
const ids = Type.Array(recordId, { minItems: 1, maxItems: PER_PAGE.maximum, uniqueItems: true });
const AnsweredRequests = named('AnsweredRequests', {
  answered: Type.Integer(),
  left: Type.Array(recordId, {
    description: 'They stay open: they would mean something else today than the employee was shown.',
  }),
});

const answer = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

/** What employees have asked for on their page (docs/employee-page.md, "Requests"). */
export function requestRoutes(app: App, services: Needs<'database' | 'dayWork'>): void {
  listRoute(app, services);
  ofPersonRoute(app, services);
  previewRoute(app, services);
  approveRoute(app, services);
  refuseRoute(app, services);
  approveSeveralRoute(app, services);
  refuseSeveralRoute(app, services);
}

function listRoute(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/requests',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: Type.Object({
          ...pageParameters,
          open: Type.Boolean({ default: true }),
          action: Type.Optional(oneOf(EMPLOYEE_ACTIONS)),
        }),
        response: { 200: pageOf(ListedRequest) },
      },
    },
    async (request) => {
      const { page, perPage, open, action } = request.query;
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        pageOfRequests(sql, companyId, { open, action }, { page, perPage }),
      );
      return toPage(found, { page, perPage }, (one) => ({ ...one, ...show(one) }));
    },
  );
}

function ofPersonRoute(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/employees/:id/requests',
    {
      config: { access: 'portal-see-people' },
      schema: { params: idParameter, response: { 200: record(Type.Array(RequestSchema)) } },
    },
    async (request) => {
      if (!(await employeeExists(database.sql, companyOf(request), WHOLE_COMPANY, request.params.id)))
        throw notFound();
      const found = await selectRequestsOf(database.sql, companyOf(request), request.params.id);
      return { data: found.map(show) };
    },
  );
}

function previewRoute(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/requests/:id/preview',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 200: record(RequestPreview) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      try {
        const outcome = await dayWork(request, companyId, (sql) =>
          rollBackAfter(sql, (tx) => tryRequest(tx, companyId, request.params.id, actorOf(request))),
        );
        return { data: { outcome, refusal: null } };
      } catch (error) {
        return { data: { outcome: null, refusal: refusalOf(error) } };
      }
    },
  );
}

function approveRoute(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/requests/:id/approve',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({
          effectiveOn: nullableDate('As the preview has shown it.'),
          contributionCents: nullable(Type.Integer()),
          answer: Type.Optional(answer),
        }),
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => approveRequest(tx, companyId, request.params.id, actorOf(request), request.body)),
      );
      return reply.code(204).send();
    },
  );
}

function refuseRoute(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/requests/:id/refuse',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, body: Type.Object({ answer }), response: { 204: noContent } },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      await dayWork(request, companyId, (sql) =>
        sql.begin((tx) =>
          refuseRequest(tx, companyId, request.params.id, actorOf(request), request.body.answer),
        ),
      );
      return reply.code(204).send();
    },
  );
}

function approveSeveralRoute(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/requests/approve',
    {
      config: { access: 'portal-change-people' },
      schema: {
        body: Type.Object({ ids, answer: Type.Optional(answer) }),
        response: { 200: record(AnsweredRequests) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const data = await answerRequests(request.body.ids, (id) =>
        dayWork(request, companyId, (sql) =>
          sql.begin((tx) => approveAsAsked(tx, companyId, id, actorOf(request), request.body)),
        ),
      );
      return { data };
    },
  );
}

function refuseSeveralRoute(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/requests/refuse',
    {
      config: { access: 'portal-change-people' },
      schema: { body: Type.Object({ ids, answer }), response: { 200: record(AnsweredRequests) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const data = await answerRequests(request.body.ids, (id) =>
        dayWork(request, companyId, (sql) =>
          sql.begin((tx) => refuseRequest(tx, companyId, id, actorOf(request), request.body.answer)),
        ),
      );
      return { data };
    },
  );
}

function show(request: EmployeeRequest): Static<typeof RequestSchema> {
  return {
    ...request,
    askedAt: request.askedAt.toISOString(),
    answeredAt: request.answeredAt?.toISOString() ?? null,
  };
}
