import { countMail } from '../../accounts/count-mail.ts';
import { triedTooOften } from '../../accounts/throttle.ts';
import { counterOf, countUp } from '../../platform/db/counters-sql.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { RATES } from '../../platform/limits.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import { networkOf } from '../../platform/network-of.ts';
import { selectOwnersByEmail } from './employee-page-sql.ts';

/** Queues a mail with the link to the person's page. */
export type MailPageLink = (tx: Transaction, owner: PageOwner) => Promise<void>;

/** The bound on requests from a network address. It does not depend on the e-mail address. */
export async function countRequest(sql: Pool, address: string): Promise<void> {
  const { wait } = await countUp(
    sql,
    counterOf(`page-links from ${networkOf(address)}`),
    RATES.linksOfAddress,
  );
  if (wait !== undefined) throw triedTooOften(wait);
}

/**
 * Mails the link to everybody with this e-mail address. Runs after the answer was sent, so that neither its content nor its
 * time reveals whether the address is known.
 */
export async function requestLink(sql: Pool, email: string, mail: MailPageLink): Promise<void> {
  for (const owner of await selectOwnersByEmail(sql, email)) await mailLinkTo(sql, owner, email, mail);
}

/** Unless the person or the address was mailed too often. */
export async function mailLinkTo(
  sql: Pool,
  owner: PageOwner,
  email: string,
  mail: MailPageLink,
): Promise<void> {
  await sql.begin(async (tx) => {
    const { companyId, employeeId } = owner;
    const counter = counterOf(`page-links of ${companyId} ${employeeId}`);
    if ((await countUp(tx, counter, RATES.linksOfPerson)).wait !== undefined) return;
    // Many people of a roster may have one address.
    const { reached } = await countMail(tx, 'page-link', { companyId, address: email });
    if (!reached) await mail(tx, owner);
  });
}
