import { selectCompany } from '../company/companies/companies-sql.ts';
import type { Role } from '../domain/access/roles.ts';
import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import { isPlausibleEmail } from '../domain/person/rules.ts';
import type { Sql } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { generatePassword, hashPassword } from '../platform/password.ts';
import { refused } from '../platform/refusals.ts';
import { checkPassword } from './password-rules.ts';
import { insertUser, type UserRecord } from './users-sql.ts';
import { usesProviderOnly } from './ways-in-sql.ts';

/** Generates a password if none is given. Only the result contains it. */
export async function createUser(
  sql: Sql,
  companyId: number,
  actor: Actor,
  user: { email: string; password?: string; role?: Role },
): Promise<UserRecord & { password?: string }> {
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  if (await usesProviderOnly(sql, companyId)) throw refused('only-through-provider');
  const email = user.email.trim();
  if (!isPlausibleEmail(email))
    throw new AppError('invalid-values', 'The e-mail address must look like name@example.com.');
  if (user.password !== undefined) await checkPassword(user.password, { email, companyName: company.name });
  const password = user.password ?? generatePassword();
  const record = await storeUser(sql, companyId, actor, {
    email,
    role: user.role ?? 'admin',
    passwordHash: await hashPassword(password),
  });
  return user.password === undefined ? { ...record, password } : record;
}

/** For callers that have hashed the password already: hashing takes several hundred milliseconds. */
export async function storeUser(
  sql: Sql,
  companyId: number,
  actor: Actor,
  user: { email: string; role: Role; passwordHash: string | null },
): Promise<UserRecord> {
  const record = await insertUser(sql, companyId, user);
  if (!record) throw refused('address-in-use');
  await recordChange(sql, companyId, {
    actor,
    action: 'portal-user-created',
    subject: { type: 'portal-user', id: record.id },
    details: { role: record.role },
  });
  return record;
}
