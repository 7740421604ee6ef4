import type { Pool, Sql } from '../../../platform/db/types.ts';
import { AppError } from '../../../platform/errors.ts';
import { createSeal, type Seal } from '../../../platform/seal.ts';
import { insertHostKey, replaceHostKey, selectHostKey } from './host-key-sql.ts';

export const HOST_KEY_CONTEXT = 'installation';

export const HOST_KEY_PURPOSE = 'sftp-host-key';

export const hostKeySeal = (secretKeys: readonly string[]): Seal => createSeal(HOST_KEY_PURPOSE, secretKeys);

/** The private key of the server. It is made once, and is the same on all nodes. */
export async function loadHostKey(sql: Pool, seal: Seal): Promise<string> {
  if ((await selectHostKey(sql)) === null) {
    const { newSshKey } = await import('../../../platform/ssh/ssh-key.ts');
    await insertHostKey(sql, seal.close(newSshKey().private, HOST_KEY_CONTEXT));
  }
  const key = open((await selectHostKey(sql)) ?? '', seal);
  if (key !== undefined) return key;
  throw new AppError(
    'wrong-secret-key',
    'SECRET_KEY does not decrypt the key of the SFTP server. Put the right key back (docs/operating.md, "The signing key").',
  );
}

const open = (sealed: string, seal: Seal) => seal.open(sealed, HOST_KEY_CONTEXT);

/** Encrypts it again, if an older SECRET_KEY has encrypted it, so that this one can be dropped. */
export async function resealHostKey(sql: Pool, seal: Seal): Promise<void> {
  const sealed = await selectHostKey(sql);
  if (sealed === null || seal.isNewest(sealed)) return;
  const key = open(sealed, seal);
  if (key !== undefined) await replaceHostKey(sql, sealed, seal.close(key, HOST_KEY_CONTEXT));
}

/** After a SECRET_KEY was lost: the next start makes a new one, and the systems have to be told its fingerprint. */
export async function forgetLostHostKey(sql: Sql, seal: Seal): Promise<void> {
  const sealed = await selectHostKey(sql);
  if (sealed !== null && open(sealed, seal) === undefined) await replaceHostKey(sql, sealed, null);
}
