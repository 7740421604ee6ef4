import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { selectCompanyOfIntegration } from './integrations-sql.ts';

/** Finds the company of an integration: on the command line the id is given without it. */
export async function requireIntegration(sql: Sql, integrationId: number): Promise<number> {
  const companyId = await selectCompanyOfIntegration(sql, integrationId);
  if (companyId === undefined) throw new AppError('not-found', `There is no integration ${integrationId}.`);
  return companyId;
}
