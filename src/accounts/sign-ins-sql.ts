import type { Sql } from '../platform/db/types.ts';

/** How long a sign-in waits for the passkey. */
export const SIGN_IN_SECONDS = 10 * 60;
/** At most this many of a user wait for a passkey. A further one ends the oldest. */
const MAX_SIGN_INS = 20;

export type FirstFactor = 'password' | 'identity-provider';

/** A sign-in whose first factor was right. */
export interface WaitingSignIn {
  userId: number;
  companyId: number;
  firstFactor: FirstFactor;
}

/** Returns nothing if the password or the user has changed since the hash was compared. */
export async function insertSignIn(
  sql: Sql,
  user: { id: number; companyId: number; passwordHash?: string },
  firstFactor: FirstFactor,
  digest: Buffer,
): Promise<boolean> {
  const { id, companyId, passwordHash } = user;
  const { count } = await sql`
    insert into portal_sign_ins (token_digest, company_id, user_id, first_factor, expires_at)
    select ${digest}, company_id, id, ${firstFactor}, now() + make_interval(secs => ${SIGN_IN_SECONDS})
    from portal_users
    where company_id = ${companyId} and id = ${id} and removed_at is null
      ${passwordHash === undefined ? sql`` : sql`and password_hash = ${passwordHash}`}
    for share`;
  if (count === 0) return false;
  await sql`
    delete from portal_sign_ins
    where company_id = ${companyId} and user_id = ${id} and token_digest not in (
      select token_digest from portal_sign_ins where company_id = ${companyId} and user_id = ${id}
      order by created_at desc, token_digest limit ${MAX_SIGN_INS})`;
  return true;
}

export async function selectSignIn(sql: Sql, digest: Buffer): Promise<WaitingSignIn | undefined> {
  const [found] = await sql<WaitingSignIn[]>`
    select user_id as "userId", company_id as "companyId", first_factor as "firstFactor"
    from portal_sign_ins where token_digest = ${digest} and expires_at > now()`;
  return found;
}

/** Returns false if it has been used or has ended. */
export async function deleteSignIn(sql: Sql, digest: Buffer): Promise<boolean> {
  const { count } = await sql`
    delete from portal_sign_ins where token_digest = ${digest} and expires_at > now()`;
  return count === 1;
}
