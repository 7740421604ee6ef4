import { type CompanyDay, selectCompanyDay } from '../../../domain/day/company-day.ts';
import type { Sql } from '../../../platform/db/types.ts';
import { notFound } from '../../../platform/errors.ts';
import { selectWaiting } from '../hr-facts-sql.ts';
import type { TermToBegin } from '../terms-sql.ts';
import { earliestStart, endsBefore } from './cut-offs.ts';
import { type OrderGroup, selectOrderGroups } from './order-groups-sql.ts';

/** Selects the people that would be enrolled today, with the start of their subscription. */
export async function selectTermsToOrder(sql: Sql, day: CompanyDay): Promise<TermToBegin[]> {
  return (await selectWaiting(sql, day)).flatMap(({ employeeId, employedFrom, employedUntil }) => {
    const start = earliestStart(day, employedFrom);
    return endsBefore(employedUntil, start) ? [] : [{ employeeId, start }];
  });
}

export interface WaitingOrder {
  people: number;
  groups: OrderGroup[];
  monthlyCents: { employer: number; employees: number };
}

/** The effect of ordering for all people who wait: number of people, plan, start and monthly costs. */
export async function previewWaiting(sql: Sql, companyId: number): Promise<WaitingOrder> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const terms = await selectTermsToOrder(sql, day);
  const groups = await selectOrderGroups(sql, day, terms);
  const sumOf = (cents: (group: OrderGroup) => number) =>
    groups.reduce((sum, group) => sum + group.people * cents(group), 0);
  return {
    people: terms.length,
    groups,
    monthlyCents: {
      employer: sumOf(({ employerCents }) => employerCents),
      employees: sumOf(({ contributionCents }) => contributionCents),
    },
  };
}
