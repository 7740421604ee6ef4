import { TEXTS } from '../../../texts/catalogue.ts';
import { languageOf } from '../../../texts/language.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { emitted } from '../../domain/events/emit.ts';
import { mailed } from '../../domain/mail-queue/mailed.ts';
import { groupName } from '../../domain/rules/groups-sql.ts';
import { payrollFacts } from '../../domain/rules/personnel-numbers-sql.ts';
import {
  contributionCents,
  planInForce,
  signedOffer,
  subsidyOf,
} from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

interface TicketMonth {
  month: string;
  /** The first day of validity, which the receipts show. */
  validFrom: string;
}

/**
 * Freezes the cost of a month's ticket for the people of `condition`, which is about the employee `e`, and a numbered
 * receipt for each of them who pays a share. One statement for any number of people.
 */
export async function insertCharges(
  sql: Sql,
  day: OpenDay,
  { month, validFrom }: TicketMonth,
  condition: Fragment,
): Promise<void> {
  const { companyId, defaultPlanType } = day;
  const name = TEXTS[languageOf(day.locale)].documentTitles.receipt;
  const prices = sql`
    select subsidy_cents, ticket_price_cents(${month}::date) as price_cents,
      ${handedOver(sql, companyId, month)} as corrects_month
    from companies where id = ${companyId}`;
  await sql`
    with amounts as materialized (${prices}), charged as (
      insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents,
        employer_cents, employee_cents, beyond_subsidy_cents, offer_id, personnel_number, cost_centre, legal_entity, group_name,
        corrects_month)
      select ${companyId}, s.id, ${month}, ${month}, s.plan, s.price_cents, d.cents,
        s.price_cents - d.cents - s.employee_cents, s.employee_cents, ${beyondSubsidy(sql)},
        case when s.plan <> 'fully-subsidized-plan' then s.offer_id end,
        s.facts ->> 'personnelNumber', s.facts ->> 'costCentre', s.facts ->> 'legalEntity', s.group_name,
        s.corrects_month
      from (
        select e.id, ${payrollFacts(sql)} as facts, ${groupName(sql)} as group_name, c.price_cents, c.corrects_month, ${subsidyOf(sql, sql`c.subsidy_cents`)} as subsidy_cents, ${planInForce(sql, defaultPlanType, month)} as plan,
          ${signedOffer(sql, month)} as offer_id,
          ${contributionCents(sql, {
            month,
            priceCents: sql`c.price_cents`,
            subsidyCents: sql`c.subsidy_cents`,
            defaultPlanType,
          })} as employee_cents
        from employees e
        cross join amounts c
        where ${condition} offset 0
      ) s
      cross join lateral (select ticket_discount_cents(s.plan, s.price_cents, s.subsidy_cents) as cents) d
      returning id, employee_id, employee_cents, personnel_number
    ), paying as materialized (
      select nextval('documents_id_seq') as id, c.* from (
        select id as charge_id, employee_id, personnel_number, row_number() over (order by employee_id) as place
        from charged where employee_cents > 0 order by employee_id
      ) c
    ), numbered as (
      update companies set last_receipt_number = last_receipt_number + (select count(*) from paying)
      where id = ${companyId} and exists (select from paying)
      returning last_receipt_number - (select count(*) from paying) as before
    ), receipts as (
      insert into documents (company_id, id, employee_id, kind, name, file_type, downloadable, charge_id, receipt)
      overriding system value
      select ${companyId}::bigint, p.id, p.employee_id, 'receipt', ${name}::text || to_char(${month}::date, ' YYYY-MM'), 'pdf', true,
        p.charge_id, jsonb_build_object(
          'number', n.before + p.place, 'firstName', e.first_name, 'lastName', e.last_name,
          'locale', c.locale, 'validFrom', ${validFrom}::date, 'validUntil', first_of_next_month(${month}) - 1)
          || ${receiptFacts(sql)}
      from paying p
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id
      join companies c on c.id = ${companyId}
      cross join numbered n
      order by p.place
    ), ${emittedReceipts(sql, companyId, 'paying')}
    select`;
}

/**
 * The part of the employer's share that is above the subsidy, for the share `s` with the discount `d`. It is more than 0
 * while the signed amount is below the current one.
 */
