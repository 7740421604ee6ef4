import { type Static, Type } from 'typebox';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import { pageOfRows } from '../../../../platform/db/pages.ts';
import { notFound } from '../../../../platform/errors.ts';
import { BODY_BYTES } from '../../../../platform/limits.ts';
import { sentenceOf } from '../../../../platform/refusals.ts';
import { BULK_ACTIONS, BULK_OUTCOMES } from '../../../../views/bulk-actions/bulk-action-types.ts';
import {
  type BulkAction,
  type BulkPerson,
  peopleOf,
  selectBulkAction,
} from '../../../../views/bulk-actions/bulk-actions-sql.ts';
import { previewBulkAction } from '../../../../views/bulk-actions/preview.ts';
import { startBulkAction } from '../../../../views/bulk-actions/start.ts';
import type { App } from '../../../app.ts';
import {
  countOf,
  date,
  idParameter,
  listOf,
  nullable,
  nullableDate,
  oneOf,
  pageOf,
  record,
  recordId,
  timestamp,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { Who, peopleOf as whoOf } from '../../people.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { named, nullableTimestamp, pageParameters } from '../../schemas.ts';
import { CutOff } from './cut-off-schema.ts';

const month = Type.String({ format: 'month', pattern: '^2\\d{3}' });

const order = {
  who: Who,
  action: oneOf(BULK_ACTIONS),
  planType: Type.Optional(oneOf(PLAN_TYPES)),
  fromMonth: Type.Optional(month),
  untilMonth: Type.Optional(month),
};

const reasonValues = nullable(
  Type.Unsafe<Record<string, string | number>>({ type: 'object', additionalProperties: true }),
);

const shares = Type.Object({ employer: Type.Integer(), employees: Type.Integer() });

const BulkPreview = named('BulkPreview', {
  people: Type.Integer(),
  possible: Type.Integer(),
  refusals: Type.Array(
    Type.Object({
      reason: Type.String(),
      values: reasonValues,
      message: Type.String(),
      people: Type.Integer(),
      names: Type.Array(
        Type.Object({ employeeId: recordId, firstName: Type.String(), lastName: Type.String() }),
      ),
    }),
  ),
  groups: Type.Array(
    Type.Object({
      planType: oneOf(PLAN_TYPES),
      from: date('First day.'),
      people: Type.Integer(),
      needsContract: Type.Boolean(),
      employerCents: Type.Integer(),
      contributionCents: Type.Integer(),
    }),
  ),
  monthlyCents: shares,
  from: nullableDate('First day of the pause or of the new plan.'),
  until: nullableDate('Last day of the pause, or last day with a ticket.'),
  cutOff: nullable(CutOff),
});

const BulkActionSchema = named('BulkAction', {
  id: recordId,
  action: oneOf(BULK_ACTIONS),
  planType: nullable(oneOf(PLAN_TYPES)),
  by: Type.String(),
  people: Type.Integer(),
  done: Type.Integer(),
  refused: Type.Integer(),
  failed: Type.Integer(),
  createdAt: timestamp('When it was started.'),
  finishedAt: nullableTimestamp,
});

const BulkPersonSchema = named('BulkPerson', {
  employeeId: recordId,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  outcome: nullable(oneOf(BULK_OUTCOMES)),
  reason: nullable(Type.String()),
  values: reasonValues,
  message: nullable(Type.String()),
});

/** Actions about many people: one preview, then a job does it person by person. */
export function bulkActionRoutes(app: App, { bulkWork, database }: Needs<'database' | 'bulkWork'>): void {
  const read = async (companyId: number, id: number) => {
    const found = await selectBulkAction(database.sql, companyId, id);
    if (!found) throw notFound();
    return { data: show(found) };
  };

  app.post(
    '/bulk-actions/preview',
    {
      bodyLimit: BODY_BYTES.bulkAction,
      config: { access: 'portal-change-people' },
      schema: { body: Type.Object(order), response: { 200: record(BulkPreview) } },
    },
    async (request) => {
      const { who, action, ...input } = request.body;
      const companyId = companyOf(request);
      return await bulkWork(request, companyId, async (bulk) => {
        const ids = await whoOf(bulk, companyId, who);
        const { refusals, ...preview } = await previewBulkAction(bulk, companyId, ids, action, input);
        const shown = refusals.map((each) => ({ ...each, message: sentenceOf(each.reason, each.values) }));
        return { data: { ...preview, refusals: shown } };
      });
    },
  );

  app.post(
    '/bulk-actions',
    {
      bodyLimit: BODY_BYTES.bulkAction,
      config: { access: 'portal-change-people' },
      schema: {
        body: Type.Object({ ...order, people: countOf(1) }),
        response: { 201: record(BulkActionSchema) },
      },
    },
    async (request, reply) => {
      const { who, action, people, ...input } = request.body;
      const companyId = companyOf(request);
      const id = await bulkWork(request, companyId, async (bulk) => {
        const ids = await whoOf(bulk, companyId, who);
        return await bulk.begin((tx) =>
          startBulkAction(tx, companyId, actorOf(request), { action, input, ids, expected: people }),
        );
      });
      return reply.code(201).send(await read(companyId, id));
    },
  );

  app.get(
    '/bulk-actions/:id',
    {
      config: { access: 'portal-see-people', isPolled: true },
      schema: { params: idParameter, response: { 200: record(BulkActionSchema) } },
    },
    (request) => read(companyOf(request), request.params.id),
  );

  app.get(
    '/bulk-actions/:id/people',
    {
      config: { access: 'portal-see-people' },
      schema: {
        params: idParameter,
        querystring: Type.Object({ ...pageParameters, outcomes: listOf(BULK_OUTCOMES, 'By `outcome`.') }),
        response: { 200: pageOf(BulkPersonSchema) },
      },
      preValidation: async (request) => {
        await read(companyOf(request), request.params.id);
      },
    },
    async (request) => {
      const { page, perPage, outcomes } = request.query;
      const found = await database.lists.read(readerOf(request), (sql, companyId) => {
        const { rows, order: inOrder } = peopleOf(sql, companyId, request.params.id, outcomes);
        return pageOfRows<BulkPerson>(sql, rows, inOrder, { page, perPage });
      });
      return toPage(found, { page, perPage }, (person) => ({
        ...person,
        message: person.reason && sentenceOf(person.reason, person.values),
      }));
    },
  );
}

function show({ input, createdAt, finishedAt, ...action }: BulkAction): Static<typeof BulkActionSchema> {
  return {
    ...action,
    planType: input.planType ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
