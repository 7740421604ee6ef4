import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { median } from '../measure.ts';
import type { Service } from '../roster/client.ts';
import type { Answers } from './attack.ts';
import type { AttackTask } from './attacker.ts';
import type { Attacker } from './attacker-facts.ts';
import { ATTACKS } from './attacks.ts';
import { medianAtRest, PROBES, type Reader, type Readers, repeatFor } from './readers.ts';

/** After the attacker has left, the service may be busy for so long. */
export const MAX_SECONDS_AFTER = 10;

/** If the service is busy for longer, it counts as never quiet. */
const MAX_WAIT_SECONDS = 120;

/** One attack and what it did to the other tenants. */
export interface Line {
  name: string;
  often: Disturbance;
  rarely: Disturbance;
  /** In seconds; undefined if the service did not become quiet. */
  quietAfter: number | undefined;
  /** Resident memory of the service at the end of the attack. */
  megabytes: number;
  answers: Answers;
  /** Those of the attacker's answers that the attack does not allow. */
  unexpected: Answers;
}

/** What a reader got. Medians in milliseconds. */
export interface Disturbance {
  atRest: number;
  meanwhile: number;
  reads: number;
  /** Those that were not answered with 200, by status. */
  failed: Answers;
}

/**
 * Attacks twice: while one tenant reads often, and again while another one reads rarely. Together, the first one would keep the
 * attacker from being alone, and the second one would never meet a company that is.
 */
export async function measure(
  service: Service,
  readers: Readers,
  newAttacker: () => Promise<Attacker>,
  name: string,
  seconds: number,
): Promise<Line> {
  const often = await measureOne(service, readers.often, await newAttacker(), name, seconds);
  const rarely = await measureOne(service, readers.rarely, await newAttacker(), name, seconds);
  const answers = sumOf(often.answers, rarely.answers);
  return {
    name,
    often: often.disturbance,
    rarely: rarely.disturbance,
    quietAfter:
      often.quietAfter === undefined || rarely.quietAfter === undefined
        ? undefined
        : Math.max(often.quietAfter, rarely.quietAfter),
    megabytes: Math.max(often.megabytes, rarely.megabytes),
    answers,
    unexpected: unexpectedOf(name, answers),
  };
}

async function measureOne(
  service: Service,
  reader: Reader,
  attacker: Attacker,
  name: string,
  seconds: number,
) {
  await secondsUntilQuiet(service, MAX_WAIT_SECONDS);
  const probe = PROBES[ATTACKS[name]?.disturbs ?? 'reads'];
  const atRest = await medianAtRest(reader, service, probe, seconds / 2);
  const child = fork(new URL('attacker.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  whenDone(async () => void child.kill('SIGKILL'));
  child.send({ name, attacker } satisfies AttackTask);
  await messageOf(child);
  const meanwhile = await repeatFor(seconds, service, reader, probe);
  const megabytes = residentMegabytes(service);
  const answers = await leave(child);
  const quietAfter = await secondsUntilQuiet(service, MAX_WAIT_SECONDS);
  const { times, failed } = meanwhile;
  const disturbance = { atRest, meanwhile: median(times), reads: times.length, failed };
  return { disturbance, quietAfter, megabytes, answers };
}

function sumOf(one: Answers, other: Answers): Answers {
  const sum = { ...one };
  for (const [status, count] of Object.entries(other))
    sum[Number(status)] = (sum[Number(status)] ?? 0) + count;
  return sum;
}

function unexpectedOf(name: string, answers: Answers): Answers {
  const mayGet = ATTACKS[name]?.mayGet ?? [];
  // 0: the attacker has left before the answer.
  const others = Object.entries(answers).filter(
    ([status]) => status !== '0' && !mayGet.includes(Number(status)),
  );
  return Object.fromEntries(others);
}

/** Rejects if the attacker ends instead. */
async function messageOf(child: ChildProcess): Promise<unknown> {
  const done = new AbortController();
  const ended = once(child, 'exit', { signal: done.signal }).then(([code]) => {
    throw new Error(`the attacker ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: done.signal }), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    done.abort();
  }
}

/** The attacker tells what it got, then dies with its requests in flight. */
async function leave(child: ChildProcess): Promise<Answers> {
  const ended = once(child, 'exit');
  child.send({});
  const answers = (await messageOf(child)) as Answers;
  child.kill('SIGKILL');
  await ended;
  return answers;
}

/** Share of one processor below which the service counts as quiet: it does some work on its own. */
const QUIET_SHARE = 0.1;
const LOOK_MS = 500;

/** Returns undefined if the service or its database is still busy after `max` seconds. */
async function secondsUntilQuiet(service: Service, max: number): Promise<number | undefined> {
  const begin = performance.now();
  for (;;) {
    const before = processorMs(service);
    await sleep(LOOK_MS);
    const isQuiet = processorMs(service) - before < QUIET_SHARE * LOOK_MS && (await activeQueries()) === 0;
    const seconds = (performance.now() - begin) / 1000;
    if (isQuiet) return seconds;
    if (seconds > max) return undefined;
  }
}

async function activeQueries(): Promise<number> {
  const { sql } = await benchDatabase();
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  return row?.count ?? 0;
}

/** User and system time of the process, in milliseconds. The kernel counts hundredths of a second. */
function processorMs({ child }: Service): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function residentMegabytes({ child }: Service): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
