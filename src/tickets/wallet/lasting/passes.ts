import type { Config } from '../../../platform/config/config.ts';
import { publicAddressRule } from '../../../platform/outgoing/address-rules.ts';
import { createHostResolver, type ResolveHost } from '../../../platform/outgoing/resolve-host.ts';
import { createSeal, type Seal } from '../../../platform/seal.ts';
import type { ThreadPool } from '../../../platform/thread-pool.ts';
import type { Issuers } from '../issuers.ts';
import { createGoogleObjects, type GoogleObjects } from './google-objects.ts';
import { APPLE_PUSH_URL, createPush, type Push } from './push-device.ts';
import { TOKEN_PURPOSE } from './tokens.ts';

/** Dependencies of passes that renew themselves, besides the database. */
export interface Passes {
  /** Staging passes are specimens whatever certificate signs them: staging tickets are never valid. */
  isSpecimen: boolean;
  baseUrl: string;
  seal: Seal;
  issuers: Issuers;
  threads: ThreadPool;
  /** Undefined: there is no certificate that Apple knows, so passes are renewed when they are opened. */
  push: Push | undefined;
  /** Undefined: there is no service account that Google knows. The object comes with the save link. */
  google: GoogleObjects | undefined;
}

export function createPasses(options: {
  config: Config;
  secretKeys: readonly string[];
  issuers: Issuers;
  threads: ThreadPool;
  resolveHost?: ResolveHost;
}): Passes {
  const { config, secretKeys, issuers, threads } = options;
  const { applePass, applePushUrl, googleWallet, googleWalletUrl, dnsServers: servers } = config;
  const { resolveHost: resolve = createHostResolver({ servers }) } = options;
  const asked = { rule: publicAddressRule(config.environment === 'staging'), resolve };
  return {
    isSpecimen: config.environment === 'staging',
    baseUrl: config.baseUrl,
    seal: createSeal(TOKEN_PURPOSE, secretKeys),
    issuers,
    threads,
    push:
      applePass || applePushUrl
        ? createPush({ ...asked, address: applePushUrl ?? APPLE_PUSH_URL, identity: issuers.apple })
        : undefined,
    google:
      googleWallet || googleWalletUrl
        ? createGoogleObjects({ ...asked, standIn: googleWalletUrl, issuer: issuers.google })
        : undefined,
  };
}
