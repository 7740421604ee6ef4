import type { Sql } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { selectCompanyOfIntegration } from './sql.ts';

/** Whose integration it is. At the command line the id is given without the company's. */
export async function requireIntegration(sql: Sql, integrationId: number): Promise<number> {
  const companyId = await selectCompanyOfIntegration(sql, integrationId);
  if (companyId === undefined) throw new AppError('not-found', `There is no integration ${integrationId}.`);
  return companyId;
}
