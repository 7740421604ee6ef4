import { createKey } from '../../src/api-keys/create-key.ts';
import { OPERATOR } from '../../src/audit/record-change.ts';
import type { Database, Target } from '../../src/db/connect.ts';
import { startChild, stopChild } from '../child.ts';
import { inTurn } from '../measure.ts';
import type { BenchCompany } from '../people.ts';
import { progress } from '../progress.ts';
import type { BareTask, Listening, LoadResult, LoadTask, ServiceTask } from './messages.ts';

const CONNECTIONS = 100;
const ROUNDS = 5;
const SECONDS = 5;

const fileOf = (name: string) => new URL(`${name}.ts`, import.meta.url);

/** Requests a second: the bare handler's, and the service's. */
export async function comparePointReads(
  database: Database,
  target: Target,
  { companyId, firstId, lastId }: BenchCompany,
): Promise<{ baseline: number; subject: number }> {
  const key = await createKey(database.sql, companyId, OPERATOR, {
    environment: 'staging',
    name: 'bench',
    permissions: ['view-employees'],
  });
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const service = await startChild<ServiceTask, Listening>(fileOf('service'), { target });
  try {
    const address = `http://127.0.0.1:${service.answer.port}/employees/${firstId}`;
    const body = await (await fetch(address, { headers: { authorization } })).text();
    const bare = await startChild<BareTask, Listening>(fileOf('bare'), { body });
    try {
      const load = async ({ port }: Listening) => {
        const task = { port, authorization, firstId, lastId, connections: CONNECTIONS, seconds: SECONDS };
        const { child, answer } = await startChild<LoadTask, LoadResult>(fileOf('load'), task);
        await stopChild(child);
        if (answer.failed > 0) throw new Error(`${answer.failed} requests failed`);
        progress(`${Math.round(answer.requestsPerSecond)} requests/s`);
        return answer.requestsPerSecond;
      };
      return await inTurn(
        ROUNDS,
        () => load(bare.answer),
        () => load(service.answer),
      );
    } finally {
      await stopChild(bare.child);
    }
  } finally {
    await stopChild(service.child);
  }
}
