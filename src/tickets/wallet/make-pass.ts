import type { Config } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { ThreadPool } from '../../platform/thread-pool.ts';
import { ticketIdOf } from '../issue/ticket-id.ts';
import { googleSaveAddress } from './google-pass.ts';
import type { Issuers } from './issuers.ts';
import type { Wallet } from './wallet-links.ts';
import { type PassTicket, selectPassTicket } from './wallet-sql.ts';

/** A file for Apple Wallet, or the URL of a Google save page. */
type Pass = { wallet: 'apple'; fileName: string; bytes: Buffer } | { wallet: 'google'; address: string };

export type MakePass = (
  sql: Sql,
  companyId: number,
  asked: { ticketId: number; wallet: Wallet },
  signal?: AbortSignal,
) => Promise<Pass>;

/** Staging passes are specimens whatever certificate signs them: staging tickets are never valid. */
export function createPassMaker(config: Config, issuers: Issuers, threads: ThreadPool): MakePass {
  const isSpecimen = config.environment === 'staging';
  const module = import.meta.resolve('./apple-pass-thread.ts');
  return async (sql, companyId, { ticketId, wallet }, signal) => {
    const ticket = await selectPassTicket(sql, companyId, ticketId);
    if (!ticket) throw notFound();
    refuseInvalid(ticket);
    if (wallet === 'google')
      return { wallet, address: await googleSaveAddress(ticket, await issuers.google(), isSpecimen) };
    // An Apple pass takes 5 ms of processor time, a Google link one (decision 0008).
    const task = { shown: ticket, identity: await issuers.apple(), isSpecimen };
    const bytes = await threads.run<typeof import('./apple-pass-thread.ts')>(companyId, module, task, signal);
    return { wallet, fileName: `${ticketIdOf(ticket.id)}.pkpass`, bytes: Buffer.from(bytes) };
  };
}

/** The wallets for which the server has an identity, or makes one up on staging. */
export function walletsOf({ environment, applePass, googleWallet }: Config): Record<Wallet, boolean> {
  const isStaging = environment === 'staging';
  return { apple: isStaging || applePass !== undefined, google: isStaging || googleWallet !== undefined };
}

function refuseInvalid({ isVoid, isOver }: PassTicket): void {
  if (isVoid) throw new AppError('ticket-not-valid', 'This ticket was withdrawn or replaced by another one.');
  if (isOver) throw new AppError('ticket-not-valid', "This ticket's month is over.");
}
