import type { OpenDay } from '../../domain/day/company-day.ts';
import type { PayrollColumn } from '../../domain/plans/payroll-columns.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { DeferredShares, TaxFreeBasis } from '../../domain/plans/tax-free.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { EmployeeActionMode } from '../../tickets/subscriptions/actions/employee-actions.ts';

export interface CompanySettings {
  name?: string;
  autoEnrol?: boolean;
  planType?: PlanType;
  subsidyCents?: number;
  locale?: string;
  timeZone?: string;
  retentionMonths?: number;
  /**
   * The last day of a month on which an action counts for the next first; null: the last day of the month.
   */
  orderUntilDay?: number | null;
  cancelUntilDay?: number | null;
  pauseUntilDay?: number | null;
  /** Whether employees are mailed about contracts and tickets. */
  mailEmployees?: boolean;
  /** Whether employees may change their subscription on their own page. */
  employeeActions?: EmployeeActionMode;
  /** Whether the join link works, and whether HR is shown who asked without being listed. */
  joinLink?: boolean;
  joinStrangers?: boolean;
  /** For employees: whom they can ask, and what the company says about their data. Several lines. Null: not entered. */
  contact?: string | null;
  privacyNote?: string | null;
  /** For receipts and statements. Null: not entered. */
  legalName?: string | null;
  /** Several lines. */
  address?: string | null;
  taxNumber?: string | null;
  costCentre?: string | null;
  /** The wage type (Lohnart) under which payroll withholds the employees' shares. */
  wageType?: string | null;
  /** The columns of the payroll file, in their order. */
  payrollColumns?: PayrollColumn[];
  /** How tax-free amounts are valued, in the files of months that have not been handed over. */
  taxFreeBasis?: TaxFreeBasis;
  deferredShares?: DeferredShares;
  /** The day of a month (1 to 28) from which on its files are ready for payroll. */
  payrollDay?: number;
}

export interface CompanyRecord extends Required<CompanySettings> {
  id: number;
  /** Whether every portal user must have a passkey. */
  requirePasskeys: boolean;
  businessDate: string;
  createdAt: Date;
  updatedAt: Date;
}

const RECORD = `id, name, auto_enrol as "autoEnrol", default_plan_type as "planType", subsidy_cents as "subsidyCents",
  locale, time_zone as "timeZone", retention_months as "retentionMonths",
  order_until_day as "orderUntilDay", cancel_until_day as "cancelUntilDay", pause_until_day as "pauseUntilDay",
  mail_employees as "mailEmployees", employee_actions as "employeeActions", join_link as "joinLink", join_strangers as "joinStrangers", contact,
  privacy_note as "privacyNote", legal_name as "legalName", address, tax_number as "taxNumber",
  cost_centre as "costCentre", wage_type as "wageType", payroll_columns as "payrollColumns",
  tax_free_basis as "taxFreeBasis", deferred_shares as "deferredShares", payroll_day as "payrollDay",
  require_passkeys as "requirePasskeys", business_date(time_zone, clock_frozen_on) as "businessDate",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** A new company has nobody whose amounts could have changed, so it has followed the prices of this version. */
export async function insertCompany(
  sql: Sql,
  settings: CompanySettings & { name: string },
  pricesVersion: number,
): Promise<CompanyRecord> {
  const [row] = await sql<{ id: number }[]>`
    insert into companies ${sql({ ...columns(settings), prices_followed: pricesVersion })} returning id`;
  const company = row && (await selectCompany(sql, row.id));
  if (!company) throw new Error('insert into companies returned nothing');
  return company;
}

export async function updateCompany(
  sql: Sql,
  { companyId }: OpenDay,
  settings: CompanySettings,
): Promise<CompanyRecord | undefined> {
  await sql`
    update companies set ${sql({ ...columns(settings), updated_at: new Date() })}, roster_facts = roster_facts + 1
    where id = ${companyId}`;
  return await selectCompany(sql, companyId);
}

export async function selectCompany(sql: Sql, companyId: number): Promise<CompanyRecord | undefined> {
  const [company] = await sql<CompanyRecord[]>`
    select ${sql.unsafe(RECORD)} from companies where id = ${companyId}`;
  return company;
}

export async function selectCompanies(sql: Sql): Promise<CompanyRecord[]> {
  return await sql<CompanyRecord[]>`
    select ${sql.unsafe(RECORD)} from companies order by id`;
}

/**
 * Fixes the present default plan for people who have a subscription under it. A new default applies to others
 * only. Members of a group have the group's.
 */
export async function fixDefaultPlan(
  sql: Sql,
  { companyId, defaultPlanType, today }: OpenDay,
): Promise<void> {
  await sql`
    update employees e set plan_type = ${defaultPlanType}
    where company_id = ${companyId} and plan_type is null and group_plan_type is null and term_start is not null
      and ${subscriptionStatus(sql, today)} <> 'cancelled'`;
}

export interface Clock {
  businessDate: string;
  frozen: boolean;
}

export async function selectClock(sql: Sql, companyId: number): Promise<Clock | undefined> {
  const [clock] = await sql<Clock[]>`
    select business_date(time_zone, clock_frozen_on) as "businessDate", clock_frozen_on is not null as frozen
    from companies where id = ${companyId}`;
  return clock;
}

export async function setClock(sql: Sql, { companyId }: OpenDay, businessDate: string): Promise<void> {
  await sql`update companies set clock_frozen_on = ${businessDate}, updated_at = now() where id = ${companyId}`;
}

export async function companyExists(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`select from companies where id = ${companyId}`;
  return found.length > 0;
}

type Values = Record<string, string | number | boolean | string[] | null>;

function columns(settings: CompanySettings): Values {
  const values = {
    name: settings.name,
    auto_enrol: settings.autoEnrol,
    default_plan_type: settings.planType,
    subsidy_cents: settings.subsidyCents,
    locale: settings.locale,
    time_zone: settings.timeZone,
    retention_months: settings.retentionMonths,
    order_until_day: settings.orderUntilDay,
    cancel_until_day: settings.cancelUntilDay,
    pause_until_day: settings.pauseUntilDay,
    mail_employees: settings.mailEmployees,
    employee_actions: settings.employeeActions,
    join_link: settings.joinLink,
    join_strangers: settings.joinStrangers,
    contact: settings.contact,
    privacy_note: settings.privacyNote,
    legal_name: settings.legalName,
    address: settings.address,
    tax_number: settings.taxNumber,
    cost_centre: settings.costCentre,
    wage_type: settings.wageType,
    payroll_columns: settings.payrollColumns,
    tax_free_basis: settings.taxFreeBasis,
    deferred_shares: settings.deferredShares,
    payroll_day: settings.payrollDay,
  };
  return Object.fromEntries(Object.entries(values).filter((entry) => entry[1] !== undefined)) as Values;
}
