import type { Needs } from '../../services.ts';
import { limitsOf } from '../limits.ts';
import { companyExamples } from './company.ts';
import { employeeExamples } from './employees.ts';
import { rosterExamples } from './rosters.ts';
import { type ByOperation, one, record, SYNC_ID } from './show.ts';
import { syncExamples } from './syncs.ts';

/** A test demands an example of every body that is JSON or a form. */
export function operationExamples(services: Needs<'config' | 'version'>): ByOperation {
  const { baseUrl } = services.config;
  return {
    ...employeeExamples(baseUrl),
    ...rosterExamples,
    ...syncExamples(baseUrl),
    ...companyExamples(baseUrl),
    ...serviceExamples(services),
  };
}

function serviceExamples({ config, version }: Needs<'config' | 'version'>): ByOperation {
  const { baseUrl, environment } = config;
  const alive = { status: 'ok', version, time: '2026-11-16T07:30:00.000Z' };
  const ready = record('Ready', { ...alive, environment, portal: 'ready' });
  const clock = {
    resource: 'test-clock',
    frozen: true,
    _links: { self: { href: `${baseUrl}/test-clock`, type: 'application/json' } },
  };

  return {
    limits: { response: record('As configured', limitsOf(config)) },
    health: { response: ready },
    healthReady: { response: ready },
    healthLive: { response: record('Running', alive) },
    getTestClock: { response: record('A frozen clock', { ...clock, businessDate: '2026-11-16' }) },
    moveTestClock: {
      request: {
        'To a day': { date: '2026-12-01' },
        'By days': { advanceDays: 10 },
        'By months': { advanceMonths: 1 },
      },
      response: record('The first of December is reached', {
        ...clock,
        businessDate: '2026-12-01',
        ticketsIssued: 1180,
        steps: [{ businessDate: '2026-12-01', ticketsIssued: 1180 }],
      }),
    },
    answerContract: { request: one('Accept', { dateOfBirth: '1990-12-10', answer: 'accepted' }) },
  };
}

/** Values for the parameters of paths, so that snippets can be copied. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  id: 3,
  syncId: SYNC_ID,
  token: 'EXAMPLE',
  month: '2026-11',
};
