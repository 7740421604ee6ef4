import { randomBytes } from 'node:crypto';
import type { Sql } from '../../platform/db/types.ts';

/** How long the person may take to answer. */
export const CHALLENGE_SECONDS = 5 * 60;

export type Purpose = 'sign-in' | 'second-factor' | 'confirmation' | 'registration';

/** Replaces the earlier challenge of the same cookie and purpose, so that a cookie never holds many. */
export async function makeChallenge(sql: Sql, holder: Buffer, purpose: Purpose): Promise<Buffer> {
  const challenge = randomBytes(32);
  await sql`
    insert into portal_challenges (holder_digest, purpose, challenge, expires_at)
    values (${holder}, ${purpose}, ${challenge}, now() + make_interval(secs => ${CHALLENGE_SECONDS}))
    on conflict (holder_digest, purpose) do update
    set challenge = excluded.challenge, expires_at = excluded.expires_at`;
  return challenge;
}

/** Deletes the challenge, so that it can be answered once. */
export async function takeChallenge(sql: Sql, holder: Buffer, purpose: Purpose): Promise<Buffer | undefined> {
  const [taken] = await sql<{ challenge: Buffer; isValid: boolean }[]>`
    delete from portal_challenges where holder_digest = ${holder} and purpose = ${purpose}
    returning challenge, expires_at > now() as "isValid"`;
  return taken?.isValid ? taken.challenge : undefined;
}
