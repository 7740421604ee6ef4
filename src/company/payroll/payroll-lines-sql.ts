import { monthFirst } from '../../domain/calendar/months.ts';
import { byName } from '../../domain/person/order-sql.ts';
import type { TaxFreeBasis } from '../../domain/plans/tax-free.ts';
import { lacksPersonnelNumber } from '../../domain/rules/personnel-numbers-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { KEY, ofKeys } from '../statements/statements-sql.ts';

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
  /** Shares of the deferred plan, which payroll withholds. */
  deferredCents: number;
  /** The numbers of the receipts, in their order. */
  receipts: number[];
}

/** A person's tickets of one month, in the payroll files of the same or a later month. */
export interface PayrollLine extends TaxFreeAmounts {
  /** The month of the tickets (YYYY-MM). A refund can be booked later. */
  month: string;
  /** Whether they were booked after their month had been handed over. */
  isCorrection: boolean;
  priceCents: number;
  discountCents: number;
  costCentre: string | null;
}

/** A person's tickets of one year. */
export interface TaxFreeYearLine extends TaxFreeAmounts {
  /** The part that was booked after the year, or after its December had been handed over. */
  bookedLaterCents: number;
}

/** Which lines of the files of a month. */
export interface PayrollLines {
  companyId: number;
  /** YYYY-MM */
  month: string;
  /** Whether names are those of the handover, instead of those of now. */
  isFrozen: boolean;
}

/**
 * Whether the charge `c` is in the payroll files of this month (YYYY-MM): it was booked in it, or in the month before after that had
 * been handed over. So each charge is in the files of exactly one month.
 */
export function isInFileOf(sql: Sql, month: string): Fragment {
  const [before, own] = [monthFirst(month, -1), monthFirst(month)];
  return sql`c.booked_in = any(${[before, own]}::date[]) and (c.corrects_month is null) = (c.booked_in = ${own}::date)`;
}

/** The keys of the people of a month's files, by name. */
export async function selectKeys(
  sql: Sql,
  of: PayrollLines,
  { withheldOnly = false }: { withheldOnly?: boolean } = {},
): Promise<number[]> {
  const withheld = withheldOnly ? sql`and c.plan_type = 'deferred-plan'` : sql``;
  const [found] = await sql<{ keys: number[] }[]>`
    select array(
      select l.key from (
        select ${sql.unsafe(KEY)} as key ${frozenName(sql, of)} from charges c
        where c.company_id = ${hiddenFromPlanner(sql, of.companyId)} and ${isInFileOf(sql, of.month)} ${withheld}
        group by 1
      ) l
      ${personOf(sql, of)}
      order by ${byName(sql)}, abs(l.key)
    ) as keys`;
  return found?.keys ?? [];
}

export async function selectPayrollLines(
  sql: Sql,
  of: PayrollLines,
  { basis, keys }: { basis: TaxFreeBasis; keys?: readonly number[] },
): Promise<PayrollLine[]> {
  const { companyId, month } = of;
  return await sql<PayrollLine[]>`
    select ${person(sql)}, ${sql.unsafe(LINE)}
    from (
      select ${sql.unsafe(KEY)} as key, to_char(c.month, 'YYYY-MM') as month, c.corrects_month is not null as "isCorrection",
        c.personnel_number as "personnelNumber", c.cost_centre as "costCentre", c.legal_entity as "legalEntity",
        sum(c.price_cents)::bigint as "priceCents", sum(c.discount_cents)::bigint as "discountCents", ${sums(sql, basis)}
        ${frozenName(sql, of)}
      from ${chargesWithReceipts(sql, companyId)}
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${isInFileOf(sql, month)} ${ofKeys(sql, keys)}
      group by 1, c.month, 3, c.personnel_number, c.cost_centre, c.legal_entity
    ) l
    ${personOf(sql, of)}
    order by ${byName(sql)}, abs(l.key), l.month, l."isCorrection", l."personnelNumber", l."costCentre", l."legalEntity"`;
}

const LINE = `l.key, l.month, l."isCorrection", l."personnelNumber", l."costCentre", l."legalEntity", l."priceCents",
  l."discountCents", l.tickets, l."employeeCents", l."taxFreeCents", l."deferredCents", l.receipts`;

