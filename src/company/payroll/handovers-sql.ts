import { type Actor, nameOf } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { personnelNumber } from '../../domain/rules/personnel-numbers-sql.ts';
import { hiddenFromPlanner, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { isInFileOf } from './payroll-lines-sql.ts';
import type { PayrollFormat, PayrollSettings } from './payroll-settings.ts';

/** What the lines of payroll files add up to. */
export interface LineSums {
  people: number;
  tickets: number;
  withheldCents: number;
  /** Of the year of the month. */
  taxFreeCents: number;
  /** Tax-free amounts that correct an earlier year. */
  earlierYearCents: number;
}

/** A month that was handed over to payroll: docs/costs.md, "Handing over". */
export interface Handover {
  /** YYYY-MM */
  month: string;
  handedOverAt: Date;
  by: { type: Actor['type']; id: number | null; name: string | null };
  settings: PayrollSettings;
  /** The SHA-256 of each file, in hexadecimal digits. Files that could not be written are missing. */
  digests: Partial<Record<PayrollFormat, string>>;
  /** Of the files as they were handed over. Null: it was not kept yet. */
  figures: LineSums | null;
}

/** For the audit log. */
export const listed = (digests: Handover['digests']): string[] =>
  Object.entries(digests).map(([format, digest]) => `${format}: ${digest}`);

const HANDOVER = `to_char(h.month, 'YYYY-MM') as month, h.handed_over_at as "handedOverAt",
  json_build_object('type', h.actor_type, 'id', h.actor_id, 'name', h.actor_name) as by, h.settings, h.digests,
  h.figures`;

/** Newest first: twelve a year. */
export async function selectHandovers(sql: Sql, companyId: number): Promise<Handover[]> {
  return await sql<Handover[]>`
    select ${sql.unsafe(HANDOVER)} from handovers h where h.company_id = ${companyId} order by h.month desc`;
}

export async function selectHandover(
  sql: Sql,
  companyId: number,
  month: string,
): Promise<Handover | undefined> {
  const [handover] = await sql<Handover[]>`
    select ${sql.unsafe(HANDOVER)} from handovers h where h.company_id = ${companyId} and h.month = ${`${month}-01`}`;
  return handover;
}

/** The month that was handed over last (YYYY-MM). */
export async function selectLastHandedOver(sql: Sql, companyId: number): Promise<string | null> {
  const [last] = await sql<{ month: string | null }[]>`
    select to_char(max(month), 'YYYY-MM') as month from handovers where company_id = ${companyId}`;
  return last?.month ?? null;
}

/** The first month after the one handed over last (YYYY-MM) whose files have lines. */
export async function selectFirstWaiting(sql: Sql, companyId: number, last: string): Promise<string | null> {
  const first = `${last}-01`;
  const [waiting] = await sql<{ month: string | null }[]>`
    select to_char(least(
      (select first_of_next_month(c.booked_in) from charges c
       where c.company_id = ${companyId} and c.corrects_month = ${first} limit 1),
      (select min(c.booked_in) from charges c where c.company_id = ${companyId} and c.booked_in > ${first})
    ), 'YYYY-MM') as month`;
  return waiting?.month ?? null;
}

/** How many charges correct each month that was handed over. */
export async function countCorrections(sql: Sql, companyId: number): Promise<Map<string, number>> {
  const rows = await sql<{ month: string; charges: number }[]>`
    select to_char(c.corrects_month, 'YYYY-MM') as month, count(*)::int as charges from charges c
    where c.company_id = ${companyId} and c.corrects_month is not null group by c.corrects_month`;
  return new Map(rows.map(({ month, charges }) => [month, charges]));
}

export async function insertHandover(
  sql: Sql,
  { companyId }: OpenDay,
  actor: Actor,
  { month, settings, digests, figures }: Pick<Handover, 'month' | 'settings' | 'digests' | 'figures'>,
): Promise<void> {
  await sql`
    insert into handovers (company_id, month, actor_type, actor_id, actor_name, settings, digests, figures)
    select ${companyId}, ${`${month}-01`}::date, ${actor.type}, ${actor.id ?? null}::bigint, ${nameOf(sql, companyId, actor)},
      ${sql.json({ ...settings } as never)}, ${sql.json(digests)}, ${sql.json({ ...figures })}`;
}

/**
 * Freezes the names and the missing personnel numbers of the charges in a month's files, so that a later marriage or another number
 * does not change the files.
 */
export async function freezePeople(sql: Sql, { companyId }: OpenDay, month: string): Promise<void> {
  const company = hiddenFromPlanner(sql, companyId);
  await withoutNestedLoops(
    sql,
    true,
    () => sql`
      update charges c set first_name = e.first_name, last_name = e.last_name,
        personnel_number = case when c.personnel_number is null then (${personnelNumber(sql)}) else c.personnel_number end
      from employees e
      where c.company_id = ${company} and ${isInFileOf(sql, month)} and e.company_id = ${company} and e.id = c.employee_id`,
  );
}

/** What was booked since is a part of the month again. */
export async function deleteHandover(sql: Sql, { companyId }: OpenDay, month: string): Promise<void> {
  const first = `${month}-01`;
  await sql`
    update charges set corrects_month = null
    where company_id = ${companyId} and booked_in = ${first} and corrects_month = ${first}`;
  await sql`delete from handovers where company_id = ${companyId} and month = ${first}`;
}
