import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenDone } from '../clean-up.ts';
import { benchDatabase } from '../database.ts';
import { median } from '../measure.ts';
import type { Service } from '../roster/client.ts';
import type { Answers } from './attack.ts';
import type { AttackTask } from './attacker.ts';
import type { Attacker } from './attacker-facts.ts';
import { ATTACKS } from './attacks.ts';
import type { Victim } from './tenants.ts';

/** After the attacker has left, the service may be busy for so long. */
export const MAX_SECONDS_AFTER = 10;

/** If the service is busy for longer, it counts as never quiet. */
const MAX_WAIT_SECONDS = 120;

/** One attack and what it did to the other tenant. */
export interface Line {
  name: string;
  /** Medians of the other tenant's reads, in milliseconds. */
  atRest: number;
  meanwhile: number;
  reads: number;
  /** The other tenant's reads that were not answered with 200, by status. */
  failed: Answers;
  /** In seconds; undefined if the service did not become quiet. */
  quietAfter: number | undefined;
  /** Resident memory of the service at the end of the attack. */
  megabytes: number;
  answers: Answers;
  /** Those of the attacker's answers that the attack does not allow. */
  unexpected: Answers;
}

export async function measure(
  service: Service,
  victim: Victim,
  attacker: Attacker,
  name: string,
  seconds: number,
): Promise<Line> {
  await secondsUntilQuiet(service, MAX_WAIT_SECONDS);
  const probe = PROBES[ATTACKS[name]?.disturbs ?? 'reads'];
  const atRest = await repeatFor(seconds / 2, service, victim, probe);
  const child = fork(new URL('attacker.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  whenDone(async () => void child.kill('SIGKILL'));
  child.send({ name, attacker } satisfies AttackTask);
  await messageOf(child);
  const meanwhile = await repeatFor(seconds, service, victim, probe);
  const megabytes = residentMegabytes(service);
  const answers = await leave(child);
  const quietAfter = await secondsUntilQuiet(service, MAX_WAIT_SECONDS);
  return {
    name,
    atRest: median(atRest.times),
    meanwhile: median(meanwhile.times),
    reads: meanwhile.times.length,
    failed: meanwhile.failed,
    quietAfter,
    megabytes,
    answers,
    unexpected: unexpectedOf(name, answers),
  };
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

interface Probe {
  method: string;
  path: (victim: Victim, count: number) => string;
  headers: (victim: Victim) => Record<string, string>;
  body?: string;
  /** In the answer, besides the status 200. */
  expects?: string;
  pauseMs: number;
}

const PROBES: Record<'reads' | 'webhooks', Probe> = {
  /** Reads one person and a page of people in turn, as an HR system does. */
  reads: {
    method: 'GET',
    path: ({ employeeIds }, count) =>
      count % 2 === 0 ? `/employees/${employeeIds[count % employeeIds.length]}` : '/employees?perPage=20',
    headers: ({ authorization }) => ({ authorization }),
    pauseMs: 20,
  },
  /** Sends an event to the webhook for a try. Fewer, because of the rate limit of a session. */
  webhooks: {
    method: 'POST',
    path: ({ webhookId }) => `/portal/api/webhooks/${webhookId}/test`,
    headers: ({ cookie }) => ({
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }),
    body: '{}',
    expects: '"outcome":"delivered"',
    pauseMs: 50,
  },
};

/** Sends a request of the other tenant over and over. */
async function repeatFor(
  seconds: number,
  { port }: Service,
  victim: Victim,
  { method, path, headers, body, expects = '', pauseMs }: Probe,
): Promise<{ times: number[]; failed: Answers }> {
  // Of its own: the service closes idle connections between two attacks.
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  const failed: Answers = {};
  for (let count = 0; performance.now() < until; count++) {
    const begin = performance.now();
    const to = { host: '127.0.0.1', port, agent, method, path: path(victim, count) };
    const asked = request({ ...to, headers: headers(victim) });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const content = await text(answer);
    const status = answer.statusCode ?? 0;
    if (status === 200 && content.includes(expects)) times.push(performance.now() - begin);
    else failed[status] = (failed[status] ?? 0) + 1;
    await sleep(pauseMs);
  }
  agent.destroy();
  return { times, failed };
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
