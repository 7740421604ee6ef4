import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { companyExists } from './companies-sql.ts';

export async function requireCompany(sql: Sql, companyId: number): Promise<void> {
  if (!(await companyExists(sql, companyId)))
    throw new AppError('not-found', `There is no company ${companyId}. 'transit companies list' shows them.`);
}
