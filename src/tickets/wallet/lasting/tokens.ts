import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from '../../../platform/db/types.ts';
import type { Seal } from '../../../platform/seal.ts';
import { replaceTokens, type SealedToken, selectOldTokens } from './passes-sql.ts';

export const TOKEN_PURPOSE = 'wallet-pass';

/** Neither can be derived from anything, so they outlive every secret key. */
export const newSerial = (): string => randomBytes(16).toString('base64url');
export const newToken = (): string => randomBytes(32).toString('base64url');

export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Takes as long for a wrong token as for a right one. */
export function isTokenOf(digest: Buffer, token: string): boolean {
  return timingSafeEqual(digest, digestOf(token));
}

/** A token that is copied to the row of another pass cannot be opened. */
export function tokenContext({ companyId, serial }: Pick<SealedToken, 'companyId' | 'serial'>): string {
  return `company ${companyId} pass ${serial}`;
}

const BATCH = 1_000;

/**
 * Seals tokens again that an older SECRET_KEY has sealed, so that it can be dropped. Returns the number of passes whose token no
 * key opens: they stay as they are on phones, and are replaced when the person opens the link.
 */
export async function resealTokens(sql: Pool, seal: Seal): Promise<number> {
  let unreadable = 0;
  for (let after: readonly [number, number] = [0, 0]; ; ) {
    const batch = await selectOldTokens(sql, seal.newestPrefix, { after, max: BATCH });
    const last = batch.at(-1);
    if (!last) return unreadable;
    const resealed = batch.flatMap((pass) => {
      const token = seal.open(pass.token, tokenContext(pass));
      return token === undefined ? [] : [{ ...pass, after: seal.close(token, tokenContext(pass)) }];
    });
    unreadable += batch.length - resealed.length;
    for (const [companyId, tokens] of Map.groupBy(resealed, (pass) => pass.companyId))
      await replaceTokens(
        sql,
        companyId,
        tokens.map((pass) => ({ id: pass.id, before: pass.token, after: pass.after })),
      );
    after = [last.companyId, last.id];
  }
}
