import { describe, it } from 'node:test';
import { runRounds } from './sync-crash/rounds.ts';
import { embeddedWorld, serverWorld } from './sync-crash/worlds.ts';

/** One round in every test run; `npm run test:crash` runs hundreds. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1);

const say = (line: string) => {
  if (process.env['CRASH_ROUNDS']) process.stdout.write(`${line}\n`);
};

const worlds = { 'one process': embeddedWorld, 'four nodes on a server': serverWorld };

// Concurrent, because most of the time passes until a dead worker is detected.
describe('kill -9 at any moment loses no accepted roster and applies none twice or in part', {
  concurrency: true,
}, () => {
  for (const [name, makeWorld] of Object.entries(worlds))
    it(`with ${name}`, async (t) => {
      const summary = await runRounds(name, await makeWorld(), ROUNDS, say);
      say(summary);
      t.diagnostic(summary);
    });
});
