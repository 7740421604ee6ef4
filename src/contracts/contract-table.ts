import type { ListedContract } from './list-contracts.ts';

const HEADINGS = [
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

export interface LinkedContract extends ListedContract {
  /** Null if the offer can no longer be answered. */
  link: string | null;
}

export function withLinks(
  contracts: readonly ListedContract[],
  linkTo: (contract: ListedContract) => string,
): LinkedContract[] {
  return contracts.map((contract) => ({
    ...contract,
    link: contract.status === 'pending' ? linkTo(contract) : null,
  }));
}

/** The columns for a terminal or a file. */
export function contractTable(contracts: readonly LinkedContract[]) {
  const rows = contracts.map((contract) => [
    contract.id,
    contract.employeeId,
    contract.firstName,
    contract.lastName,
    contract.email,
    contract.reason,
    contract.planType,
    contract.status,
    contract.link,
  ]);
  return { headings: HEADINGS, rows };
}
