import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Sql } from '../db/types.ts';
import { selectVersion } from '../prices/sql.ts';
import { checkSettings } from './settings.ts';
import { type CompanyRecord, type CompanySettings, insertCompany } from './sql.ts';

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
