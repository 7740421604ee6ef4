import type { Config } from '../../platform/config/config.ts';
import type { ApplePassConfig } from '../../platform/config/wallet.ts';
import { AppError } from '../../platform/errors.ts';
import type { GoogleIssuer } from './google-pass.ts';
import { createSpecimenIdentity } from './specimen-identity.ts';

/** The identities that sign passes. They throw `wallet-not-configured` if there is none. */
export interface Issuers {
  apple(): Promise<ApplePassConfig>;
  google(): Promise<GoogleIssuer>;
}

/** Staging makes up what is not configured. */
export function createIssuers(config: Config): Issuers {
  const specimen = createSpecimenIdentity(config);
  const mayBeSelfMade = config.environment === 'staging';
  return {
    apple: async () => {
      if (!config.applePass && !mayBeSelfMade) throw notConfigured('Apple Wallet');
      const identity = config.applePass ?? (await specimen()).apple;
      // Wallet would reject the pass without an error message.
      if (identity.certificate.validToDate < new Date()) throw notConfigured('Apple Wallet');
      return identity;
    },
    google: async () => {
      if (!config.googleWallet && !mayBeSelfMade) throw notConfigured('Google Wallet');
      return config.googleWallet ?? (await specimen()).google;
    },
  };
}

function notConfigured(wallet: string): AppError {
  return new AppError('wallet-not-configured', `This server has no valid certificate for ${wallet}.`);
}
