import { dayOfMonth, monthFirst } from '../../domain/calendar/months.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';

/** Companies whose running month is ready for payroll, where nobody has been notified. */
export async function selectCompaniesWithReadyMonth(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select id from companies
    where payroll_told_month is distinct from issued_through
      and business_date(time_zone, clock_frozen_on) >= issued_through + payroll_day - 1
      and business_date(time_zone, clock_frozen_on) < first_of_next_month(issued_through)
      and exists (select from installation where mail is not null)
    order by id`);
}

/** Mails once that the running month is ready for payroll, unless it has no tickets or was handed over already. */
export async function announceReadyMonth(
  tx: Transaction,
  companyId: number,
): Promise<{ month: string } | undefined> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const month = await markReadyMonth(tx, day);
    if (month === null) return undefined;
    await mailUsers(tx, companyId, 'month-ready', { month: Number(month.replace('-', '')) });
    return { month };
  });
}

/** Null if there is nothing to announce, or it has been announced. */
async function markReadyMonth(tx: Transaction, { companyId, today }: OpenDay): Promise<string | null> {
  const month = monthFirst(today);
  const marked = await tx`
    update companies set payroll_told_month = ${month}
    where id = ${companyId} and payroll_told_month is distinct from ${month}::date and payroll_day <= ${dayOfMonth(today)}`;
  if (marked.count === 0) return null;
  const [found] = await tx<{ month: string }[]>`
    select to_char(c.booked_in, 'YYYY-MM') as month from charges c
    where c.company_id = ${companyId} and c.booked_in = ${month}::date
      and not exists (select from handovers h where h.company_id = ${companyId} and h.month = ${month}::date)
    limit 1`;
  return found?.month ?? null;
}
