import { lockIntegration } from '../../../company/integrations/integrations-sql.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import type { SignedInUser } from '../sftp-drop/drop-user.ts';
import { selectDropUser, selectPublicKeys } from '../sftp-drop/drop-users-sql.ts';
import { AccessRevoked } from './drop-store.ts';

/** Throws if the user could not sign in any more. Locks the integration, as everything does that changes users and sources. */
export async function requireAccess(tx: Transaction, user: SignedInUser): Promise<void> {
  const { companyId, integrationId, username, credential } = user;
  await lockIntegration(tx, companyId, integrationId);
  const known = await selectDropUser(tx, user);
  const keys = await selectPublicKeys(tx, user);
  const isSame =
    credential.kind === 'password'
      ? known?.passwordHash === credential.hash
      : keys?.flatMap(linesOf).includes(credential.key);
  if (!keys || known?.username !== username || !isSame) throw new AccessRevoked();
}

/** Keys are settings of a source, one a line. */
export const linesOf = (keys: string): string[] =>
  keys.split('\n').flatMap((key) => (key.trim() ? [key.trim()] : []));
