import type { Costs } from '../../api/routes.ts';

/** What is stacked in the chart, from the bottom to the top. */
export const SERIES = ['employerFull', 'employerShared', 'employeeSalary', 'employeeDirect'] as const;
type Series = (typeof SERIES)[number];

/** The shares of a month in cents, by payer and by the way they pay. */
export interface CostPoint extends Record<Series, number> {
  month: string;
}

export function pointOf({ month, plans }: Costs): CostPoint {
  const point: CostPoint = {
    month,
    employerFull: 0,
    employerShared: 0,
    employeeSalary: 0,
    employeeDirect: 0,
  };
  for (const { planType, employerCents, employeeCents } of plans) {
    point[planType === 'fully-subsidized-plan' ? 'employerFull' : 'employerShared'] += employerCents;
    point[planType === 'deferred-plan' ? 'employeeSalary' : 'employeeDirect'] += employeeCents;
  }
  return point;
}

export const sumOf = (point: CostPoint): number => SERIES.reduce((sum, name) => sum + point[name], 0);
