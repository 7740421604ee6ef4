import { setTimeout } from 'node:timers/promises';
import { AppError, clientGone } from '../errors.ts';
import { SLOTS } from '../limits.ts';
import { Slots } from '../slots.ts';
import { cancelUntilDone } from './cancel-statements.ts';
import type { ListReader, Lists, Pool } from './types.ts';

/** A pool of one connection for lists. */
export interface ListConnection {
  sql: Pool;
  /** Unique on the server, so that a statement of this connection can be found and cancelled. */
  applicationName: string;
}

export interface ListLimits {
  /** The longest time that a list waits for a connection. */
  patienceMs: number;
  /** Lists that may wait, of all companies together. */
  maxWaiting: number;
}

const ASK_AGAIN_MS = 1_000;

/**
 * Gives each read a separate connection. A company holds at most half of the connections, and companies whose reads
 * wait are served in turn. The connections are reachable only from here, so every list passes this gate.
 */
export function createLists(
  connections: readonly ListConnection[],
  { short, limits = {} }: { short: Pool; limits?: Partial<ListLimits> | undefined },
): Lists {
  const count = connections.length;
  const slots = new Slots({ count, maxEach: Math.ceil(count / 2), ...SLOTS.lists, ...limits });
  const idle = [...connections];

  const useConnection = async <Result>(
    { companyId, signal }: ListReader,
    work: (sql: Pool, companyId: number) => Promise<Result>,
  ): Promise<Result> => {
    const connection = idle.pop();
    if (!connection) throw new Error('there are more slots than connections for lists');
    const done = new AbortController();
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = cancelUntilDone(() => cancelStatements(short, connection.applicationName), done.signal);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await work(untilAborted(connection.sql, signal), companyId);
    } finally {
      signal.removeEventListener('abort', cancel);
      done.abort();
      // The connection must not go to another company while its statements are being cancelled.
      await cancelling;
      idle.push(connection);
    }
  };

  const read: Lists['read'] = async (reader, work) => {
    try {
      return await slots.use(reader.companyId, () => useConnection(reader, work), reader.signal);
    } catch (error) {
      throw reader.signal.aborted ? clientGone(error) : error;
    }
  };

  return {
    read,
    batches: (reader) => {
      let hasBegun = false;
      return async (work) => {
        const batch = await (hasBegun ? untilServed(() => read(reader, work), reader) : read(reader, work));
        hasBegun = true;
        return batch;
      };
    },
    async end() {
      await Promise.all(connections.map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

/** Asks again after every refusal. */
async function untilServed<Result>(read: () => Promise<Result>, { signal }: ListReader): Promise<Result> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'busy')) throw error;
      await setTimeout(ASK_AGAIN_MS, undefined, { signal });
    }
  }
}

/** Starts no more statements once the signal has aborted. */
function untilAborted(sql: Pool, signal: AbortSignal): Pool {
  return new Proxy(sql, {
    apply: (pool, self, args) => {
      signal.throwIfAborted();
      return Reflect.apply(pool, self, args);
    },
    get: (pool, name) => {
      signal.throwIfAborted();
      return Reflect.get(pool, name);
    },
  });
}

/**
 * A new connection first reads the types of arrays. postgres.js 3.4.9 does not catch an error of that query: it would end
 * the process, and the connection would write arrays wrongly from then on. So this one is left to its end.
 */
async function cancelStatements(short: Pool, applicationName: string): Promise<void> {
  await short`
    select pg_cancel_backend(pid) from pg_stat_activity
    where application_name = ${applicationName} and backend_type = 'client backend' and state = 'active'
      and query not like '%pg_catalog.pg_type%'`;
}
