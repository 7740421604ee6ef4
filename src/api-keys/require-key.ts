import type { Sql } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { selectCompanyOfKey } from './sql.ts';

/** Whose key it is. At the command line the id is given without the company's. */
export async function requireKey(sql: Sql, keyId: number): Promise<number> {
  const companyId = await selectCompanyOfKey(sql, keyId);
  if (companyId === undefined) throw new AppError('not-found', `There is no key ${keyId}.`);
  return companyId;
}
