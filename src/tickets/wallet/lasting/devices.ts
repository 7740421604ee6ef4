import type { Pool } from '../../../platform/db/types.ts';
import { AppError } from '../../../platform/errors.ts';
import { MAX_PASS_DEVICES } from '../../../platform/limits.ts';
import type { Seal } from '../../../platform/seal.ts';
import { comparePass } from './compare-passes.ts';
import { lockPassCounter, setPassCounter } from './compare-sql.ts';
import type { Pass } from './content-sql.ts';
import { replaceTokens, selectPassById, selectPassKey } from './passes-sql.ts';
import { deleteDevice, deleteOldestDevices, insertDevice, selectPushToken } from './registrations-sql.ts';
import { digestOf, isTokenOf, tokenContext } from './tokens.ts';

/** Compared with the token if there is no such pass, so that the answer takes as long. */
const NOBODYS = digestOf('');

/** Finds the pass that somebody proves to have. An unknown pass and a wrong token get the same answer. */
export async function requirePass(
  sql: Pool,
  companyId: number,
  { serial, token }: { serial: string; token: string },
): Promise<number> {
  const key = await selectPassKey(sql, companyId, serial);
  const isRight = isTokenOf(key?.tokenDigest ?? NOBODYS, token);
  if (!key || !isRight) throw notYours();
  return key.id;
}

/** Returns whether the device is new. The oldest devices are forgotten: phones have been seen to register under ever new names. */
export async function registerDevice(
  sql: Pool,
  companyId: number,
  registration: { passId: number; device: string; pushToken: string },
): Promise<boolean> {
  if ((await selectPushToken(sql, companyId, registration)) === registration.pushToken) return false;
  return await sql.begin(async (tx) => {
    const number = (await lockPassCounter(tx, companyId)) + 1;
    const isNew = await insertDevice(tx, companyId, { ...registration, number });
    if (!isNew) return false;
    await setPassCounter(tx, companyId, number);
    await deleteOldestDevices(tx, companyId, registration.passId, MAX_PASS_DEVICES);
    return true;
  });
}

export async function unregisterDevice(
  sql: Pool,
  companyId: number,
  registration: { passId: number; device: string },
): Promise<void> {
  await deleteDevice(sql, companyId, registration);
}

/**
 * The pass that a phone asks for, as it is now. If it shows something else than before, that is noted first, so that its time is a
 * new one. The phone brings the token, so a token that an earlier SECRET_KEY has sealed is sealed again.
 */
export async function refreshPass(
  sql: Pool,
  seal: Seal,
  companyId: number,
  { passId, token }: { passId: number; token: string },
): Promise<Pass> {
  const pass = await selectPassById(sql, companyId, passId);
  if (pass && !seal.isNewest(pass.token)) {
    const after = seal.close(token, tokenContext(pass));
    await replaceTokens(sql, companyId, [{ id: passId, before: pass.token, after }]);
  }
  if (pass && !pass.isChanged) return pass;
  const refreshed = await sql.begin(async (tx) => {
    await comparePass(tx, companyId, passId, await lockPassCounter(tx, companyId));
    return await selectPassById(tx, companyId, passId);
  });
  if (!refreshed) throw notYours();
  return refreshed;
}

const notYours = () => new AppError('invalid-credentials', 'This is not the token of such a pass.');
