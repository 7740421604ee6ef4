import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { receive, reply } from '../child.ts';
import type { LatencyResult, LatencyTask } from './messages.ts';

/** The rate of a busy portal with a few integrations. Each request is timed separately. */
const EVERY_MS = 5;

const { port, authorization, first, last } = await receive<LatencyTask>();
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
const latencies: number[] = [];

async function read(): Promise<void> {
  const id = first + Math.floor(Math.random() * (last - first + 1));
  const begin = performance.now();
  const asked = get({ host: '127.0.0.1', port, agent, path: `/employees/${id}`, headers: { authorization } });
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  latencies.push(performance.now() - begin);
}

for (let count = 0; count < 200; count++) await read();
latencies.length = 0;
const timer = setInterval(() => void read(), EVERY_MS);
reply({});
await once(process, 'message');
clearInterval(timer);
const sorted = latencies.toSorted((a, b) => a - b);
reply<LatencyResult>({ p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, requests: sorted.length });