/** By person and legal entity: each employer certifies its own sum. The personnel number is the last one of the year. */
export async function selectTaxFreeYearLines(
  sql: Sql,
  year: number,
  { companyId, basis }: { companyId: number; basis: TaxFreeBasis },
): Promise<TaxFreeYearLine[]> {
  const december = `${year}-12-01`;
  return await sql<TaxFreeYearLine[]>`
    select ${person(sql)}, l.*
    from (
      select ${sql.unsafe(KEY)} as key, c.legal_entity as "legalEntity",
        (array_agg(c.personnel_number order by c.month desc, c.id desc) filter (where c.personnel_number is not null))[1]
          as "personnelNumber",
        coalesce(sum(${taxFree(sql, basis)})
          filter (where c.booked_in > ${december}::date or c.corrects_month = ${december}::date), 0)::bigint
          as "bookedLaterCents", ${sums(sql, basis)}
      from ${chargesWithReceipts(sql, companyId)}
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${ofYear(sql, year)}
      group by 1, c.legal_entity
    ) l
    left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key
    order by ${byName(sql)}, abs(l.key), l."legalEntity"`;
}

/** Charges `c` for tickets of a year. Nothing is booked before the month of its ticket, so that the index of months helps. */
function ofYear(sql: Sql, year: number): Fragment {
  const [first, last] = [`${year}-01-01`, `${year}-12-01`];
  return sql`c.month between ${first}::date and ${last}::date and c.booked_in >= ${first}::date`;
}

export interface Unnumbered {
  lines: number;
  /** The first of them, by name. */
  people: Pick<PayrollLine, 'employeeId' | 'firstName' | 'lastName'>[];
}

const MAX_NAMED = 10;

/** The lines of the payroll file without a personnel number: payroll cannot book them. */
export async function selectUnnumbered(sql: Sql, of: PayrollLines): Promise<Unnumbered> {
  const { companyId, month, isFrozen } = of;
  const lacking = isFrozen ? sql`true` : lacksPersonnelNumber(sql);
  const rows = await sql<(Unnumbered['people'][number] & { lines: number })[]>`
    select ${person(sql)}, (count(*) over ())::int as lines
    from (
      select ${sql.unsafe(KEY)} as key ${frozenName(sql, of)} from charges c
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and ${isInFileOf(sql, month)}
        and c.plan_type = 'deferred-plan' and c.personnel_number is null
      group by 1, c.month, c.corrects_month, c.cost_centre, c.legal_entity
      having sum(c.employee_cents) <> 0
    ) l
    ${personOf(sql, of)}
    where ${lacking}
    order by ${byName(sql)}, abs(l.key) limit ${MAX_NAMED}`;
  return { lines: rows[0]?.lines ?? 0, people: rows.map(({ lines: _, ...named }) => named) };
}

const person = (sql: Sql): Fragment =>
  sql`e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName"`;

/** All charges of a person in the files of a month were frozen together, with one name. */
const frozenName = (sql: Sql, { isFrozen }: PayrollLines): Fragment =>
  isFrozen ? sql`, min(c.first_name) as first_name, min(c.last_name) as last_name` : sql``;

/** The person `e` of the line `l`. */
function personOf(sql: Sql, { companyId, isFrozen }: PayrollLines): Fragment {
  return isFrozen
    ? sql`cross join lateral (select nullif(greatest(l.key, 0), 0) as id, l.first_name, l.last_name) e`
    : sql`left join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = l.key`;
}

/** With the handover `h` of the ticket's month, if there is one. */
const chargesWithReceipts = (sql: Sql, companyId: number): Fragment => sql`
  charges c
  left join documents d on d.company_id = ${hiddenFromPlanner(sql, companyId)} and d.charge_id = c.id
  left join handovers h on h.company_id = ${hiddenFromPlanner(sql, companyId)} and h.month = c.month`;

const sums = (sql: Sql, basis: TaxFreeBasis): Fragment => sql`
  sum(case c.kind when 'charge' then 1 else -1 end)::int as tickets, sum(c.employee_cents)::bigint as "employeeCents",
  sum(${taxFree(sql, basis)})::bigint as "taxFreeCents",
  coalesce(sum(c.employee_cents) filter (where c.plan_type = 'deferred-plan'), 0)::bigint as "deferredCents",
  coalesce(array_agg((d.receipt ->> 'number')::bigint order by (d.receipt ->> 'number')::bigint)
    filter (where d.id is not null), '{}') as receipts`;

/**
 * The tax-free amount of the charge `c`. That of a refund is negative, and to the cent that of its charge: the basis with which the
 * month of the ticket was handed over counts for both.
 */
function taxFree(sql: Sql, basis: TaxFreeBasis): Fragment {
  return sql`(case coalesce(h.tax_free_basis, ${basis}::text) when 'nominal' then c.employer_cents
    else sign(c.price_cents)::int * greatest(0,
      (abs(c.price_cents - c.discount_cents) * 96 + 50) / 100 - abs(c.employee_cents)) end)`;
}
