import { secretContext as identityContext } from '../../accounts/identity/connect.ts';
import { selectSecrets } from '../../accounts/identity/providers-sql.ts';
import { secretContext as webhookContext } from '../../notifications/webhooks/secrets.ts';
import { selectAllSecrets } from '../../notifications/webhooks/secrets-sql.ts';
import type { Pool } from '../../platform/db/types.ts';
import { createSeal } from '../../platform/seal.ts';
import { sourceContext } from '../../rosters/pull/sources.ts';
import { selectSealedSources } from '../../rosters/pull/sources-sql.ts';
import { selectTokenSamples } from '../../tickets/wallet/lasting/passes-sql.ts';
import { TOKEN_PURPOSE, tokenContext } from '../../tickets/wallet/lasting/tokens.ts';

/** A secret in the database that SECRET_KEY has encrypted. */
export interface StoredSecret {
  what: string;
  isOpened: boolean;
}

/** All stored secrets, and whether one of these keys opens them. */
export async function readStoredSecrets(sql: Pool, secretKeys: readonly string[]): Promise<StoredSecret[]> {
  const opens = (purpose: string, sealed: string, context: string) =>
    secretKeys.length > 0 && createSeal(purpose, secretKeys).open(sealed, context) !== undefined;
  return [
    ...(await selectSecrets(sql)).map(({ companyId, clientSecret }) => ({
      what: `the identity provider of company ${companyId}`,
      isOpened: opens('identity-provider', clientSecret, identityContext(companyId)),
    })),
    ...(await selectAllSecrets(sql)).map((secret) => ({
      what: `webhook ${secret.endpointId} of company ${secret.companyId}`,
      isOpened: opens('webhook', secret.sealed, webhookContext(secret)),
    })),
    ...(await selectSealedSources(sql)).map(({ companyId, integrationId, secrets }) => ({
      what: `the HR system of integration ${integrationId}`,
      isOpened: opens('hr-source', secrets, sourceContext(companyId, integrationId)),
    })),
    // There may be very many: one for each key stands for the others.
    ...(await selectTokenSamples(sql)).map((sample) => ({
      what: `the tokens of ${sample.passes} wallet ${sample.passes === 1 ? 'pass' : 'passes'}`,
      isOpened: opens(TOKEN_PURPOSE, sample.token, tokenContext(sample)),
    })),
  ];
}
