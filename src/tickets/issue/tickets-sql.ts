import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { emitted } from '../../domain/events/emit.ts';
import { mailed } from '../../domain/mail-queue/mailed.ts';
import { isEntitled } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import { hiddenFromPlanner, MANY, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { insertCharges, isCharged } from '../charges/charges-sql.ts';
import { ticketIdInSql } from './ticket-id.ts';

interface Issue {
  month: string;
  judgedOn: string;
  validFrom: string;
  employeeIds?: readonly number[];
}

/**
 * Issues the month's ticket to all people who are entitled on `judgedOn` and have had none for that month,
 * void tickets included, and freezes what it costs. Two statements for any number of people, each hardly more than a
 * plain INSERT … SELECT.
 */
export async function insertTickets(sql: Sql, day: OpenDay, issue: Issue): Promise<number> {
  const { month, validFrom, employeeIds } = issue;
  const { companyId } = day;
  const many = !employeeIds || employeeIds.length > MANY;
  // The planner has no statistics on a month's tickets while they are inserted: 100,000 took more than 30 s
  // instead of 2.
  return await withoutNestedLoops(sql, many, async () => {
    // Before the tickets, so that both statements select the same people; the company's lock keeps them unchanged.
    await insertCharges(sql, day, issue, isDue(sql, day, issue));
    const [issued] = await sql<{ count: number }[]>`
      with issued as (
        insert into tickets (company_id, employee_id, month, valid_from, valid_until)
        select ${companyId}, e.id, ${month}, ${validFrom}, first_of_next_month(${month}) - 1
        from employees e
        where ${isDue(sql, day, issue)}
        returning id, employee_id
      ), ${emittedTickets(sql, day, 'ticket.issued', month, 'issued')}, ${mailed(sql, companyId, 'ticket', 'issued')}
      select rows as count from emitted_count`;
    const count = issued?.count ?? 0;
    await countIssued(sql, day, count);
    return count;
  });
}

/** Emits events for the tickets of this part of the statement. */
function emittedTickets(
  sql: Sql,
  { companyId }: CompanyDay,
  type: 'ticket.issued' | 'ticket.voided',
  month: string,
  of: string,
): Fragment {
  const shared = sql`'month', ${month.slice(0, 7)}::text`;
  return emitted(sql, companyId, type, {
    of,
    each: sql`'employeeId', r.employee_id, 'ticketId', ${ticketIdInSql(sql, sql`r.id`)}, ${shared}`,
    all: shared,
  });
}

async function countIssued(sql: Sql, { companyId }: OpenDay, count: number): Promise<void> {
  if (count === 0) return;
  await sql`update companies set tickets_issued = tickets_issued + ${count} where id = ${companyId}`;
}

function isDue(sql: Sql, { companyId }: CompanyDay, { month, judgedOn, employeeIds }: Issue): Fragment {
  const who = employeeIds
    ? sql`e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${employeeIds}::bigint[])`
    : sql`e.company_id = ${companyId}`;
  return sql`
    ${who}
    and ${isEntitled(sql, judgedOn)}
    and not exists (
      select from tickets t where t.company_id = e.company_id and t.employee_id = e.id and t.month = ${month}
    )`;
}

/**
 * With the month, another price may begin, offers may have lapsed and terms may have ended. So it is followed like a
 * change of prices.
 */
export async function markIssued(sql: Sql, { companyId }: OpenDay, month: string): Promise<void> {
  await sql`update companies set issued_through = ${month}, prices_followed = -1 where id = ${companyId}`;
}

export async function voidTickets(
  sql: Sql,
  day: OpenDay,
  month: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ employeeId: number }[]>`
    with voided as (
      update tickets set voided_at = now()
      where company_id = ${hiddenFromPlanner(sql, day.companyId)} and employee_id = any(${ids}::bigint[]) and month = ${month}
        and voided_at is null
      returning id, employee_id
    ), ${emittedTickets(sql, day, 'ticket.voided', month, 'voided')}
    select employee_id as "employeeId" from voided`;
  return rows.map(({ employeeId }) => employeeId);
}

/**
 * Inserts the month's ticket under a new id for people whose ticket of that month is void. It takes over the charge
 * of the void one, unless that has been refunded.
 */
export async function insertReplacements(
  sql: Sql,
  day: OpenDay,
  replacement: { month: string; validFrom: string },
  ids: readonly number[],
): Promise<void> {
  const { companyId } = day;
  const condition = sql`
    e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${ids}::bigint[])
    and not ${isCharged(sql, replacement.month)}`;
  await insertCharges(sql, day, replacement, condition);
  await sql`
    with replaced as (
      insert into tickets (company_id, employee_id, month, valid_from, valid_until)
      select ${companyId}, id, ${replacement.month}, ${replacement.validFrom},
        first_of_next_month(${replacement.month}) - 1
      from unnest(${ids}::bigint[]) id
      returning id, employee_id
    ), ${emittedTickets(sql, day, 'ticket.issued', replacement.month, 'replaced')},
    ${mailed(sql, companyId, 'ticket', 'replaced')}
    select`;
  await countIssued(sql, day, ids.length);
}

/** Figures for operators: tickets issued so far in all companies. */
export async function countTicketsIssued(sql: Sql): Promise<number> {
  const [sum] = await sql<{ tickets: number }[]>`
    select coalesce(sum(tickets_issued), 0)::bigint as tickets from companies`;
  return sum?.tickets ?? 0;
}

/** Selects companies with a new business date that has not been announced, or whose month has not been issued. */
export async function selectCompaniesDue(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select id from companies
    where issued_through is null
      or issued_through < date_trunc('month', business_date(time_zone, clock_frozen_on)::timestamp)::date
      or statuses_told_on is distinct from greatest(business_date(time_zone, clock_frozen_on), issued_through)
    order by id`);
}
