import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { PERMISSIONS } from '../../company/api-keys/permissions.ts';
import {
  type ClockMove,
  clockTarget,
  MAX_DAYS_AT_ONCE,
  MAX_MONTHS_AT_ONCE,
} from '../../company/companies/clock-target.ts';
import { type Clock, selectClock } from '../../company/companies/companies-sql.ts';
import { moveClock } from '../../company/companies/move-clock.ts';
import type { Actor } from '../../domain/audit/record-change.ts';
import type { Pool } from '../../platform/db/types.ts';
import { notFound, type ValueError } from '../../platform/errors.ts';
import { actorOf, allOf, companyOf } from '../access.ts';
import type { App } from '../app.ts';
import { date, link, oneOf, record, toLink } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { invalidValues } from '../validation-errors.ts';

/** A clock, also as the portal shows it. */
export const clockFields = {
  businessDate: date("The company's present day."),
  frozen: Type.Boolean({ description: 'Whether it stands still there. Once moved, it always does.' }),
};
export const movedClockFields = {
  ...clockFields,
  ticketsIssued: Type.Integer({ description: 'On the whole way.' }),
  steps: Type.Array(
    Type.Object({
      businessDate: date('A first of a month, or the last day.'),
      ticketsIssued: Type.Integer(),
    }),
    { description: 'What happened on the way, in order.' },
  ),
};

const ownFields = {
  resource: oneOf(['test-clock']),
  _links: Type.Object({ self: link('This clock.') }),
};
const ClockSchema = Type.Object({ ...clockFields, ...ownFields });
const MovedClock = Type.Object({ ...movedClockFields, ...ownFields });

const Move = Type.Object(
  {
    date: Type.Optional(date('The day to move to.')),
    advanceDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS_AT_ONCE, description: 'So many days onwards.' }),
    ),
    advanceMonths: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_MONTHS_AT_ONCE,
        description: 'So many months onwards, to the same day or the last of a shorter month.',
      }),
    ),
  },
  { description: `Exactly one of the three. At most ${MAX_MONTHS_AT_ONCE} months onwards.` },
);

/** Routes that move a company's clock. They do not exist on production. */
export function testClockRoutes(app: App, services: Needs<'config' | 'database' | 'bulkWork'>): void {
  const { database, config } = services;
  const own = { resource: 'test-clock' as const, _links: { self: toLink(`${config.baseUrl}/test-clock`) } };

  app.get(
    '/test-clock',
    {
      config: { access: allOf(...PERMISSIONS) },
      schema: {
        operationId: 'getTestClock',
        summary: "Get the company's clock",
        tags: ['Test clock'],
        response: { 200: record(ClockSchema, 'The clock.') },
      },
    },
    async (request) => ({ data: { ...(await readClock(database.sql, companyOf(request))), ...own } }),
  );

  app.post(
    '/test-clock',
    {
      config: { access: allOf(...PERMISSIONS), problems: ['clock-cannot-go-back'] },
      schema: {
        operationId: 'moveTestClock',
        summary: "Move the company's clock forward",
        description:
          'Stops the clock on a later day and answers when everything due on the way has happened: every first of a month, in order.',
        tags: ['Test clock'],
        body: Move,
        response: { 200: record(MovedClock, 'The clock, and what has become due.') },
      },
    },
    async (request) => {
      const by = { companyId: companyOf(request), actor: actorOf(request) };
      const move = onlyMove(request.body);
      return { data: { ...(await advanceClock(services, request, by, () => move)), ...own } };
    },
  );
}

export async function readClock(sql: Pool, companyId: number): Promise<Clock> {
  const clock = await selectClock(sql, companyId);
  if (!clock) throw notFound();
  return clock;
}

/** Moves the clock for a key or a portal user. */
export async function advanceClock(
  { bulkWork, database, config }: Needs<'config' | 'database' | 'bulkWork'>,
  request: FastifyRequest,
  { companyId, actor }: { companyId: number; actor: Actor },
  moveFrom: (today: string) => ClockMove,
) {
  const { businessDate: today } = await readClock(database.sql, companyId);
  const businessDate = clockTarget(today, moveFrom(today));
  const steps = await bulkWork(request, companyId, (bulk) =>
    moveClock(bulk, config.environment, companyId, actor, businessDate),
  );
  return {
    businessDate,
    frozen: true,
    ticketsIssued: steps.reduce((sum, { issued }) => sum + issued, 0),
    steps: steps.map((step) => ({ businessDate: step.businessDate, ticketsIssued: step.issued })),
  };
}

function onlyMove(body: Static<typeof Move>): ClockMove {
  const { date, advanceDays, advanceMonths } = body;
  const given: [name: string, move: ClockMove][] = [];
  if (date !== undefined) given.push(['date', { date }]);
  if (advanceDays !== undefined) given.push(['advanceDays', { advanceDays }]);
  if (advanceMonths !== undefined) given.push(['advanceMonths', { advanceMonths }]);
  const [first, ...others] = given;
  if (!first)
    throw invalidValues([problem('date', 'missing', 'is missing, and so are advanceDays and advanceMonths')]);
  if (others.length > 0)
    throw invalidValues(
      others.map(([name]) => problem(name, 'not-allowed', `must not be given together with ${first[0]}`)),
    );
  return first[1];
}

function problem(name: string, code: string, message: string): ValueError {
  return { in: 'body', pointer: `/${name}`, code, message };
}
