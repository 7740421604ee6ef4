import { dayOfMonth, monthFirst } from '../../domain/calendar/months.ts';
import { type CompanyDay, selectCompanyDay } from '../../domain/day/company-day.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectCompany } from '../companies/companies-sql.ts';
import {
  countCorrections,
  type Handover,
  selectFirstWaiting,
  selectHandovers,
  selectLastHandedOver,
} from '../payroll/handovers-sql.ts';
import { runningMonth } from '../statements/statement.ts';
import { selectMonths } from '../statements/statements-sql.ts';

/** docs/costs.md, "Handing over". */
export const PAYROLL_STATES = ['running', 'ready', 'handed-over', 'earlier'] as const;
type PayrollState = (typeof PAYROLL_STATES)[number];

export interface PayrollMonthState {
  /** YYYY-MM */
  month: string;
  state: PayrollState;
  handover: Handover | null;
  /** Charges that were booked since the handover. The files of the month after have them. */
  corrections: number;
  /** Whether it is the last that was handed over, so that the handover can be taken back. */
  isLast: boolean;
}

/** The months whose files have lines, newest first. */
export async function listPayrollMonths(sql: Sql, companyId: number): Promise<PayrollMonthState[]> {
  const day = await selectCompanyDay(sql, companyId);
  const company = await selectCompany(sql, companyId);
  if (!day || !company) throw notFound();
  const handovers = await selectHandovers(sql, companyId);
  const corrections = await countCorrections(sql, companyId);
  const last = handovers[0]?.month;
  const following = [...corrections.keys()].map((month) => monthFirst(month, 1).slice(0, 7));
  const months = new Set([...(await selectMonths(sql, companyId)), ...following]);
  return [...months]
    .filter((month) => month <= runningMonth(day.today))
    .sort()
    .reverse()
    .map((month) => {
      const handover = handovers.find((each) => each.month === month) ?? null;
      return {
        month,
        state: stateOf(month, handover, { day, last, payrollDay: company.payrollDay }),
        handover,
        corrections: corrections.get(month) ?? 0,
        isLast: month === last,
      };
    });
}

/**
 * The month that waits to be handed over, of a company that has handed over one before: others may use the files without it.
 */
export async function selectMonthToHandOver(sql: Sql, companyId: number): Promise<string | null> {
  const last = await selectLastHandedOver(sql, companyId);
  const month = last && (await selectFirstWaiting(sql, companyId, last));
  if (!month) return null;
  const day = await selectCompanyDay(sql, companyId);
  const company = await selectCompany(sql, companyId);
  if (!day || !company || month > runningMonth(day.today)) return null;
  return isReady(month, day, company.payrollDay) ? month : null;
}

interface Known {
  day: CompanyDay;
  /** The month that was handed over last. */
  last: string | undefined;
  payrollDay: number;
}

function stateOf(month: string, handover: Handover | null, { day, last, payrollDay }: Known): PayrollState {
  if (handover) return 'handed-over';
  if (last !== undefined && month < last) return 'earlier';
  return isReady(month, day, payrollDay) ? 'ready' : 'running';
}

const isReady = (month: string, { today }: CompanyDay, payrollDay: number): boolean =>
  month < runningMonth(today) || dayOfMonth(today) >= payrollDay;
