import type { PortalSession } from '../../accounts/sessions-sql.ts';
import { may } from '../../domain/access/roles.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import type { ContractLink } from '../../tickets/contracts/contract-links.ts';
import type { Needs } from '../services.ts';

type LinkMakers = Needs<'walletLinks' | 'contractLink' | 'pageLink'>;

/**
 * The links that a user may see, the only place that decides it. A wallet link hands out a person's ticket. The links to
 * contracts and pages are half of what answers in the person's name: users who may not change people see none of them. Each
 * route notes who sees them (`noteLinkViewer`).
 */
export function linksFor({ role }: PortalSession, { walletLinks, contractLink, pageLink }: LinkMakers) {
  const sees = may(role, 'change-people');
  return {
    wallet: (companyId: number, ticketId: number) => (sees ? walletLinks(companyId, ticketId) : null),
    contract: (offer: Parameters<ContractLink>[0]) => (sees ? contractLink(offer, 'shown') : null),
    page: (owner: PageOwner) => (sees ? pageLink(owner, 'shown') : null),
  };
}
