import { benchDatabase } from '../database.ts';
import { inTurn, time } from '../measure.ts';
import { progress } from '../progress.ts';
import type { Group, Row } from '../row.ts';
import { type Client, createClient, type Service, startService } from './client.ts';
import { type BenchRoster, makeRoster } from './roster.ts';

const NAME = 'roster, night of 200 companies';
const COMPANIES = 200;
const PEOPLE = 500;
const SENDERS = 24;
const NIGHTS = 3;
/** Rosters per second. */
const GOAL = 150;

/**
 * All companies send the same roster as the night before, several at a time. The baseline reads the same
 * rosters in full.
 */
export const night: Group = {
  names: [NAME],
  run: async () => [await measure()],
};

async function measure(): Promise<Row> {
  progress(`${NAME}: first load`);
  const { sql } = await benchDatabase();
  const service = await startService();
  const roster = makeRoster(PEOPLE);
  const clients: Client[] = [];
  for (let company = 0; company < COMPANIES; company++) clients.push(await createClient());
  await sendAll(service, clients, roster);
  await sql`vacuum (analyze)`;
  progress(`${NAME}: ${NIGHTS} nights`);
  const ids = clients.map(({ integrationId }) => integrationId);
  const { baseline, subject } = await inTurn(
    NIGHTS,
    async () => {
      await sql`update hr_integrations set mark_facts = null where id = any(${ids}::bigint[])`;
      return await time(() => sendAll(service, clients, roster));
    },
    () => time(() => sendAll(service, clients, roster)),
  );
  const rate = (ms: number) => (COMPANIES / ms) * 1000;
  return {
    name: NAME,
    ratio: baseline / subject,
    goal: `at least ${GOAL} rosters/s`,
    met: rate(subject) >= GOAL,
    measured: `${Math.round(rate(subject))} rosters/s`,
    baseline: `read in full ${Math.round(rate(baseline))} rosters/s`,
  };
}

async function sendAll(service: Service, clients: readonly Client[], roster: BenchRoster): Promise<void> {
  const waiting = [...clients];
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let client = waiting.pop(); client; client = waiting.pop()) await client.sync(service, roster);
    }),
  );
}
