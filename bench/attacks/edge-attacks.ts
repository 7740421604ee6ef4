import { SIZES } from '../../src/platform/limits.ts';
import { type Attack, ask } from './attack.ts';
import { fromManyAddresses } from './employees.ts';

/** Just below the size of a body. */
const LENGTH = SIZES.bodyBytes - 100;
const WORD = JSON.stringify({ logs: ['!'.repeat(LENGTH)] });
const FULL = JSON.stringify({ logs: Array.from({ length: 5 }, () => '/'.repeat(LENGTH / 5)) });

const report = (companyId: number, body: string) => ({
  method: 'POST',
  path: `/wallet/${companyId}/v1/log`,
  headers: { 'content-type': 'application/json' },
  body,
});

/** What strangers can send who know no more than a company's number or its join link. */
export const EDGE_ATTACKS: Record<string, Attack> = {
  'reports about passes in one long word': {
    mayGet: [200, 429, 503],
    atOnce: 8,
    send: (attacker) => ask(attacker, report(attacker.companyId, WORD)),
  },
  'reports about passes of unknown companies': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) => ask(attacker, report(900_000_000 + number, FULL)),
  },
  'reports about passes from many addresses': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) => ask(fromManyAddresses(attacker, number), report(attacker.companyId, FULL)),
  },
  'readers of the join link from many addresses': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(fromManyAddresses(attacker, number), { path: `${attacker.joinPath}/data` }),
  },
  'own pages from many addresses': {
    mayGet: [200, 429, 503],
    atOnce: 40,
    send: (attacker, number) =>
      ask(fromManyAddresses(attacker, number), {
        path: `${attacker.pages[number % attacker.pages.length]?.path}/data`,
      }),
  },
};
