import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { type Client, markConfirmed, type PortalSession } from '../sessions-sql.ts';
import { digestOfToken } from '../token.ts';
import { takeChallenge } from './challenges-sql.ts';
import { passkeyRefused } from './check-answer.ts';
import type { PasskeyAnswer } from './library.ts';
import { findPasskey, selectCredentials } from './passkeys-sql.ts';
import { provePasskey } from './prove-passkey.ts';
import { requestPasskey } from './request.ts';
import type { PasskeySite } from './site.ts';

/** The passkey replaces the password, so it must verify the user itself. */
const verifiesUser = true;

export async function requestConfirmation(
  sql: Sql,
  site: PasskeySite,
  { companyId, userId }: PortalSession,
  token: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const credentials = await selectCredentials(sql, companyId, userId);
  return await requestPasskey(sql, site, { token, purpose: 'confirmation', credentials, verifiesUser });
}

/** Confirms the session by a passkey in place of the password. */
export async function confirmWithPasskey(
  sql: Pool,
  site: PasskeySite,
  { companyId, userId }: PortalSession,
  { token, answer, client }: { token: string; answer: PasskeyAnswer; client: Client },
): Promise<void> {
  const digest = digestOfToken(token);
  const challenge = await takeChallenge(sql, digest, 'confirmation');
  const passkey = await findPasskey(sql, Buffer.from(answer.id, 'base64url'));
  if (!challenge || passkey?.userId !== userId || passkey.companyId !== companyId) throw passkeyRefused();
  const attempt = { on: 'session', userId } as const;
  const proof = { site, challenge, answer, verifiesUser, attempt, client };
  await provePasskey(sql, passkey, proof, (tx) => markConfirmed(tx, digest));
}
