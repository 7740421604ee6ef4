import type { Sql } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { integrationExists } from './integrations-sql.ts';

export async function requireKnown(sql: Sql, companyId: number, id: number): Promise<void> {
  if (!(await integrationExists(sql, companyId, id))) throw noSuch('integration', id);
}
