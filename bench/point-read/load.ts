import autocannon from 'autocannon';
import { receive, reply } from '../child.ts';
import type { LoadResult, LoadTask } from './messages.ts';

/** Each connection requests its own people; otherwise all would request the same one at the same moment. */
const PEOPLE_PER_CONNECTION = 100;

const { port, authorization, firstId, lastId, connections, seconds } = await receive<LoadTask>();
const randomPath = () => `/employees/${firstId + Math.floor(Math.random() * (lastId - firstId + 1))}`;
const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  headers: { authorization },
  setupClient: (client) => {
    client.setRequests(Array.from({ length: PEOPLE_PER_CONNECTION }, () => ({ path: randomPath() })));
  },
});
reply<LoadResult>({
  requestsPerSecond: result['2xx'] / result.duration,
  failed: result.non2xx + result.errors + result.timeouts,
});
