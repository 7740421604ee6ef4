import type postgres from 'postgres';
import { limitedBegin } from './limit-transactions.ts';
import type { Pool, Server, Types } from './types.ts';
import { withoutHoles } from './without-holes.ts';

/** How long running statements of a replaced pool may take. */
const GRACE_S = 2;

export interface PoolEvents {
  onparameter: () => void;
  onclose: () => void;
}

/**
 * Replaces a pool as a whole when it loses a connection. postgres.js 3.4.9 can lose a query when the server
 * dies under load: a query that is assigned to a connection between its `error` and `close` events never
 * settles. Ending the old pool rejects such queries. With forty concurrent requests, one kill -9 of the
 * server in thirty left a request without an answer; with this, none in fifty.
 */
export function renewablePool(_server: Server, open: (events: PoolEvents) => postgres.Sql<Types>): Pool {
  let current = openNext();

  function openNext(): postgres.Sql<Types> {
    let hasConnected = false;
    const pool = open({
      // The server reports its settings after connecting.
      onparameter: () => {
        hasConnected = true;
      },
      onclose: () => {
        if (pool !== current || !hasConnected) return;
        current = openNext();
        void pool.end({ timeout: GRACE_S });
      },
    });
    return pool;
  }

  return new Proxy(current, {
    apply: (_pool, _self, args) => withoutHoles(Reflect.apply(current, undefined, args)),
    get: (_pool, name) => {
      return name === 'begin' ? limitedBegin(current) : Reflect.get(current, name);
    },
  }) as postgres.Sql<Types> as Pool;
}
