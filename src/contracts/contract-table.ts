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
];

export interface LinkedContract extends Omit<ListedContract, 'linkVersion'> {
  /** Null if the offer can no longer be answered. */
  link: string | null;
}

export function withLink(
  contract: ListedContract,
  linkTo: (contract: ListedContract) => string,
): LinkedContract {
  const { linkVersion: _, ...shown } = contract;
  return { ...shown, link: contract.status === 'pending' ? linkTo(contract) : null };
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
  ];
}
