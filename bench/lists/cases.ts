import type { EmployeeFilter } from '../../src/people/employees/list-employees.ts';
import type { ListOrder } from '../../src/platform/db/pages.ts';
import type { BenchCompany } from '../people.ts';

export interface ListCase {
  name: string;
  filter: (company: BenchCompany) => EmployeeFilter;
  sortField?: ListOrder['sortField'];
  /** The position of the page in the list, from 0 to 1. */
  depth?: number;
}

const everybody = () => ({});

/** Every filter of `GET /employees`, with a rare and a common value where that makes a difference. */
export const LIST_CASES: readonly ListCase[] = [
  { name: 'first page', filter: everybody },
  { name: 'page at 90 %', filter: everybody, depth: 0.9 },
  { name: 'page at 90 % by createdAt', filter: everybody, depth: 0.9, sortField: 'createdAt' },
  { name: 'page at 90 % by updatedAt', filter: everybody, depth: 0.9, sortField: 'updatedAt' },
  { name: 'search: rare word', filter: () => ({ search: 'Wolkenstein' }) },
  { name: 'search: common fragment', filter: () => ({ search: 'an' }) },
  { name: 'search: personnel number', filter: (company) => ({ search: hrIdOf(company, 1) }) },
  { name: 'search: two words', filter: () => ({ search: 'anna müller' }) },
  {
    name: 'search and subscriptionStatuses',
    filter: () => ({ search: 'müller', subscriptionStatuses: ['paused'] }),
  },
  { name: 'emails', filter: () => ({ emails: ['NORA.LANGE1@beispiel.example', 'nobody@beispiel.example'] }) },
  { name: 'hrIds', filter: (company) => ({ hrIds: [1, 2, 3].map((n) => hrIdOf(company, n)) }) },
  { name: 'hrIntegrationIds: most', filter: ({ integrationIds: [most] }) => ({ hrIntegrationIds: [most] }) },
  {
    name: 'hrIntegrationIds: some',
    filter: ({ integrationIds: [, some] }) => ({ hrIntegrationIds: [some] }),
  },
  { name: 'hrLinkTypes: hr-integration', filter: () => ({ hrLinkTypes: ['hr-integration'] }) },
  { name: 'hrLinkTypes: custom', filter: () => ({ hrLinkTypes: ['custom'] }) },
  { name: 'subscriptionStatuses: active', filter: () => ({ subscriptionStatuses: ['active'] }) },
  { name: 'subscriptionStatuses: cancelled', filter: () => ({ subscriptionStatuses: ['cancelled'] }) },
  { name: 'planTypes', filter: () => ({ planTypes: ['split-pay-plan'] }) },
  { name: 'contractSigningStatuses', filter: () => ({ contractSigningStatuses: ['pending'] }) },
  { name: 'ticketMonth: this month', filter: () => ({ ticketMonth: monthsAgo(0) }) },
  { name: 'ticketMonth: last month', filter: () => ({ ticketMonth: monthsAgo(1) }) },
  { name: 'updatedSince: a day ago', filter: () => ({ updatedSince: new Date(Date.now() - 86_400_000) }) },
  { name: 'ids: a hundred', filter: (company) => ({ ids: spread(company, 100) }) },
];

/** Returns the personnel number of a person in the middle of the list. */
function hrIdOf({ people }: BenchCompany, offset: number): string {
  return `P${String(Math.floor(people / 3) + offset).padStart(8, '0')}`;
}

function spread({ firstId, people }: BenchCompany, count: number): number[] {
  return Array.from({ length: count }, (_, index) => firstId + Math.floor((index * people) / count));
}

function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}
