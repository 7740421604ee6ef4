import type { Sql } from '../../platform/db/types.ts';

/** A person has this long to sign in at the provider. */
export const ATTEMPT_SECONDS = 10 * 60;

export interface Attempt {
  companyId: number;
  returnPath: string;
  /** The session that asks for confirmation. Null: a sign-in. */
  sessionDigest: Buffer | null;
}

export async function insertAttempt(sql: Sql, digest: Buffer, attempt: Attempt): Promise<void> {
  await sql`
    insert into identity_attempts (token_digest, company_id, return_path, session_digest, expires_at)
    values (${digest}, ${attempt.companyId}, ${attempt.returnPath}, ${attempt.sessionDigest},
      now() + make_interval(secs => ${ATTEMPT_SECONDS}))`;
}

/** Deletes it, so that it can be used once even by concurrent requests. */
export async function takeAttempt(sql: Sql, digest: Buffer): Promise<Attempt | undefined> {
  const [attempt] = await sql<(Attempt & { isOpen: boolean })[]>`
    delete from identity_attempts where token_digest = ${digest}
    returning company_id as "companyId", return_path as "returnPath", session_digest as "sessionDigest",
      expires_at > now() as "isOpen"`;
  if (!attempt?.isOpen) return undefined;
  const { companyId, returnPath, sessionDigest } = attempt;
  return { companyId, returnPath, sessionDigest };
}
