import type { Sql } from '../db/connect.ts';

export type Role = 'admin' | 'viewer';

export interface UserRecord {
  id: number;
  email: string;
  role: Role;
}

/** Nothing comes back when the e-mail address is taken, by a user of whichever company. */
export async function insertUser(
  sql: Sql,
  companyId: number,
  user: { email: string; role: Role; passwordHash: string },
): Promise<UserRecord | undefined> {
  const [record] = await sql<UserRecord[]>`
    insert into portal_users (company_id, email, role, password_hash)
    values (${companyId}, ${user.email}, ${user.role}, ${user.passwordHash})
    on conflict (email_normal) do nothing
    returning id, email, role`;
  return record;
}
