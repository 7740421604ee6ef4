import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Sql } from '../db/types.ts';
import { insertIntegration } from './sql.ts';
import type { IntegrationType } from './vocabulary.ts';

export async function createIntegration(
  sql: Sql,
  companyId: number,
  actor: Actor,
  integration: { name: string; type: IntegrationType },
): Promise<number> {
  const id = await insertIntegration(sql, companyId, integration);
  await recordChange(sql, companyId, {
    actor,
    action: 'hr-integration-created',
    subject: { type: 'hr-integration', id },
    details: { type: integration.type },
  });
  return id;
}
