import { recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { beginSession, type ProvenUser, signInFailed } from './begin-session.ts';
import { asksForPasskey } from './passkeys/passkeys-sql.ts';
import type { Client } from './sessions-sql.ts';
import { type FirstFactor, insertSignIn } from './sign-ins-sql.ts';
import { digestOfToken, newToken } from './token.ts';

/** The next step of the browser after a correct first factor. */
export type NextStep =
  | { step: 'signed-in'; userId: number; token: string }
  /** A passkey is asked for. The token goes into the sign-in cookie. */
  | { step: 'passkey'; token: string };

/**
 * Decides what follows a first factor: a session, or the question for a passkey (docs/decisions/0020-passkeys.md). Every
 * way in that is not a passkey calls it, in the transaction that has checked the factor.
 */
export async function continueSignIn(
  tx: Transaction,
  user: ProvenUser,
  firstFactor: FirstFactor,
  browser: { client: Client; earlierToken?: string | undefined },
): Promise<NextStep> {
  if (!(await asksForPasskey(tx, user.companyId, user.id, firstFactor)))
    return {
      step: 'signed-in',
      userId: user.id,
      token: await beginSession(tx, user, [firstFactor], browser),
    };
  const token = newToken();
  if (!(await insertSignIn(tx, user, firstFactor, digestOfToken(token)))) throw signInFailed();
  // If no passkey follows, the log still shows that somebody had the right password.
  await recordChange(tx, user.companyId, {
    actor: { type: 'system' },
    action: 'passkey-requested',
    subject: { type: 'portal-user', id: user.id },
    details: { ...browser.client, factors: [firstFactor] },
  });
  return { step: 'passkey', token };
}
