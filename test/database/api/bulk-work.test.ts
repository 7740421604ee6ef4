import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBulkWork } from '../../../src/http/bulk-work.ts';
import { until } from '../../pure/support/until.ts';
import { createTestDatabase } from '../support/test-database.ts';

const [ONE, OTHER] = [1, 2];
/** The most bulk operations of one company. */
const SHARE = 2;

const { bulk } = await createTestDatabase();

describe('bulk operations', () => {
  it('of one company leave room for another one’s and for the ticker', async () => {
    const bulkWork = createBulkWork(bulk);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    let begun = 0;
    const held = Array.from({ length: SHARE + 2 }, () =>
      bulkWork(ONE, (pool) =>
        pool.begin(async (tx) => {
          await tx`select 1`;
          begun++;
          await promise;
        }),
      ),
    );
    await until('the share is taken', () => begun === SHARE);
    assert.equal(await bulkWork(OTHER, (pool) => pool.begin(() => 'done')), 'done');
    // The ticker uses the pool itself.
    assert.equal(await bulk.begin(() => 'issued'), 'issued');
    assert.equal(begun, SHARE);
    release();
    await Promise.all(held);
    assert.equal(begun, SHARE + 2);
  });
});
