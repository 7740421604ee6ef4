import type { ContractLink } from '../../contracts/contract-links.ts';
import type { PortalSession } from '../../portal/sessions-sql.ts';
import type { Services } from '../services.ts';

type LinkMakers = Pick<Services, 'walletLinks' | 'contractLink'>;

/**
 * The links that a user may see, the only place that decides it. A wallet link hands out a person's ticket, and a contract
 * link answers in the person's name: viewers, who may change nothing, see neither.
 */
export function linksFor({ role }: PortalSession, { walletLinks, contractLink }: LinkMakers) {
  const sees = role === 'admin';
  return {
    wallet: (companyId: number, ticketId: number) => (sees ? walletLinks(companyId, ticketId) : null),
    contract: (offer: Parameters<ContractLink>[0]) => (sees ? contractLink(offer) : null),
  };
}
