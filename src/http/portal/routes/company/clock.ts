import { type Static, Type } from 'typebox';
import type { ClockMove } from '../../../../company/companies/clock-target.ts';
import { nextFirst } from '../../../../domain/calendar/months.ts';
import type { App } from '../../../app.ts';
import { advanceClock, clockFields, movedClockFields, readClock } from '../../../routes/test-clock.ts';
import { date, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { invalidValues } from '../../../validation-errors.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';

const Clock = named('Clock', clockFields);
const MovedClock = named('MovedClock', movedClockFields);

const Move = Type.Object({
  to: Type.Optional(oneOf(['next-day', 'next-month', 'next-first'])),
  date: Type.Optional(date('The day to move to.')),
});

/** These routes do not exist on production. */
export function clockRoutes(app: App, services: Needs<'config' | 'database' | 'bulkWork'>): void {
  const { config, database } = services;
  if (config.environment === 'production') return;

  app.get(
    '/clock',
    { config: { access: 'portal-user' }, schema: { response: { 200: record(Clock) } } },
    async (request) => ({ data: await readClock(database.sql, companyOf(request)) }),
  );

  app.post(
    '/clock',
    {
      config: { access: 'portal-administer' },
      schema: { body: Move, response: { 200: record(MovedClock) } },
    },
    async (request) => {
      const by = { companyId: companyOf(request), actor: actorOf(request) };
      return { data: await advanceClock(services, request, by, (today) => toMove(today, request.body)) };
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
