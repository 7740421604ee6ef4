import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { updateRequirePasskeys } from './passkeys-sql.ts';
import { type PasskeySite, requireSite } from './site.ts';

/** Takes effect with the next request of every user. */
export async function setRequirePasskeys(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  { required, site }: { required: boolean; site: PasskeySite | undefined },
): Promise<void> {
  // Without a site nobody could add a passkey, and everybody would be locked out.
  if (required) requireSite(site);
  if (!(await updateRequirePasskeys(tx, companyId, required))) throw notFound();
  await recordChange(tx, companyId, {
    actor,
    action: 'company-changed',
    subject: { type: 'company', id: companyId },
    details: { requirePasskeys: required },
  });
}
