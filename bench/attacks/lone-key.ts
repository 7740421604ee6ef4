import { REQUESTS_PER_MINUTE } from '../../src/platform/limits.ts';
import { type Attack, ask, someone } from './attack.ts';
import type { Attacker } from './attacker-facts.ts';
import { createKeys, keyOf } from './keys.ts';

const CONNECTIONS = 64;

/** One key at a time, as often as its rate limit allows. Then the company goes on with its next key. */
function reading(path: (attacker: Attacker, number: number) => string): Attack {
  return {
    mayGet: [200, 429, 503],
    atOnce: CONNECTIONS,
    prepare: createKeys,
    send: (attacker, number) =>
      ask(attacker, {
        path: path(attacker, number),
        headers: { authorization: keyOf(Math.floor(number / REQUESTS_PER_MINUTE.key)) },
      }),
  };
}

/** While nobody else asks, a company may have more requests at the same time than otherwise. */
export const LONE_KEY_ATTACKS: Record<string, Attack> = {
  'a lone key with 64 connections: people': reading(
    (attacker, number) => `/employees/${someone(attacker, number)}`,
  ),
  'a lone key with 64 connections: lists': reading(
    (_, number) => `/employees?perPage=100&page=${1 + (number % 20)}`,
  ),
  'a lone key with 64 connections: events': reading((_, number) => `/events?after=${(number % 100) * 100}`),
};
