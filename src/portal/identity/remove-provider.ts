import { type Actor, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { refused } from '../../refusals.ts';
import { hasOtherWayIn } from '../ways-in-sql.ts';
import { deleteProvider, lockProvider } from './sql.ts';

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
