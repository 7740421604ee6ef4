import { monthFirst } from '../../domain/calendar/months.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type PlanSums, type Sums, selectHandedOver, selectPlanSums } from './statements-sql.ts';

export interface Statement {
  /** YYYY-MM */
  month: string;
  /** Whether the month is over. Then its statement never changes. */
  isFinal: boolean;
  /** When its files were handed over to payroll. */
  handedOverAt: Date | null;
  totals: Sums;
  /** Plans that have charges, in the order of `PLAN_TYPES`. */
  plans: PlanSums[];
}

const NOTHING: Sums = {
  tickets: 0,
  refunds: 0,
  priceCents: 0,
  discountCents: 0,
  employerCents: 0,
  employeeCents: 0,
  withheldCents: 0,
  beyondSubsidyCents: 0,
};

/** The statements of these months, in their order. A month without charges has zeros. */
export async function readStatements(
  sql: Sql,
  { companyId, today }: CompanyDay,
  months: readonly string[],
): Promise<Statement[]> {
  const sums = await selectPlanSums(sql, companyId, months);
  const handedOver = await selectHandedOver(sql, companyId, months);
  return months.map((month) => {
    const plans = PLAN_TYPES.flatMap((planType) =>
      sums
        .filter((each) => each.month === month && each.planType === planType)
        .map(({ month: _, ...each }) => each),
    );
    return {
      month,
      isFinal: month < runningMonth(today),
      handedOverAt: handedOver.get(month) ?? null,
      totals: plans.reduce(add, NOTHING),
      plans,
    };
  });
}

export function runningMonth(today: string): string {
  return monthFirst(today).slice(0, 7);
}

function add(one: Sums, other: Sums): Sums {
  const names = Object.keys(NOTHING) as (keyof Sums)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as Sums;
}
