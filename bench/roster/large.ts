import { startChild, stopChild } from '../child.ts';
import { benchDatabase } from '../database.ts';
import { time } from '../measure.ts';
import { progress } from '../progress.ts';
import { atMost, type Group, milliseconds, type Row } from '../row.ts';
import { type Client, createClient, peakMemory, type Service, startService } from './client.ts';
import type { LatencyResult, LatencyTask } from './messages.ts';
import { makeRoster } from './roster.ts';

const TENTH = 10;
const MAX_MEMORY = 300 * 1024 * 1024;

const GROWTH = 'large roster, time against a tenth of it';
const MEMORY = 'large roster, peak memory of the process';
const READS = 'large roster, p99 of a point read meanwhile';

/**
 * Measures the largest accepted roster: its time against ten times that of a tenth, its memory, and the
 * latency of other requests.
 */
export const largeRoster: Group = {
  names: [GROWTH, MEMORY, READS],
  run: async (people, isWanted) => (await measure(people)).filter(({ name }) => isWanted(name)),
};

async function measure(people: number): Promise<Row[]> {
  const tenth = makeRoster(people / TENTH);
  const whole = makeRoster(people);
  const service = await startService();
  progress(`large roster: ${people / TENTH}, then ${people}`);
  const small = await createClient();
  const smallMs = await time(() => small.sync(service, tenth));
  const large = await createClient();
  const largeMs = await time(() => large.sync(service, whole));
  progress('large roster: reads while it is quiet, and while it is applied again');
  const idle = await latencyWhile(service, small, async (seconds) => {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  });
  const second = await createClient();
  const busy = await latencyWhile(service, small, () => second.sync(service, whole));
  const memory = await peakMemory(service);
  return [
    {
      name: GROWTH,
      ...atMost(11, largeMs / smallMs),
      measured: `${milliseconds(largeMs)} for ${people}`,
      baseline: `${milliseconds(smallMs)} for ${people / TENTH}`,
    },
    {
      name: MEMORY,
      ...atMost(1, memory / MAX_MEMORY),
      measured: `${Math.round(memory / 1024 / 1024)} MiB`,
      baseline: '300 MiB, the goal',
    },
    {
      name: READS,
      ...atMost(2, busy.p99 / idle.p99),
      measured: `${milliseconds(busy.p99)} over ${busy.requests} requests`,
      baseline: `${milliseconds(idle.p99)} over ${idle.requests} while it is quiet`,
    },
  ];
}

const QUIET_SECONDS = 20;

/** Measures the latency of reads at a constant rate, from a child process, while the work runs. */
async function latencyWhile(
  { port }: Service,
  { companyId, authorization }: Client,
  work: (seconds: number) => Promise<void>,
): Promise<LatencyResult> {
  const { sql } = await benchDatabase();
  const [range] = await sql<{ first: number; last: number }[]>`
    select min(id) as first, max(id) as last from employees where company_id = ${companyId}`;
  const { child } = await startChild<LatencyTask, object>(new URL('latency.ts', import.meta.url), {
    port,
    authorization,
    first: range?.first ?? 0,
    last: range?.last ?? 0,
  });
  await work(QUIET_SECONDS);
  const result = new Promise<LatencyResult>((resolve) => child.once('message', resolve));
  child.send({});
  const found = await result;
  await stopChild(child);
  return found;
}
