import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Random } from '../support/random.ts';
import { embeddedInstallation, givenInstallation, serverInstallation } from './installation.ts';
import type { Kind } from './kind.ts';
import { KINDS } from './kinds.ts';
import type { KindName, Who } from './names.ts';
import { type Round, runRounds } from './rounds.ts';
import { Table } from './table.ts';

/** A short run in every test run; `npm run test:kills` runs hundreds of rounds. */
const { KILLS_ROUNDS, KILLS_SEED = '1', KILLS_FIRST = '1', KILLS_ONLY, KILLS_WHO, KILLS_WHERE } = process.env;
const isLong = KILLS_ROUNDS !== undefined;

const say = (line: string) => {
  if (isLong) process.stdout.write(`${line}\n`);
};

const INSTALLATIONS = {
  embedded: embeddedInstallation,
  server: serverInstallation,
  given: givenInstallation,
};
type Where = keyof typeof INSTALLATIONS;

/** Of kinds of work in a round. Those that start a process of their own take longer. */
const OFTEN = 0.6;
const SELDOM = 0.2;
const RARE = 0.05;

/** A round whose moment, work and victim follow from the random numbers. */
function randomRound(names: readonly KindName[], who: readonly Who[]) {
  return (_number: number, random: Random): Round => {
    const victim = random.pick(who);
    const chosen = names.filter((name) => {
      const kind = KINDS.find((each) => each.name === name);
      // The ticker tries again after 30 s if only its database was killed.
      if (kind?.beginsWithNode && victim === 'database') return random.chance(RARE);
      return random.chance(names.length === 1 ? 1 : kind?.needsOwnDatabases ? SELDOM : OFTEN);
    });
    const kinds = chosen.length > 0 ? chosen : [random.pick(names)];
    return {
      who: victim,
      kinds,
      held: random.chance(0.5) ? [random.pick(kinds), random.pick(kinds)] : [],
      part: random.next(),
      isFollowed: random.chance(0.45),
    };
  };
}

/** The kills of the short run, on an embedded database. */
const SHORT: readonly Who[] = ['both', 'node'];

/**
 * All kinds of work, killed at their named moments, then again while they catch up. Commands begin in the first round only: each takes
 * a second to start.
 */
function shortRound(kinds: readonly Kind[]) {
  return (number: number, random: Random): Round => {
    const names = kinds.filter((kind) => number === 1 || !kind.needsOwnDatabases).map(({ name }) => name);
    return {
      who: SHORT[number - 1] ?? 'node',
      kinds: names,
      held: names,
      part: random.next(),
      isFollowed: number === 1,
    };
  };
}

const table = new Table();
const names = KINDS.map(({ name }) => name).filter((name) => !KILLS_ONLY || name === KILLS_ONLY);
assert(names.length > 0, `${KILLS_ONLY} is none of ${KINDS.map(({ name }) => name).join(', ')}`);

const places: [Where, number][] = isLong
  ? KILLS_WHERE
    ? [[KILLS_WHERE as Where, Number(KILLS_ROUNDS)]]
    : [
        ['embedded', Math.ceil(Number(KILLS_ROUNDS) / 2)],
        ['server', Math.floor(Number(KILLS_ROUNDS) / 2)],
      ]
  : [['embedded', SHORT.length]];

describe('kill -9 loses no work, does none twice and leaves none half done', { concurrency: isLong }, () => {
  // The rounds of the second installation have the numbers after those of the first.
  let next = Number(KILLS_FIRST);
  for (const [where, rounds] of places) {
    const first = next;
    next += rounds;
    if (rounds === 0) continue;
    it(`on ${where}`, async (t) => {
      const installation = await INSTALLATIONS[where]();
      const who = installation.who.filter((each) => !KILLS_WHO || each === KILLS_WHO);
      const kinds = KINDS.filter(
        ({ name, needsOwnDatabases }) =>
          names.includes(name) && (installation.databases || !needsOwnDatabases),
      );
      const own = kinds.map(({ name }) => name);
      const random = randomRound(own, who);
      const plan = isLong ? random : shortRound(kinds);
      const seed = Number(KILLS_SEED);
      await runRounds({ installation, kinds, plan, seed, first, rounds, table, say });
      assert.doesNotMatch(
        installation.logs(),
        /Generation\d|(?<!demo)@example\.com/,
        'no personal data in the logs',
      );
      t.diagnostic(`${rounds} kills on ${where}`);
    });
  }
});

after(() => say(`\n${table.print(names)}`));
