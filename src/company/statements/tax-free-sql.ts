import { byName } from '../../domain/person/order-sql.ts';
import type { TaxFreeBasis } from '../../domain/plans/tax-free.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { KEY, ofKeys } from './statements-sql.ts';

/** The amounts of one person: docs/costs.md, "Tax-free amounts". */
interface TaxFreeAmounts {
  /** The employee's id, or the negative id of the charge of a person who was erased. */
  key: number;
  /** Null: the person was erased. */
  employeeId: number | null;
  firstName: string | null;
  lastName: string | null;
  personnelNumber: string | null;
  legalEntity: string | null;
  tickets: number;
  employeeCents: number;
  taxFreeCents: number;
  /** Shares of the deferred plan. */
  deferredCents: number;
  /** The numbers of the receipts, in their order. */
  receipts: number[];
}

/** A person's tickets of one month, in the list of the month in which they were booked. */
export interface TaxFreeLine extends TaxFreeAmounts {
  /** The month of the tickets (YYYY-MM). A refund can be booked later. */
  month: string;
  priceCents: number;
  discountCents: number;
  costCentre: string | null;
}

/** A person's tickets of one year. */
export interface TaxFreeYearLine extends TaxFreeAmounts {
  /** The part that was booked after the year. */
  bookedLaterCents: number;
}

interface Wanted {
  companyId: number;
  basis: TaxFreeBasis;
}

/** The keys of the people of a month's list, by name. */
export async function selectKeys(sql: Sql, companyId: number, month: string): Promise<number[]> {
  const [found] = await sql<{ keys: number[] }[]>`
    select array(
      select l.key from (
        select distinct ${sql.unsafe(KEY)} as key from charges c
        where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${bookedIn(sql, month)}
      ) l
      left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key
      order by ${byName(sql)}, abs(l.key)
    ) as keys`;
  return found?.keys ?? [];
}

/** Charges `c` booked in a month (YYYY-MM). */
const bookedIn = (sql: Sql, month: string): Fragment => sql`c.booked_in = ${`${month}-01`}::date`;

/** Charges `c` for tickets of a year. Nothing is booked before the month of its ticket, so that the index of months helps. */
function ofYear(sql: Sql, year: number): Fragment {
  const [first, last] = [`${year}-01-01`, `${year}-12-01`];
  return sql`c.month between ${first}::date and ${last}::date and c.booked_in >= ${first}::date`;
}

export async function selectTaxFreeLines(
  sql: Sql,
  month: string,
  { companyId, basis, keys }: Wanted & { keys: readonly number[] },
): Promise<TaxFreeLine[]> {
  return await sql<TaxFreeLine[]>`
    select ${person(sql)}, l.*
    from (
      select ${sql.unsafe(KEY)} as key, to_char(c.month, 'YYYY-MM') as month, c.personnel_number as "personnelNumber",
        c.cost_centre as "costCentre", c.legal_entity as "legalEntity", sum(c.price_cents)::bigint as "priceCents",
        sum(c.discount_cents)::bigint as "discountCents", ${sums(sql, basis)}
      from ${chargesWithReceipts(sql, companyId)}
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${bookedIn(sql, month)} ${ofKeys(sql, keys)}
      group by 1, c.month, c.personnel_number, c.cost_centre, c.legal_entity
    ) l
    left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key
    order by ${byName(sql)}, abs(l.key), l.month, l."personnelNumber", l."costCentre", l."legalEntity"`;
}

/** By person and legal entity: each employer certifies its own sum. The personnel number is the last one of the year. */
export async function selectTaxFreeYearLines(
  sql: Sql,
  year: number,
  { companyId, basis }: Wanted,
): Promise<TaxFreeYearLine[]> {
  return await sql<TaxFreeYearLine[]>`
    select ${person(sql)}, l.*
    from (
      select ${sql.unsafe(KEY)} as key, c.legal_entity as "legalEntity",
        (array_agg(c.personnel_number order by c.month desc, c.id desc) filter (where c.personnel_number is not null))[1]
          as "personnelNumber",
        coalesce(sum(${taxFree(sql, basis)}) filter (where c.booked_in > ${`${year}-12-01`}::date), 0)::bigint
          as "bookedLaterCents", ${sums(sql, basis)}
      from ${chargesWithReceipts(sql, companyId)}
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${ofYear(sql, year)}
      group by 1, c.legal_entity
    ) l
    left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key
    order by ${byName(sql)}, abs(l.key), l."legalEntity"`;
}

const person = (sql: Sql): Fragment =>
  sql`e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName"`;

const chargesWithReceipts = (sql: Sql, companyId: number): Fragment => sql`
  charges c left join documents d on d.company_id = ${hiddenFromPlanner(sql, companyId)} and d.charge_id = c.id`;

const sums = (sql: Sql, basis: TaxFreeBasis): Fragment => sql`
  sum(case c.kind when 'charge' then 1 else -1 end)::int as tickets, sum(c.employee_cents)::bigint as "employeeCents",
  sum(${taxFree(sql, basis)})::bigint as "taxFreeCents",
  coalesce(sum(c.employee_cents) filter (where c.plan_type = 'deferred-plan'), 0)::bigint as "deferredCents",
  coalesce(array_agg((d.receipt ->> 'number')::bigint order by (d.receipt ->> 'number')::bigint)
    filter (where d.id is not null), '{}') as receipts`;

/** The tax-free amount of the charge `c`. That of a refund is negative, and to the cent that of its charge. */
function taxFree(sql: Sql, basis: TaxFreeBasis): Fragment {
  if (basis === 'nominal') return sql`c.employer_cents`;
  return sql`(sign(c.price_cents)::int * greatest(0,
    (abs(c.price_cents - c.discount_cents) * 96 + 50) / 100 - abs(c.employee_cents)))`;
}
