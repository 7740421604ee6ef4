import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { selectIntegrations } from './integrations-sql.ts';

/** Refuses ids that are no integrations of the company. */
export async function requireIntegrations(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<void> {
  const known = new Set((await selectIntegrations(sql, companyId, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new AppError('not-found', `The company has no integration ${unknown}.`);
}
