import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { hasOtherWayIn } from '../ways-in-sql.ts';
import { deleteProvider, lockProvider } from './providers-sql.ts';

/** The operator may remove it although no admin has a password: the operator can make links for new passwords. */
export async function removeProvider(tx: Transaction, companyId: number, actor: Actor): Promise<void> {
  if (!(await lockProvider(tx, companyId))) throw notFound();
  if (actor.type !== 'operator' && !(await hasOtherWayIn(tx, companyId))) throw refused('no-other-way-in');
  await deleteProvider(tx, companyId);
  await recordChange(tx, companyId, {
    actor,
    action: 'identity-provider-removed',
    subject: { type: 'company', id: companyId },
  });
}
