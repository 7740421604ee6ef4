import { type CompanyRecord, selectCompany } from '../../../../company/companies/companies-sql.ts';
import { readStatement } from '../../../../company/statements/read-statement.ts';
import type { Sql } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';

/** The company, if it has a statement of the month. */
export async function readCompanyOfMonth(sql: Sql, companyId: number, month: string): Promise<CompanyRecord> {
  await readStatement(sql, companyId, month);
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  return company;
}
