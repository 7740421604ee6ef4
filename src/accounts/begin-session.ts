import { recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { refused } from '../platform/refusals.ts';
import { type Client, deleteSession, insertSession, markSignedIn } from './sessions-sql.ts';
import { digestOfToken, newToken } from './token.ts';
import { usesProviderOnly } from './ways-in-sql.ts';

/** How somebody has proved to be the user. */
export type Factor = 'password' | 'identity-provider' | 'passkey';

export interface ProvenUser {
  id: number;
  companyId: number;
  /** The hash that the password was compared with. Undefined: there was no password. */
  passwordHash?: string;
  /** False: the provider has not said that the person signed in just now. Protected actions ask once more. */
  isRecent?: boolean;
}

/** Begins a session after all factors have been proved. Ends the browser's earlier session (session fixation). */
export async function beginSession(
  tx: Transaction,
  user: ProvenUser,
  factors: readonly Factor[],
  { client, earlierToken }: { client: Client; earlierToken?: string | undefined },
): Promise<string> {
  const throughProvider = factors.includes('identity-provider');
  if (!throughProvider && (await usesProviderOnly(tx, user.companyId)))
    throw refused('only-through-provider');
  if (earlierToken !== undefined) await deleteSession(tx, digestOfToken(earlierToken));
  const token = newToken();
  const isConfirmed = user.isRecent !== false;
  if (!(await insertSession(tx, user, digestOfToken(token), { client, throughProvider, isConfirmed })))
    throw signInFailed();
  await markSignedIn(tx, user.id);
  await recordChange(tx, user.companyId, {
    actor: { type: 'portal-user', id: user.id },
    action: 'signed-in',
    subject: { type: 'portal-user', id: user.id },
    details: { ...client, factors },
  });
  return token;
}

export const signInFailed = () =>
  new AppError('sign-in-failed', 'The e-mail address or the password is wrong.');
