import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Sql } from '../../platform/db/types.ts';
import { insertIntegration, type NewIntegration } from './integrations-sql.ts';

export async function createIntegration(
  sql: Sql,
  companyId: number,
  actor: Actor,
  integration: NewIntegration,
): Promise<number> {
  const id = await insertIntegration(sql, companyId, integration);
  const { name: _, ...details } = integration;
  await recordChange(sql, companyId, {
    actor,
    action: 'hr-integration-created',
    subject: { type: 'hr-integration', id },
    details,
  });
  return id;
}
