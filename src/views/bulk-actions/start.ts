import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { BulkActionName, BulkInput } from './bulk-action-types.ts';
import { insertBulkAction } from './bulk-actions-sql.ts';
import { requirePossible } from './require-possible.ts';

interface Order {
  action: BulkActionName;
  input: BulkInput;
  ids: readonly number[];
  /** The number of people that the admin was shown. */
  expected: number;
}

/** Stores the order. The job performs it (`perform-batch.ts`). Returns its id. */
export async function startBulkAction(
  tx: Transaction,
  companyId: number,
  actor: Actor & { id: number },
  { action, input, ids, expected }: Order,
): Promise<number> {
  await requirePossible(tx, action, input);
  if (ids.length !== expected || ids.length === 0) throw refused('selection-changed', { people: ids.length });
  const id = await insertBulkAction(tx, companyId, actor.id, { action, input, ids });
  await recordChange(tx, companyId, {
    actor,
    action: 'bulk-action-started',
    subject: { type: 'bulk-action', id },
    details: { bulkAction: action, people: ids.length, ...input },
  });
  return id;
}
