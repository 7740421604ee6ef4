import type { Sql } from '../db/types.ts';
import type { PlanType } from '../plans/plan-types.ts';

/** A company on its business date, with what its rules depend on. */
export interface CompanyDay {
  companyId: number;
  today: string;
  autoEnrol: boolean;
  defaultPlanType: PlanType;
  subsidyCents: number;
  locale: string;
  timeZone: string;
  orderUntilDay: number | null;
  cancelUntilDay: number | null;
  pauseUntilDay: number | null;
  issuedThrough: string | null;
  frozen: boolean;
}

/** Not before what has been issued: a company that moves to a zone where it is still the day before does not go back. */
const DAY = `select id as "companyId", greatest(business_date(time_zone, clock_frozen_on), issued_through) as today, auto_enrol as "autoEnrol",
      default_plan_type as "defaultPlanType", subsidy_cents as "subsidyCents", locale, time_zone as "timeZone",
      order_until_day as "orderUntilDay", cancel_until_day as "cancelUntilDay", pause_until_day as "pauseUntilDay",
      issued_through as "issuedThrough", clock_frozen_on is not null as frozen`;

/** For looking only: nothing may be decided by it that is written later. */
export async function selectCompanyDay(sql: Sql, companyId: number): Promise<CompanyDay | undefined> {
  const [day] = await sql<CompanyDay[]>`${sql.unsafe(DAY)} from companies where id = ${companyId}`;
  return day;
}

/** The lock lets others refer to the company meanwhile: `no key`. */
export async function selectCompanyDayForUpdate(
  sql: Sql,
  companyId: number,
): Promise<CompanyDay | undefined> {
  const [day] = await sql<CompanyDay[]>`
    ${sql.unsafe(DAY)} from companies where id = ${companyId} for no key update`;
  return day;
}
