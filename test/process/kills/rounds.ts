import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../../src/platform/db/failures.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { Random } from '../support/random.ts';
import { endClaims } from './end-claims.ts';
import { Fault } from './fault.ts';
import type { Held } from './hold.ts';
import type { Installation } from './installation.ts';
import type { Kind, Work } from './kind.ts';
import type { KindName, Who } from './names.ts';
import type { Table } from './table.ts';

/** A limit for the machine, not for the service: the work of a round takes a second or two. */
const MAX_MS = 120_000;
const LOOK_MS = 25;
/** A look at the work at its end is some ten statements. */
const LOOK_AT_END_MS = 100;
/** For other work to reach its moment, once some has. */
const OTHERS_MS = 5_000;
/** Rounds: the table so far, for a run that is interrupted. */
const TABLE_EVERY = 50;

export interface Round {
  who: Who;
  /** The kinds of work that begin in this round, if the work before is at its end. */
  kinds: readonly KindName[];
  /** Kill when this work has reached its named moment; or else at a part of the usual time of the work. */
  held: readonly KindName[];
  part: number;
  /** The next kill comes before the work of this round is at its end: while the service starts and catches up. */
  isFollowed: boolean;
}

interface Options {
  installation: Installation;
  kinds: readonly Kind[];
  plan: (number: number, random: Random) => Round;
  seed: number;
  first: number;
  rounds: number;
  table: Table;
  say: (line: string) => void;
}

interface Running {
  kind: Kind;
  work: Work;
  isOpen: boolean;
}

/**
 * Kills processes again and again while they work. A round is one kill. Several kinds of work are under way in it; those that had
 * begun and were not at their end count as interrupted.
 */
