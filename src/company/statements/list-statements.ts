import { selectCompanyDay } from '../../domain/day/company-day.ts';
import type { Page, PageRequest } from '../../platform/db/pages.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { readStatements, type Statement } from './statement.ts';
import { selectMonths } from './statements-sql.ts';

/** The months that have charges, newest first. */
export async function listStatements(
  sql: Sql,
  companyId: number,
  { page, perPage }: PageRequest,
): Promise<Page<Statement>> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const months = await selectMonths(sql, companyId);
  const shown = months.slice((page - 1) * perPage, page * perPage);
  return { total: months.length, items: await readStatements(sql, day, shown) };
}
