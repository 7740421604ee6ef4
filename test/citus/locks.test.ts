import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockIntegration } from '../../src/company/integrations/integrations-sql.ts';
import { watchIntegrations } from '../../src/company/integrations/watch-integrations.ts';
import { insertWebhook, lockWebhook } from '../../src/notifications/webhooks/webhooks-sql.ts';
import { isLocked } from '../../src/platform/db/failures.ts';
import type { Transaction } from '../../src/platform/db/types.ts';
import { takeAcceptingTurn } from '../../src/rosters/runs/runs-sql.ts';
import {
  insertUpload,
  lockForUpload,
  selectWithholdableForUpdate,
} from '../../src/tickets/documents/documents-sql.ts';
import { inDay } from '../../src/tickets/issue/open-day.ts';
import { createTestDatabase } from '../database/support/test-database.ts';
import { addSyncingCompany } from '../process/support/syncing.ts';
import { moveShard, shardOf } from './cluster.ts';

const { sql } = await createTestDatabase();
const { companyId, integrationId } = await addSyncingCompany(sql);
const [employee] = await sql<{ id: number }[]>`
  insert into employees (company_id, first_name, last_name, email, date_of_birth)
  values (${companyId}, 'Ada', 'Lovelace', 'ada@example.com', '1990-01-01') returning id`;
const employeeId = employee?.id ?? 0;
const documentId = await insertUpload(sql, companyId, {
  employeeId,
  name: 'Scan',
  fileType: 'pdf',
  downloadable: true,
});
const endpoint = { url: 'https://example.com/', eventTypes: null, lastNumber: 0 };
const webhookId = await insertWebhook(sql, companyId, endpoint);

/** The first step of each kind of transaction that locks rows by a SELECT. */
const LOCKING: Record<string, (tx: Transaction) => Promise<unknown>> = {
  'works in the company’s day': (tx) => inDay(tx, companyId, 'short', async () => {}),
  'changes an integration': (tx) => lockIntegration(tx, companyId, integrationId),
  'accepts a roster': (tx) => takeAcceptingTurn(tx, integrationId),
  'watches for silence': (tx) => watchIntegrations(tx, companyId),
  'changes a webhook': (tx) => lockWebhook(tx, companyId, webhookId),
  'withholds a document': (tx) => selectWithholdableForUpdate(tx, companyId, documentId),
  'stores an uploaded document': (tx) => lockForUpload(tx, companyId, employeeId),
};

for (const [what, lock] of Object.entries(LOCKING))
  it(`a shard is not moved while a transaction ${what}: its locks would stay behind`, async () => {
    const shard = await shardOf(sql, companyId);
    await sql.begin(async (tx) => {
      await lock(tx);
      await assert.rejects(moveShard(sql, shard, 'block_writes', '200ms'), isLocked);
    });
    assert.deepEqual(await shardOf(sql, companyId), shard);
  });

it('it is moved when the transactions are over', async () => {
  const shard = await shardOf(sql, companyId);
  await moveShard(sql, shard, 'block_writes');
  assert.notEqual((await shardOf(sql, companyId)).port, shard.port);
});
