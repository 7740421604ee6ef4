import type { ListOrder } from '../src/db/pages.ts';
import type { EmployeeFilter } from '../src/employees/list-employees.ts';
import type { BenchCompany } from './people.ts';

export interface ListCase {
  name: string;
  filter: EmployeeFilter;
  order?: Partial<ListOrder>;
}

/** Every filter of `GET /employees`, the rare and the common value where that makes a difference. */
export function listCases({ people, firstId, lastId, integrationIds }: BenchCompany): ListCase[] {
  const deep = Math.ceil((people * 0.9) / 10);
  const someNumber = Math.ceil(people / 3);
  const someHrIds = [1, 2, 3].map((n) => hrIdOf(someNumber + n));
  const ids = Array.from({ length: 100 }, (_, i) => firstId + Math.floor((i * (lastId - firstId)) / 100));
  return [
    { name: 'first page', filter: {} },
    { name: 'page at 90 %', filter: {}, order: { page: deep } },
    { name: 'page at 90 % by createdAt', filter: {}, order: { page: deep, sortField: 'createdAt' } },
    { name: 'page at 90 % by updatedAt', filter: {}, order: { page: deep, sortField: 'updatedAt' } },
    { name: 'search: rare word', filter: { search: 'Wolkenstein' } },
    { name: 'search: common fragment', filter: { search: 'an' } },
    { name: 'search: personnel number', filter: { search: hrIdOf(someNumber) } },
    { name: 'search: two words', filter: { search: 'anna müller' } },
    { name: 'search and status', filter: { search: 'müller', subscriptionStatuses: ['paused'] } },
    { name: 'emails', filter: { emails: ['Anna.Schmidt1@beispiel.example', 'nobody@beispiel.example'] } },
    { name: 'hrIds', filter: { hrIds: someHrIds } },
    { name: 'hrIntegrationIds: most people', filter: { hrIntegrationIds: [integrationIds[0]] } },
    { name: 'hrIntegrationIds: few', filter: { hrIntegrationIds: [integrationIds[1]] } },
    { name: 'hrLinkTypes: hr-integration', filter: { hrLinkTypes: ['hr-integration'] } },
    { name: 'hrLinkTypes: custom', filter: { hrLinkTypes: ['custom'] } },
    { name: 'subscriptionStatuses: active', filter: { subscriptionStatuses: ['active'] } },
    { name: 'subscriptionStatuses: cancelled', filter: { subscriptionStatuses: ['cancelled'] } },
    { name: 'planTypes', filter: { planTypes: ['split-pay-plan'] } },
    { name: 'contractSigningStatuses', filter: { contractSigningStatuses: ['pending'] } },
    { name: 'ticketMonth: this month', filter: { ticketMonth: monthsAgo(0) } },
    { name: 'ticketMonth: last month', filter: { ticketMonth: monthsAgo(1) } },
    { name: 'updatedSince: a day ago', filter: { updatedSince: new Date(Date.now() - 86_400_000) } },
    { name: 'ids: a hundred', filter: { ids } },
  ];
}

function hrIdOf(number: number): string {
  return `P${String(number).padStart(8, '0')}`;
}

function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}
