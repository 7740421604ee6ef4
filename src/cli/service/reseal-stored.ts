import { resealSecrets } from '../../accounts/identity/reseal-secrets.ts';
import type { Services } from '../../http/services.ts';
import { resealWebhookSecrets } from '../../notifications/webhooks/secrets.ts';
import type { Pool } from '../../platform/db/types.ts';
import { resealSources } from '../../rosters/pull/reseal-sources.ts';
import { resealTokens } from '../../tickets/wallet/lasting/tokens.ts';

type Sealed = Pick<Services, 'identity' | 'webhooks' | 'sources' | 'passes'>;

/** Encrypts all stored secrets with the first key. Returns a line for the log about each kind that no key decrypts. */
export async function resealStored(
  sql: Pool,
  { identity, webhooks, sources, passes }: Sealed,
): Promise<{ values: object; message: string }[]> {
  const { unreadable: clientSecrets } = await resealSecrets(sql, identity.seal);
  const webhookSecrets = await resealWebhookSecrets(sql, webhooks.seal);
  const credentials = await resealSources(sql, sources.seal);
  const unreadablePasses = await resealTokens(sql, passes.seal);
  return [
    ...unreadableOf(clientSecrets, 'client secrets'),
    ...unreadableOf(webhookSecrets, 'webhook secrets'),
    ...unreadableOf(credentials, 'credentials of sources'),
    ...(unreadablePasses > 0
      ? [{ values: { passes: unreadablePasses }, message: `tokens of passes ${NOT_DECRYPTED}` }]
      : []),
  ];
}

const NOT_DECRYPTED = 'that SECRET_KEY does not decrypt';

function unreadableOf(companies: readonly number[], secrets: string): { values: object; message: string }[] {
  return companies.length > 0 ? [{ values: { companies }, message: `${secrets} ${NOT_DECRYPTED}` }] : [];
}
