import { randomBytes } from 'node:crypto';
import { lockIntegration } from '../../../company/integrations/integrations-sql.ts';
import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import type { Pool, Sql } from '../../../platform/db/types.ts';
import { AppError } from '../../../platform/errors.ts';
import { generatePassword, hashPassword } from '../../../platform/password.ts';
import { refused } from '../../../platform/refusals.ts';
import type { Seal } from '../../../platform/seal.ts';
import { fingerprintOf } from '../../../platform/ssh/fingerprint.ts';
import type { DropFile, DropUser } from './drop-user.ts';
import { insertDropUser, selectDropUser, updateDropPassword } from './drop-users-sql.ts';
import { selectNewest } from './dropped-files-sql.ts';
import { loadHostKey } from './host-key.ts';

/** Where files can be dropped. */
export interface DropServerAddress {
  host: string;
  port: number;
  seal: Seal;
}

/** What a system needs to sign in, apart from its password or private key. */
export interface DropAccess {
  host: string;
  port: number;
  username: string;
  /** Of our server's key. */
  fingerprint: string;
  hasPassword: boolean;
  newestFile: DropFile | null;
}

/** Gives the integration a user, unless it has one. Nobody can guess the name, and so nobody can lock the user out. */
export async function giveDropUser(sql: Sql, user: DropUser): Promise<void> {
  await insertDropUser(sql, user, `drop-${user.integrationId}-${randomBytes(4).toString('hex')}`);
}

/** Refuses lines that are no keys: otherwise the sign-in would fail later, and nobody would know why. */
export async function requirePublicKeys(keys: string): Promise<void> {
  const { default: ssh2 } = await import('ssh2');
  const isWrong = (line: string) => line.trim() !== '' && ssh2.utils.parseKey(line.trim()) instanceof Error;
  if (!keys.split('\n').some(isWrong)) return;
  const message = 'must be public keys in the format of OpenSSH, one a line';
  throw new AppError('invalid-values', `/values/publicKeys ${message}.`, {
    errors: [{ in: 'body', pointer: '/values/publicKeys', code: 'malformed', message }],
  });
}

/** Undefined if the integration has no user. */
export async function readDropAccess(
  sql: Pool,
  server: DropServerAddress | undefined,
  of: DropUser,
): Promise<DropAccess | undefined> {
  const user = server && (await selectDropUser(sql, of));
  if (!user) return undefined;
  const { host, port, seal } = server;
  const { username, passwordHash } = user;
  const newest = await selectNewest(sql, of);
  return {
    ...{ host, port, username, fingerprint: await hostFingerprint(sql, seal) },
    hasPassword: passwordHash !== null,
    newestFile: newest ?? null,
  };
}

async function hostFingerprint(sql: Pool, seal: Seal): Promise<string> {
  const { default: ssh2 } = await import('ssh2');
  const key = ssh2.utils.parseKey(await loadHostKey(sql, seal));
  if (key instanceof Error) throw key;
  return fingerprintOf(key.getPublicSSH());
}

/** Makes a password, in the place of the one before. It is returned once; only its hash is stored. */
export async function newDropPassword(
  sql: Pool,
  { companyId, integrationId, actor }: DropUser & { actor: Actor },
): Promise<{ username: string; password: string }> {
  const password = generatePassword();
  const hash = await hashPassword(password, `company ${companyId}`);
  return await sql.begin(async (tx) => {
    await lockIntegration(tx, companyId, integrationId);
    const username = await updateDropPassword(tx, { companyId, integrationId }, hash);
    if (username === undefined) throw refused('no-drop-user');
    await recordChange(tx, companyId, {
      actor,
      action: 'hr-source-password-made',
      subject: { type: 'hr-integration', id: integrationId },
    });
    return { username, password };
  });
}
