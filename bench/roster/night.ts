import { benchDatabase } from '../database.ts';
import { median } from '../measure.ts';
import { progress } from '../progress.ts';
import { type Group, milliseconds, type Row, withoutGoal } from '../row.ts';
import { deletePlainEntries, parseThenCopy, prepare } from './baselines.ts';
import { type Client, createClient, startService } from './client.ts';
import { makeRoster, SOME_MARRIED } from './roster.ts';

const COMPANIES = 200;
const PEOPLE = 500;
const SENDERS = 24;
const NIGHTS = 3;
const UNCHANGED = 'night of 200 companies';
const CHANGED = `${UNCHANGED}, 1 % changed`;
/** Rosters per second. */
const GOALS: Readonly<Record<string, number>> = { [UNCHANGED]: 150, [CHANGED]: 40 };
const ANSWER = ', p99 of the 204';

/**
 * All companies send their rosters, several at a time. The baseline parses the same bodies and copies the same entries, with as
 * many senders.
 */
export const night: Group = {
  names: [UNCHANGED, CHANGED].flatMap((name) => [name, `${name}${ANSWER}`]),
  run: async (_people, isWanted) => rowsOf(await measure()).filter(({ name }) => isWanted(name)),
};

/** One night: how long all rosters took, and the 99th percentile of the time until one was accepted. */
interface Night {
  ms: number;
  p99: number;
}

interface Nights {
  copied: Night;
  unchanged: Night;
  changed: Night;
}

async function measure(): Promise<Nights> {
  const say = (text: string) => progress(`${UNCHANGED}: ${text}`);
  const database = await benchDatabase();
  say('first load');
  const service = await startService(undefined, database);
  const clients: Client[] = [];
  for (let company = 0; company < COMPANIES; company++) clients.push(await createClient({}, database));
  const roster = makeRoster(PEOPLE);
  const married = makeRoster(PEOPLE, SOME_MARRIED);
  const prepared = new Map(clients.map((client) => [client, prepare(roster, client)]));
  const copyAll = async () => {
    const copied = await everyCompany(clients, async (client, accepted) => {
      const rows = prepared.get(client);
      if (rows) await parseThenCopy(database, rows);
      accepted();
    });
    await deletePlainEntries(database);
    // Otherwise the server would clear these rows away while the service is measured.
    await database.sql`vacuum roster_entries`;
    return copied;
  };
  const sendAll = (sent: typeof roster) =>
    everyCompany(clients, async (client, accepted) => {
      const syncId = await client.send(service, sent);
      accepted();
      await client.applied(syncId);
    });

  await sendAll(roster);
  await database.sql`vacuum (analyze)`;
  const nights: Nights[] = [];
  let last = roster;
  // The first round is not counted.
  for (let round = 0; round <= NIGHTS; round++) {
    say(`night ${round} of ${NIGHTS}`);
    const copied = await copyAll();
    const unchanged = await sendAll(last);
    last = last === roster ? married : roster;
    const changed = await sendAll(last);
    if (round > 0) nights.push({ copied, unchanged, changed });
  }
  const middle = (kind: keyof Nights): Night => ({
    ms: median(nights.map((each) => each[kind].ms)),
    p99: median(nights.map((each) => each[kind].p99)),
  });
  return { copied: middle('copied'), unchanged: middle('unchanged'), changed: middle('changed') };
}

/** Does the work of all companies, several at a time. */
async function everyCompany(
  clients: readonly Client[],
  work: (client: Client, accepted: () => void) => Promise<void>,
): Promise<Night> {
  const waiting = [...clients];
  const answers: number[] = [];
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let client = waiting.pop(); client; client = waiting.pop()) {
        const sent = performance.now();
        await work(client, () => answers.push(performance.now() - sent));
      }
    }),
  );
  const sorted = answers.toSorted((one, other) => one - other);
  return { ms: performance.now() - begin, p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN };
}

const rate = ({ ms }: Night) => Math.round((COMPANIES / ms) * 1000);

function rowsOf({ copied, unchanged, changed }: Nights): Row[] {
  const rows = (name: string, measured: Night): Row[] => [
    {
      name,
      ...withoutGoal(measured.ms / copied.ms),
      measured: `${rate(measured)} rosters/s`,
      baseline: `JSON.parse and COPY ${rate(copied)} rosters/s`,
    },
    {
      name: `${name}${ANSWER}`,
      ...withoutGoal(measured.p99 / copied.p99),
      measured: milliseconds(measured.p99),
      baseline: `JSON.parse and COPY ${milliseconds(copied.p99)}`,
    },
  ];
  return [...rows(UNCHANGED, unchanged), ...rows(CHANGED, changed)].map((row) => {
    const least = GOALS[row.name];
    if (least === undefined) return row;
    const reached = rate(row.name === UNCHANGED ? unchanged : changed);
    return { ...row, goal: `at least ${least} rosters/s`, met: reached >= least };
  });
}
