import { type Static, Type } from 'typebox';
import { PERMISSIONS } from '../../company/api-keys/permissions.ts';
import { type ClockMove, clockTarget, MAX_MONTHS_AT_ONCE } from '../../company/companies/clock-target.ts';
import { selectClock } from '../../company/companies/companies-sql.ts';
import { type ClockStep, moveClock } from '../../company/companies/move-clock.ts';
import { notFound, type ValueError } from '../../platform/errors.ts';
import { actorOf, allOf, companyOf } from '../access.ts';
import type { App } from '../app.ts';
import { SMALL_BODY_BYTES } from '../json-bodies.ts';
import { date, link, oneOf, record, toLink } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { invalidValues } from '../validation-errors.ts';

const shared = {
  resource: oneOf(['test-clock']),
  businessDate: date("The company's present day."),
  frozen: Type.Boolean({ description: 'Whether it stands still there. Once moved, it always does.' }),
  _links: Type.Object({ self: link('This clock.') }),
};

const Clock = Type.Object(shared);

const MovedClock = Type.Object({
  ...shared,
  ticketsIssued: Type.Integer({ description: 'On the whole way.' }),
  steps: Type.Array(
    Type.Object({
      businessDate: date('A first of a month, or the last day.'),
      ticketsIssued: Type.Integer(),
    }),
    { description: 'What happened on the way, in order.' },
  ),
});

const Move = Type.Object(
  {
    date: Type.Optional(date('The day to move to.')),
    advanceDays: Type.Optional(Type.Integer({ minimum: 1, description: 'So many days onwards.' })),
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
export function testClockRoutes(
  app: App,
  { bulkWork, database, config }: Needs<'config' | 'database' | 'bulkWork'>,
): void {
  const _links = { self: toLink(`${config.baseUrl}/test-clock`) };

  app.get(
    '/test-clock',
    {
      config: { access: allOf(...PERMISSIONS) },
      schema: {
        operationId: 'getTestClock',
        summary: "Get the company's clock",
        tags: ['Test clock'],
        response: { 200: record(Clock) },
      },
    },
    async (request) => {
      const clock = await selectClock(database.sql, companyOf(request));
      if (!clock) throw notFound();
      return { data: { resource: 'test-clock' as const, ...clock, _links } };
    },
  );

  app.post(
    '/test-clock',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: allOf(...PERMISSIONS), problems: ['clock-cannot-go-back'] },
      schema: {
        operationId: 'moveTestClock',
        summary: "Move the company's clock forward",
        description:
          'Stops the clock on a later day and answers when everything due on the way has happened: every first of a month, in order.',
        tags: ['Test clock'],
        body: Move,
        response: { 200: record(MovedClock) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const move = onlyMove(request.body);
      const clock = await selectClock(database.sql, companyId);
      if (!clock) throw notFound();
      const target = clockTarget(clock.businessDate, move);
      const steps = await bulkWork(request, companyId, (bulk) =>
        moveClock(bulk, config.environment, companyId, actorOf(request), target),
      );
      return { data: { ...showMove(target, steps), _links } };
    },
  );
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

function showMove(businessDate: string, steps: ClockStep[]) {
  return {
    resource: 'test-clock' as const,
    businessDate,
    frozen: true,
    ticketsIssued: steps.reduce((sum, { issued }) => sum + issued, 0),
    steps: steps.map((step) => ({ businessDate: step.businessDate, ticketsIssued: step.issued })),
  };
}
