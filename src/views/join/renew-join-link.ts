import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { raiseJoinVersion } from './join-sql.ts';

/** Ends the join link and its posters. The next one that is made is valid. */
export async function renewJoinLink(tx: Transaction, companyId: number, actor: Actor): Promise<void> {
  await raiseJoinVersion(tx, companyId);
  await recordChange(tx, companyId, {
    actor,
    action: 'join-link-renewed',
    subject: { type: 'company', id: companyId },
  });
}