function beyondSubsidy(sql: Sql): Fragment {
  return sql`case
    when s.plan = 'fully-subsidized-plan' then 0
    else greatest(0, s.price_cents - d.cents - s.employee_cents - s.subsidy_cents)
  end`;
}

/** The data of the company `c` and of the charge `p` on a receipt. It is stored with the receipt, which never changes. */
function receiptFacts(sql: Sql): Fragment {
  return sql`jsonb_strip_nulls(jsonb_build_object(
    'companyName', coalesce(c.legal_name, c.name), 'address', c.address, 'taxNumber', c.tax_number,
    'personnelNumber', p.personnel_number))`;
}

/** The month if it was handed over to payroll, else null. Then the file of the month after has the charge, as a correction. */
function handedOver(sql: Sql, companyId: number, month: string): Fragment {
  return sql`(select h.month from handovers h where h.company_id = ${companyId} and h.month = ${month})`;
}

/** Emits events for the receipts that this part of the statement inserts. */
function emittedReceipts(sql: Sql, companyId: number, of: string): Fragment {
  const kind = sql`'kind', 'receipt'::text`;
  return emitted(sql, companyId, 'document.created', {
    of,
    each: sql`'employeeId', r.employee_id, 'documentId', r.id, ${kind}`,
    all: kind,
  });
}

/** Whether the employee `e` has a charge of the month that is not reversed. A ticket issued again takes it over. */
export function isCharged(sql: Sql, month: string): Fragment {
  return sql`exists (
    select from charges s
    where s.company_id = e.company_id and s.employee_id = e.id and s.month = ${month}
      and s.kind = 'charge' and not s.reversed
  )`;
}

export interface Refund {
  employerCents: number;
  employeeCents: number;
}

/**
 * Reverses the standing charge of the running month, if there is one. If the employee has paid a share, freezes a receipt
 * of the refund and mails it: no ticket comes with it, whose mail would name it.
 */
export async function reverseCharge(
  sql: Sql,
  { companyId, locale }: OpenDay,
  employeeId: number,
  month: string,
): Promise<Refund | null> {
  const name = TEXTS[languageOf(locale)].documentTitles.refund;
  const [reversed] = await sql<{ id: number }[]>`
    update charges set reversed = true
    where company_id = ${companyId} and employee_id = ${employeeId} and month = ${month}
      and kind = 'charge' and not reversed
    returning id`;
  if (!reversed) return null;
  const [corrected] = await sql<{ month: string | null }[]>`
    select ${handedOver(sql, companyId, month)} as month`;
  const [reversal] = await sql<(Refund & { id: number })[]>`
    insert into charges (company_id, employee_id, kind, month, booked_in, plan_type, price_cents, discount_cents,
      employer_cents, employee_cents, beyond_subsidy_cents, offer_id, reverses, personnel_number, cost_centre, legal_entity,
      group_name, corrects_month)
    select ${companyId}, employee_id, 'reversal', month, ${month}, plan_type, -price_cents, -discount_cents,
      -employer_cents, -employee_cents, -beyond_subsidy_cents, offer_id, id, personnel_number, cost_centre, legal_entity,
      group_name, ${corrected?.month ?? null}
    from charges where company_id = ${companyId} and id = ${reversed.id}
    returning id, -employer_cents as "employerCents", -employee_cents as "employeeCents"`;
  if (!reversal) throw new Error('insert into charges returned nothing');
  const [numbered] = await sql<{ number: number }[]>`
    update companies set last_receipt_number = last_receipt_number + 1
    where id = ${companyId} and exists (
      select from documents where company_id = ${companyId} and charge_id = ${reversed.id})
    returning last_receipt_number as number`;
  const { id: chargeId, ...refund } = reversal;
  if (!numbered) return refund;
  await sql`
    with written as (
      insert into documents (company_id, employee_id, kind, name, file_type, downloadable, charge_id, receipt)
      select ${companyId}, ${employeeId}, 'receipt', ${name}::text || to_char(${month}::date, ' YYYY-MM'), 'pdf', true,
        ${chargeId}, receipt || jsonb_build_object('number', ${numbered.number}::bigint)
      from documents where company_id = ${companyId} and charge_id = ${reversed.id}
      returning id, employee_id
    ), ${emittedReceipts(sql, companyId, 'written')}, ${mailed(sql, companyId, 'receipt', 'written')}
    select`;
  return refund;
}
