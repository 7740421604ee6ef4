import type { Claims } from './judge-claims.ts';

/** A confirmation needs a sign-in at the provider that is at most this old. */
export const RECENT_SECONDS = 5 * 60;

/** A provider that does not say when the person signed in proves nothing: its session may be from this morning. */
export function isRecentSignIn({ auth_time: signedInAt }: Claims): boolean {
  return typeof signedInAt === 'number' && signedInAt >= Date.now() / 1000 - RECENT_SECONDS;
}
