import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { linkEnded, type PageOwner } from '../../platform/links/page-links.ts';
import type { ContractSubject } from '../../tickets/contracts/contract-links.ts';
import { type Owner, selectOwner, selectOwnerOfOffer } from './employee-page-sql.ts';

/** The person of a link that is still valid. */
export async function requireOwner(
  sql: Sql,
  { companyId, employeeId, linkVersion }: PageOwner,
): Promise<Owner> {
  return ofVersion(await selectOwner(sql, companyId, employeeId), linkVersion);
}

/** The person who received the offer of a contract link. */
export async function requireOwnerOfOffer(
  sql: Sql,
  { companyId, offerId, linkVersion }: ContractSubject,
): Promise<Owner> {
  return ofVersion(await selectOwnerOfOffer(sql, companyId, offerId), linkVersion);
}

function ofVersion(owner: Owner | undefined, linkVersion: number): Owner {
  if (!owner) throw notFound();
  if (owner.linkVersion !== linkVersion) throw linkEnded();
  return owner;
}
