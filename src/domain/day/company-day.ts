import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { PlanType } from '../plans/plan-types.ts';

/** A company on its business date, with the settings that its rules depend on. */
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
  /** The day for which everybody's status has been announced by events. */
  announcedOn: string | null;
  /** Whether the company has groups. Without any, nobody's group is looked for. */
  hasGroups: boolean;
  frozen: boolean;
}

declare const opened: unique symbol;

/**
 * A company's day that `inDay` opened in this transaction: the company is locked, and the tickets due by today are
 * issued. Every function that writes people, links, terms, offers, tickets or charges asks for one, so code that forgets to open
 * the day does not compile. Only `src/tickets/issue/open-day.ts` makes one; the linter refuses casts anywhere else.
 */
export interface OpenDay extends CompanyDay {
  readonly [opened]: true;
  /** The number of tickets that were due and have been issued by opening the day. */
  readonly issued: number;
}

/**
 * Never before the month issued last: a company that moves to a time zone where it is still the previous day
 * does not go back.
 */
const DAY = `id as "companyId", greatest(business_date(time_zone, clock_frozen_on), issued_through) as today, auto_enrol as "autoEnrol",
      default_plan_type as "defaultPlanType", subsidy_cents as "subsidyCents", locale, time_zone as "timeZone",
      order_until_day as "orderUntilDay", cancel_until_day as "cancelUntilDay", pause_until_day as "pauseUntilDay",
      issued_through as "issuedThrough", statuses_told_on as "announcedOn", clock_frozen_on is not null as frozen`;

const hasGroups = (sql: Sql, companyId: number): Fragment =>
  sql`exists (select from groups g where g.company_id = ${companyId}) as "hasGroups"`;

/** For reads only. Writes need the day that `inDay` gives. */
export async function selectCompanyDay(sql: Sql, companyId: number): Promise<CompanyDay | undefined> {
  const [day] = await sql<CompanyDay[]>`
    select ${sql.unsafe(DAY)}, ${hasGroups(sql, companyId)} from companies where id = ${companyId}`;
  return day;
}

/** `no key`: others may insert rows that refer to the company meanwhile. */
export async function selectCompanyDayForUpdate(
  tx: Transaction,
  companyId: number,
): Promise<CompanyDay | undefined> {
  const [day] = await tx<CompanyDay[]>`
    select ${tx.unsafe(DAY)}, ${hasGroups(tx, companyId)} from companies where id = ${companyId} for no key update`;
  return day;
}
