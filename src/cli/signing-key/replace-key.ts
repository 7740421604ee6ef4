import { selectCompanies } from '../../company/companies/companies-sql.ts';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Sql } from '../../platform/db/types.ts';
import { fingerprintOf } from './fingerprint.ts';
import { overwriteFingerprint } from './fingerprint-sql.ts';

/** After the signing key was lost. Every company's log says why its links have ended. Returns the number of companies. */
export async function replaceKey(sql: Sql, actor: Actor, key: string): Promise<number> {
  await overwriteFingerprint(sql, fingerprintOf(key));
  const companies = await selectCompanies(sql);
  for (const { id } of companies)
    await recordChange(sql, id, { actor, action: 'secret-key-replaced', subject: { type: 'company', id } });
  return companies.length;
}
