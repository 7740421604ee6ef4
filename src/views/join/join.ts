import type { Pool } from '../../platform/db/types.ts';
import { type MailPageLink, mailLinkTo } from '../employee-page/request-link.ts';
import { insertStranger, selectJoining } from './join-sql.ts';

interface Joining {
  companyId: number;
  showsStrangers: boolean;
}

/**
 * Mails the link to the person with this address and birth date. Runs after the answer was sent, so that neither its content nor
 * its time reveals whether somebody is listed. A mail goes to the stored address, so a guess reaches nobody but its owner.
 */
export async function join(
  sql: Pool,
  { companyId, showsStrangers }: Joining,
  asked: { email: string; dateOfBirth: string },
  mail: MailPageLink,
): Promise<void> {
  const owners = await selectJoining(sql, companyId, asked.email, asked.dateOfBirth);
  for (const owner of owners) await mailLinkTo(sql, owner, asked.email, mail);
  if (owners.length === 0 && showsStrangers) await insertStranger(sql, companyId, asked);
}
