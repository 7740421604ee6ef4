import { type Static, Type } from 'typebox';
import { type ClockMove, clockTarget } from '../../../../company/companies/clock-target.ts';
import { selectClock } from '../../../../company/companies/companies-sql.ts';
import { moveClock } from '../../../../company/companies/move-clock.ts';
import { nextFirst } from '../../../../domain/calendar/months.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { SMALL_BODY_BYTES } from '../../../json-bodies.ts';
import { date, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { invalidValues } from '../../../validation-errors.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';

const clock = { businessDate: date("The company's present day."), frozen: Type.Boolean() };
const Clock = named('Clock', clock);
const MovedClock = named('MovedClock', {
  ...clock,
  ticketsIssued: Type.Integer(),
  steps: Type.Array(
    Type.Object({
      businessDate: date('A first of a month, or the last day.'),
      ticketsIssued: Type.Integer(),
    }),
  ),
});

const Move = Type.Object({
  to: Type.Optional(oneOf(['next-day', 'next-month', 'next-first'])),
  date: Type.Optional(date('The day to move to.')),
});

/** These routes do not exist on production. */
export function clockRoutes(
  app: App,
  { config, bulkWork, database: { sql } }: Needs<'config' | 'database' | 'bulkWork'>,
): void {
  if (config.environment === 'production') return;
  const readClock = async (companyId: number) => {
    const found = await selectClock(sql, companyId);
    if (!found) throw notFound();
    return found;
  };

  app.get(
    '/clock',
    { config: { access: 'portal-viewer' }, schema: { response: { 200: record(Clock) } } },
    async (request) => ({ data: await readClock(companyOf(request)) }),
  );

  app.post(
    '/clock',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-admin' },
      schema: { body: Move, response: { 200: record(MovedClock) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { businessDate: today } = await readClock(companyId);
      const target = clockTarget(today, toMove(today, request.body));
      const steps = await bulkWork(request, companyId, (bulk) =>
        moveClock(bulk, config.environment, companyId, actorOf(request), target),
      );
      return {
        data: {
          businessDate: target,
          frozen: true,
          ticketsIssued: steps.reduce((sum, { issued }) => sum + issued, 0),
          steps: steps.map((step) => ({ businessDate: step.businessDate, ticketsIssued: step.issued })),
        },
      };
    },
  );
}

function toMove(today: string, { to, date: day }: Static<typeof Move>): ClockMove {
  if ((to === undefined) === (day === undefined)) throw invalidValues([onlyOne]);
  if (day !== undefined) return { date: day };
  if (to === 'next-day') return { advanceDays: 1 };
  return to === 'next-month' ? { advanceMonths: 1 } : { date: nextFirst(today) };
}

const onlyOne = {
  in: 'body',
  pointer: '/to',
  code: 'malformed',
  message: 'must be given, or else /date',
} as const;
