import type { Pool } from './types.ts';

/** How long the statements of a pool that is being replaced may still take. */
const GRACE_S = 2;

export interface PoolEvents {
  onparameter: () => void;
  onclose: () => void;
}

/**
 * A pool that has lost a connection is replaced as a whole. postgres.js 3.4.9 can lose a query for good when the
 * server dies under load: one that is handed to a connection between its `error` and its `close` is never answered, and
 * the connection never used again. Ending the old pool rejects what was lost, and the new one starts clean. With forty
 * requests at once one kill -9 of the server in thirty left a request without an answer; with this, none in fifty.
 */
export function renewablePool(open: (events: PoolEvents) => Pool): Pool {
  let current = openNext();

  function openNext(): Pool {
    let hasConnected = false;
    const pool = open({
      // The server reports its settings to whoever connects.
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
    apply: (_pool, _self, args) => Reflect.apply(current, undefined, args),
    get: (_pool, name) => Reflect.get(current, name),
  });
}
