import { DROPS } from '../../src/platform/limits.ts';
import { type Attack, ask, enterSource, MEBIBYTE, trickle, withKey } from './attack.ts';
import type { Attacker } from './attacker-facts.ts';

/** Files are counted by integration, and a company may have many of them. */
const INTEGRATIONS = 20;

let integrations: number[] = [];

async function createDropIntegrations(attacker: Attacker): Promise<void> {
  integrations = [];
  for (let number = 0; number < INTEGRATIONS; number++)
    integrations.push(await enterSource(attacker, { system: 'file-drop', values: {} }));
}

const pathOf = (number: number) => `/hr-integrations/${integrations[number % integrations.length]}/file`;

const ROW = 'P1;Ada;Lovelace;ada@beispiel.example;1990-01-01;2020-01-01;\n';

/** Each another one. */
const fileOf = (bytes: number, number: number) => {
  const file = Buffer.alloc(bytes, ROW);
  file.write(`file ${number} ${Date.now()}`);
  return file;
};

const put = (attacker: Attacker, number: number, body: Buffer) =>
  ask(attacker, { method: 'PUT', path: pathOf(number), headers: withKey(attacker), body });

const SAME = Buffer.alloc(MEBIBYTE - 1, ROW);

/** With files that a system sends. */
export const DROP_ATTACKS: Record<string, Attack> = {
  'files just below the largest size': {
    mayGet: [202, 429, 503],
    atOnce: 8,
    prepare: createDropIntegrations,
    send: (attacker, number) => put(attacker, number, fileOf(DROPS.fileBytes - 1, number)),
  },
  'many files at once that need no slot': {
    mayGet: [202, 429, 503],
    atOnce: 40,
    prepare: createDropIntegrations,
    send: (attacker, number) => put(attacker, number, fileOf(MEBIBYTE - 1, number)),
  },
  'the same file again and again': {
    mayGet: [202, 429, 503],
    atOnce: 40,
    prepare: createDropIntegrations,
    send: (attacker, number) => put(attacker, number, SAME),
  },
  'files that hardly arrive': {
    mayGet: [429, 503],
    atOnce: 40,
    prepare: createDropIntegrations,
    send: (attacker, number) =>
      ask(attacker, {
        method: 'PUT',
        path: pathOf(number),
        headers: { ...withKey(attacker), 'transfer-encoding': 'chunked' },
        write: (asked) => trickle(asked, fileOf(2 * MEBIBYTE, number)),
      }),
  },
};
