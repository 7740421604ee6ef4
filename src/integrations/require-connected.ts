import type { Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { refused } from '../refusals.ts';
import { selectConnection } from './sql.ts';

export async function requireKnown(sql: Sql, companyId: number, id: number): Promise<void> {
  if (!(await selectConnection(sql, companyId, id))) throw notFound();
}

export const disconnected = () => refused('integration-disconnected');
