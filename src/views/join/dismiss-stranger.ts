import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { deleteStranger } from './join-sql.ts';

/** HR has dealt with somebody who asked by the join link. */
export async function dismissStranger(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
): Promise<void> {
  if (!(await deleteStranger(tx, companyId, id))) throw notFound();
  await recordChange(tx, companyId, {
    actor,
    action: 'join-request-dismissed',
    subject: { type: 'company', id: companyId },
  });
}
