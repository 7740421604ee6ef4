import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { counterOf, countUp } from '../platform/db/counters-sql.ts';
import type { Pool } from '../platform/db/types.ts';
import { RATES } from '../platform/limits.ts';
import { networkOf } from '../platform/network-of.ts';
import { countMail } from './count-mail.ts';
import { resetPassword } from './reset-password.ts';
import { triedTooOften } from './throttle.ts';
import { findUsersByEmail } from './users-sql.ts';
import { usesProviderOnly } from './ways-in-sql.ts';

/** The bound on requests from a network address. It does not depend on the e-mail address. */
export async function countResetRequest(sql: Pool, address: string): Promise<void> {
  const counter = counterOf(`password resets from ${networkOf(address)}`);
  const { wait } = await countUp(sql, counter, RATES.linksOfAddress);
  if (wait !== undefined) throw triedTooOften(wait);
}

/**
 * Mails a link for a new password to every user with this address, one for each company. Runs after the answer was sent, so that
 * neither its content nor its time reveals whether the address is known. Users who sign in through their company's provider only
 * get none.
 */
export async function requestReset(sql: Pool, email: string, mailTokens: MailTokens): Promise<void> {
  for (const { id, companyId } of await findUsersByEmail(sql, email))
    await sql.begin(async (tx) => {
      if (await usesProviderOnly(tx, companyId)) return;
      const { reached } = await countMail(tx, 'account', { companyId, address: email });
      if (!reached) await resetPassword(tx, companyId, id, { type: 'system' }, mailTokens);
    });
}
