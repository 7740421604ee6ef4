import { updatePassword } from '../accounts/users-sql.ts';
import { rotateKey } from '../company/api-keys/rotate-key.ts';
import { selectCompany } from '../company/companies/companies-sql.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import type { Pool } from '../platform/db/types.ts';
import { notFound } from '../platform/errors.ts';
import { generatePassword, hashPassword } from '../platform/password.ts';
import type { Demo } from './begin-demo.ts';
import { readCast } from './cast.ts';
import { INTEGRATIONS } from './company.ts';
import { PEOPLE } from './people.ts';

/** New passwords for a story that another process began: its passwords were never printed, and only digests are stored. */
export async function renewCredentials(sql: Pool, companyId: number): Promise<Demo> {
  const { userId, email, keyId, integrations } = await readCast(sql, companyId);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return await sql.begin(async (tx) => {
    const company = await selectCompany(tx, companyId);
    if (!company) throw notFound();
    await updatePassword(tx, companyId, userId, passwordHash);
    const {
      id,
      username,
      password: secret,
      permissions,
    } = await rotateKey(tx, companyId, keyId, OPERATOR, 0);
    return {
      company,
      portal: { email, password },
      key: { id, username, password: secret, permissions },
      integrations: (['hr', 'api'] as const).map((key) => {
        const { name, type } = INTEGRATIONS[key];
        return { id: integrations[key], name, type };
      }),
      employeeCount: PEOPLE.length,
    };
  });
}
