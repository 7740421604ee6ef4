import type { Sql } from '../../platform/db/types.ts';
import { type LinkViewer, noteLinkViewer } from '../../platform/links/link-viewers-sql.ts';
import type { ContractLink } from './contract-links.ts';
import type { ListedContract } from './list-contracts.ts';

export const CONTRACT_HEADINGS = [
  'CONTRACT',
  'EMPLOYEE',
  'FIRST NAME',
  'LAST NAME',
  'E-MAIL',
  'FOR',
  'PLAN',
  'STATUS',
  'LINK',
  'PROOF',
];

export interface LinkedContract extends Omit<ListedContract, 'linkVersion'> {
  /** Null if the offer can no longer be answered. */
  link: string | null;
}

/** Adds the links of the open offers, and notes who sees them. */
export async function withLinks(
  sql: Sql,
  companyId: number,
  contracts: readonly ListedContract[],
  contractLink: ContractLink,
  viewer: LinkViewer,
): Promise<LinkedContract[]> {
  const isOpen = ({ status }: ListedContract) => status === 'pending';
  await noteLinkViewer(sql, companyId, viewer, contracts.filter(isOpen));
  return contracts.map((contract) => {
    const { linkVersion: _, ...shown } = contract;
    return { ...shown, link: isOpen(contract) ? contractLink(contract, 'shown') : null };
  });
}

/** The columns for a terminal or a file. */
export function contractRow(contract: LinkedContract) {
  return [
    contract.id,
    contract.employeeId,
    contract.firstName,
    contract.lastName,
    contract.email,
    contract.reason,
    contract.planType,
    contract.status,
    contract.link,
    contract.proof?.by ?? null,
  ];
}