export async function runRounds({
  installation,
  kinds,
  plan,
  seed,
  first,
  rounds,
  table,
  say,
}: Options): Promise<void> {
  const { sql, name } = installation;
  const running: Running[] = [];
  for (const kind of kinds) running.push({ kind, work: await kind.prepare(installation), isOpen: false });
  installation.begin();
  await installation.untilHealthy();

  const randomOf = (number: number) => new Random(seed, number);
  const planOf = (number: number) => plan(number, randomOf(number));
  let usualMs = 1_000;
  const holds: { held: Held; of: Running }[] = [];
  /** The round in which the oldest open work began. */
  let since = first;

  async function start({ kinds: chosen, held }: Round, random: Random, withNode: boolean): Promise<void> {
    const next = running.filter(
      ({ kind, isOpen }) => !isOpen && chosen.includes(kind.name) && (withNode || !kind.beginsWithNode),
    );
    await Promise.all(
      next.map(async (each) => {
        if (held.includes(each.kind.name) && each.work.hold)
          holds.push({ held: await each.work.hold(random), of: each });
        await each.work.start(random);
        each.isOpen = true;
      }),
    );
  }

  async function untilMoment({ part }: Round): Promise<void> {
    if (holds.length === 0) {
      await sleep(part * usualMs);
      return;
    }
    const deadline = Date.now() + MAX_MS;
    let [first, lookAt] = [Infinity, 0];
    for (const { held, of } of holds)
      while (!(await held.isReached())) {
        // Other work of the company has done it on the way.
        if (await of.work.isDone()) break;
        // Jobs of the ticker follow each other: one that waits at its moment keeps the next one from its own.
        if (Date.now() > lookAt) {
          lookAt = Date.now() + OTHERS_MS / 5;
          if (await isAnyReached()) first = Math.min(first, Date.now());
          if (Date.now() > first + OTHERS_MS) return;
        }
        if (Date.now() > deadline) throw new Error(`${of.kind.name} did not reach its moment`);
        await sleep(LOOK_MS);
      }
  }

  async function isAnyReached(): Promise<boolean> {
    for (const { held } of holds) if (await held.isReached()) return true;
    return false;
  }

  async function untilDone(): Promise<void> {
    const deadline = Date.now() + MAX_MS;
    let open = running.filter(({ isOpen }) => isOpen);
    while (open.length > 0) {
      const left: Running[] = [];
      for (const each of open) if (!(await patiently(() => each.work.isDone()))) left.push(each);
      open = left;
      if (open.length === 0) return;
      if (Date.now() > deadline)
        throw new Fault('lost', `not at its end: ${open.map(({ kind }) => kind.name).join(', ')}`);
      await sleep(LOOK_AT_END_MS);
    }
  }

  async function check(who: Who): Promise<void> {
    for (const each of running.filter(({ isOpen }) => isOpen)) {
      await judge(each, who, () => each.work.check());
      each.isOpen = false;
    }
  }

  async function judge<Result>({ kind }: Running, who: Who, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      table.countFault(kind.name, who, error.law);
      error.message = `${kind.name}, ${error.message}`;
      throw error;
    }
  }

  async function oneRound(number: number): Promise<string> {
    const random = randomOf(number);
    const round = plan(number, random);
    await start(round, random, false);
    await untilMoment(round);
    const open = running.filter(({ isOpen }) => isOpen);
    await Promise.all(open.map(({ work }) => work.look?.()));
    const ofCommands = round.who === 'database' ? [] : open.map(({ work }) => work.kill?.());
    const [workerDied] = await Promise.all([installation.kill(round.who, random), ...ofCommands]);
    const nodeKilledAt = new Date();
    await installation.untilDatabaseRuns();
    // Processes of a killed server execute statements for some time after it.
    const killedAt = round.who === 'node' ? nodeKilledAt : await patiently(() => serverStartedAt(sql));
    for (const { held } of holds.splice(0)) await held.release();
    const interrupted: string[] = [];
    for (const each of open) {
      const wasInterrupted = await judge(each, round.who, () => patiently(() => each.work.wasInterrupted()));
      table.countKill(each.kind.name, round.who, wasInterrupted);
      if (wasInterrupted) interrupted.push(each.kind.name);
    }
    // Those of a killed worker, or those that a living one has made before it lost its database.
    const ofWorkers = workerDied || round.who !== 'node';
    const end = (madeBefore: Date) => patiently(() => endClaims(sql, madeBefore, ofWorkers));
    await end(workerDied ? new Date() : killedAt);
    const isLast = number === first + rounds - 1;
    if (round.isFollowed && !isLast) {
      const next = planOf(number + 1);
      await start(next, randomOf(number + 1), workerDied);
      installation.begin();
      return describe(round, interrupted);
    }
    const begunAt = new Date();
    installation.begin();
    await installation.untilHealthy();
    const begin = performance.now();
    // The server may have executed the last statement of a killed process after the first look.
    await end(workerDied ? begunAt : killedAt);
    await untilDone();
    usualMs = Math.min(3_000, Math.max(300, usualMs * 0.8 + (performance.now() - begin) * 0.2));
    await check(round.who);
    since = number + 1;
    return describe(round, interrupted);
  }

  for (let number = first; number < first + rounds; number++) {
    const begin = performance.now();
    try {
      const text = await oneRound(number);
      say(
        `${name}: round ${number} of ${first + rounds - 1}: ${text}: ${((performance.now() - begin) / 1000).toFixed(1)} s`,
      );
      if (number % TABLE_EVERY === 0) say(`\n${table.print(kinds.map((kind) => kind.name))}\n`);
    } catch (error) {
      say(
        `${name}: round ${number} failed. The work began in round ${since}. Repeat it with --seed ${seed} --first ${since}`,
      );
      say(installation.logs().slice(-6_000));
      say(JSON.stringify(await activity(installation).catch(String), null, 2));
      throw error;
    }
  }
}

/** Claims that were made before belong to the server that was killed. */
async function serverStartedAt(sql: Pool): Promise<Date> {
  const [server] = await sql<{ startedAt: Date }[]>`select pg_postmaster_start_time() as "startedAt"`;
  if (!server) throw new Error('a server without a time');
  return server.startedAt;
}

/** Repeats a read whose connection still belongs to the killed database. */
async function patiently<Result>(read: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + MAX_MS;
  for (;;)
    try {
      return await read();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      await sleep(LOOK_MS);
    }
}

const describe = ({ who, isFollowed }: Round, interrupted: readonly string[]) =>
  `${who}${isFollowed ? ' (again soon)' : ''}, in the middle of ${interrupted.join(', ') || 'nothing'}`;

/** Returns the activity and locks of all sessions, to debug a failed round. */
const activity = ({ sql }: Installation) => sql`
  select application_name, state, wait_event_type, wait_event, left(query, 100) as query,
    age(clock_timestamp(), query_start)::text as since, pg_blocking_pids(pid) as blocked_by, pid
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
