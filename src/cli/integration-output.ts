import { selectIntegrations } from '../company/integrations/integrations-sql.ts';
import type { OwnAbsenceTypes } from '../domain/person/absence-kinds.ts';
import { showIntegration } from '../http/routes/integration-schemas.ts';
import type { Sql } from '../platform/db/types.ts';

/** As the API shows it. */
export async function showOneIntegration(sql: Sql, companyId: number, id: number, baseUrl: string) {
  const [integration] = await selectIntegrations(sql, companyId, [id]);
  return integration && showIntegration(integration, baseUrl);
}

export function typesText(types: OwnAbsenceTypes = {}): string {
  const names = Object.entries(types).map(([name, kind]) => `${name}=${kind}`);
  return names.length > 0 ? names.join(', ') : 'none';
}
