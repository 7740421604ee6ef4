import { beginSession } from '../src/accounts/begin-session.ts';
import { storeUser } from '../src/accounts/create-user.ts';
import { OPERATOR } from '../src/domain/audit/record-change.ts';
import type { Pool } from '../src/platform/db/types.ts';
import { hashPassword } from '../src/platform/password.ts';

/** Creates a portal user with a session. Returns the cookie. */
export async function signIn(sql: Pool, companyId: number, role: 'admin' | 'viewer'): Promise<string> {
  const passwordHash = await hashPassword('correct horse battery staple');
  const user = { email: `bench-${companyId}@example.com`, role, passwordHash };
  const { id } = await storeUser(sql, companyId, OPERATOR, user);
  const token = await sql.begin((tx) =>
    beginSession(tx, { id, companyId, passwordHash }, ['password'], {
      client: { address: '127.0.0.1', browser: null },
    }),
  );
  return `__Host-transit-portal=${token}`;
}
