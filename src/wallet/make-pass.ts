import type { Config } from '../config.ts';
import type { Sql } from '../db/types.ts';
import { AppError, notFound } from '../errors.ts';
import { ticketIdOf } from '../tickets/ticket-id.ts';
import { buildApplePass, type PassIssuer } from './apple-pass.ts';
import { type GoogleIssuer, googleSaveAddress } from './google-pass.ts';
import { createManifestSigner } from './sign-manifest.ts';
import { createSpecimenIdentity } from './specimen-identity.ts';
import { type PassTicket, selectPassTicket } from './sql.ts';
import type { Wallet } from './wallet-links.ts';

/** A file for Apple Wallet, or the URL of a Google save page. */
type Pass = { wallet: 'apple'; fileName: string; bytes: Buffer } | { wallet: 'google'; address: string };

export type MakePass = (sql: Sql, companyId: number, ticketId: number, wallet: Wallet) => Promise<Pass>;

/** Staging passes are specimens whatever certificate signs them: staging tickets are never valid. */
export function createPassMaker(config: Config): MakePass {
  const isSpecimen = config.environment === 'staging';
  const issuers = createIssuers(config);
  return async (sql, companyId, ticketId, wallet) => {
    const ticket = await selectPassTicket(sql, companyId, ticketId);
    if (!ticket) throw notFound();
    refuseInvalid(ticket);
    if (wallet === 'google')
      return { wallet, address: await googleSaveAddress(ticket, await issuers.google(), isSpecimen) };
    const bytes = buildApplePass(ticket, await issuers.apple(), isSpecimen);
    return { wallet, fileName: `${ticketIdOf(ticket.id)}.pkpass`, bytes };
  };
}

function refuseInvalid({ isVoid, isOver }: PassTicket): void {
  if (isVoid) throw new AppError('ticket-not-valid', 'This ticket was withdrawn or replaced by another one.');
  if (isOver) throw new AppError('ticket-not-valid', "This ticket's month is over.");
}

function createIssuers(config: Config) {
  const specimen = createSpecimenIdentity(config);
  const mayBeSelfMade = config.environment === 'staging';
  let issuer: PassIssuer | undefined;
  return {
    apple: async (): Promise<PassIssuer> => {
      if (!config.applePass && !mayBeSelfMade) throw notConfigured('Apple Wallet');
      const identity = config.applePass ?? (await specimen()).apple;
      // Wallet would reject the pass without an error message.
      if (identity.certificate.validToDate < new Date()) throw notConfigured('Apple Wallet');
      issuer ??= {
        passTypeId: identity.passTypeId,
        teamId: identity.teamId,
        sign: createManifestSigner(identity),
      };
      return issuer;
    },
    google: async (): Promise<GoogleIssuer> => {
      if (!config.googleWallet && !mayBeSelfMade) throw notConfigured('Google Wallet');
      return config.googleWallet ?? (await specimen()).google;
    },
  };
}

function notConfigured(wallet: string): AppError {
  return new AppError('wallet-not-configured', `This server has no valid certificate for ${wallet}.`);
}
