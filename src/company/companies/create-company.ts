import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Sql } from '../../platform/db/types.ts';
import { selectVersion } from '../../tickets/prices/prices-sql.ts';
import { type CompanyRecord, type CompanySettings, insertCompany } from './companies-sql.ts';
import { checkSettings } from './company-settings.ts';

export async function createCompany(
  sql: Sql,
  actor: Actor,
  settings: CompanySettings & { name: string },
): Promise<CompanyRecord> {
  await checkSettings(sql, settings);
  const company = await insertCompany(sql, settings, await selectVersion(sql));
  await recordChange(sql, company.id, {
    actor,
    action: 'company-created',
    subject: { type: 'company', id: company.id },
  });
  return company;
}
