import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { selectCompanyOfKey } from './keys-sql.ts';

/** Finds the company of a key: on the command line the id is given without it. */
export async function requireKey(sql: Sql, keyId: number): Promise<number> {
  const companyId = await selectCompanyOfKey(sql, keyId);
  if (companyId === undefined) throw new AppError('not-found', `There is no key ${keyId}.`);
  return companyId;
}
