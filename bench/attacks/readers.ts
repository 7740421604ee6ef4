import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure.ts';
import type { Service } from '../roster/client.ts';
import type { Answers } from './attack.ts';
import type { Victim } from './tenants.ts';

/** The other tenants, whose requests are measured. */
export interface Readers {
  often: Reader;
  rarely: Reader;
}

export interface Reader {
  victim: Victim;
  /** Instead of the pause of the probe. */
  pauseMs?: number;
  /** A reader that comes rarely has few reads before each attack: those before all attacks count together. */
  timesAtRest?: Map<Probe, number[]>;
}

/** A company that reads so rarely finds an attacker that has been alone. */
const RARELY_MS = 2_000;

/** With fewer reads, a median is compared only with the longest time that is allowed. */
export const MIN_READS = 5;

export const readersOf = (often: Victim, rarely: Victim): Readers => ({
  often: { victim: often },
  rarely: { victim: rarely, pauseMs: RARELY_MS, timesAtRest: new Map() },
});

interface Probe {
  method: string;
  path: (victim: Victim, count: number) => string;
  headers: (victim: Victim) => Record<string, string>;
  body?: string;
  /** In the answer, besides the status 200. */
  expects?: string;
  pauseMs: number;
}

export const PROBES: Record<'reads' | 'webhooks', Probe> = {
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

export async function medianAtRest(
  reader: Reader,
  service: Service,
  probe: Probe,
  seconds: number,
): Promise<number> {
  const { times } = await repeatFor(seconds, service, reader, probe);
  const all = [...(reader.timesAtRest?.get(probe) ?? []), ...times];
  reader.timesAtRest?.set(probe, all);
  return median(all);
}

/** Sends a request of the other tenant over and over. */
export async function repeatFor(
  seconds: number,
  { port }: Service,
  reader: Reader,
  probe: Probe,
): Promise<{ times: number[]; failed: Answers }> {
  const { method, path, headers, body, expects = '' } = probe;
  const { victim, pauseMs = probe.pauseMs } = reader;
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
    await sleep(Math.min(pauseMs, Math.max(until - performance.now(), 0)));
  }
  agent.destroy();
  return { times, failed };
}
