import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pool } from '../db/types.ts';
import { startWorker } from './worker.ts';

const log = { info() {}, error() {} };

it('work that waits gives its slot to that of other companies, and goes on when one is free', async () => {
  const done: string[] = [];
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = new Set([1, 2, 3]);
  const worker = startWorker<{ companyId: number }>({
    ...{ name: 'test', sql: {} as Pool, log, slots: 1, restingSlots: 1, everyMs: 1 },
    find: async () => [...open].map((companyId) => ({ companyId, rank: 0 })),
    claim: async ({ companyId }) => (open.delete(companyId) ? [{ companyId }] : []),
    async work({ companyId }, { withoutSlot }) {
      done.push(`${companyId} begins`);
      if (companyId === 1) await withoutSlot(() => one.promise);
      if (companyId === 2) {
        begun.resolve();
        // There is no second slot for work that waits, so it keeps its own.
        await withoutSlot(() => two.promise);
      }
      done.push(`${companyId} ends`);
      if (companyId === 3) ended.resolve();
    },
  });
  await begun.promise;
  one.resolve();
  await new Promise(setImmediate);
  assert.deepEqual(done, ['1 begins', '2 begins']);
  two.resolve();
  await ended.promise;
  assert.deepEqual(done, ['1 begins', '2 begins', '2 ends', '1 ends', '3 begins', '3 ends']);
  await worker.stop(0);
});
