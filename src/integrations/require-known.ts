import type { Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { integrationExists } from './sql.ts';

export async function requireKnown(sql: Sql, companyId: number, id: number): Promise<void> {
  if (!(await integrationExists(sql, companyId, id))) throw notFound();
}
