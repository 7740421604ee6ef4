import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import {
  planInForce,
  signedCents,
  subscriptionStatus,
  subsidyOf,
} from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { awaitsAnswer } from './offer-life.ts';
import type { OfferReason } from './offers-sql.ts';

/** A person whose signed amount is or will be below the current one, or who has not accepted new terms. */
export interface Standing {
  employeeId: number;
  /** The first month in which the current amount is above the signed one, and the plan of that month. */
  rise: { month: string; planType: PlanType } | null;
  /** Whether new terms with that amount have been offered: they are open, lapsed or rejected. */
  isOffered: boolean;
  /** Whether new terms are rejected that cost at most the current amount of their month. */
  isRejected: boolean;
  /** Whether HR or a person ends the term by that month. */
  endsBefore: boolean;
  openOffer: OfferReason | null;
}

/**
 * Compares signed and current amounts, of everybody or of these people (docs/lifecycle.md, "When amounts change"). The
 * settings are read from the company's row: the transaction may have changed them since it opened the day.
 */
export async function selectStandings(
  sql: Sql,
  day: CompanyDay,
  ids?: readonly number[],
): Promise<Standing[]> {
  const { companyId, today } = day;
  const earliest = sql`greatest(first_of_next_month(${today}), e.term_start)`;
  return await sql<Standing[]>`
    with months as materialized (
      select month, cents, lead(month) over (order by month) as until
      from (
        select first_of_next_month(${today}) as month, ticket_price_cents(first_of_next_month(${today})) as cents
        union all
        select valid_from, cents from ticket_prices where valid_from > first_of_next_month(${today})
      ) priced
    ), company as materialized (
      select default_plan_type, subsidy_cents from companies where id = ${companyId}
    ), unaccepted as materialized (
      select o.id, o.employee_id, o.reason, o.status, o.planned_start, (o.terms ->> 'contributionCents')::int as cents,
        ${awaitsAnswer(sql, day)} as is_open
      from contract_offers o
      where o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${among(sql, 'o.employee_id', ids)}
        and o.status <> 'accepted' and o.withdrawn_at is null
    ), terms as materialized (
      select distinct on (employee_id) * from unaccepted where reason = 'new-terms' order by employee_id, id desc
    ), open as materialized (
      select distinct on (employee_id) * from unaccepted where is_open order by employee_id, id desc
    )
    select e.id as "employeeId",
      case when rise.month is not null
        then json_build_object('month', rise.month, 'planType', rise.plan) end as rise,
      coalesce(terms.cents = rise.cents and (terms.planned_start = rise.month
        or (rise.month = ${earliest} and terms.planned_start < rise.month)), false) as "isOffered",
      coalesce(terms.status = 'rejected' and terms.cents <= employee_contribution_cents(
        ${planInForce(sql, sql`c.default_plan_type`, sql`refused.month`)}, ticket_price_cents(refused.month),
        ${subsidyOf(sql, sql`c.subsidy_cents`)}), false) as "isRejected",
      coalesce(least(e.term_end_hr, e.term_end_person) <= rise.month, false) as "endsBefore",
      open.reason as "openOffer"
    from employees e
    cross join company c
    left join terms on terms.employee_id = e.id
    cross join lateral (select greatest(terms.planned_start, ${earliest}) as month) refused
    left join open on open.employee_id = e.id
    left join lateral (
      select first.month, p.plan, amount.cents
      from months m
      cross join lateral (select greatest(m.month, ${earliest}) as month) first
      cross join lateral (select ${planInForce(sql, sql`c.default_plan_type`, sql`first.month`)} as plan) p
      cross join lateral (select employee_contribution_cents(p.plan, m.cents, ${subsidyOf(sql, sql`c.subsidy_cents`)}) as cents) amount
      where coalesce(m.until > ${earliest}, true) and p.plan <> 'fully-subsidized-plan'
        and amount.cents > ${signedCents(sql, sql`first.month`)}
      order by first.month limit 1
    ) rise on true
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and ${among(sql, 'e.id', ids)}
      and cardinality(e.signed_from) > 0
      and ${subscriptionStatus(sql, today)} not in ('no-subscription', 'cancelled')
      and (rise.month is not null or terms.id is not null or e.term_end_contract is not null)
    order by e.id`;
}

export interface OutdatedOffer {
  employeeId: number;
  reason: OfferReason;
  planType: PlanType;
  plannedStart: string;
}

/** Open enrolments and changes of plan whose amounts differ from those of an offer made now. */
export async function selectOutdatedOffers(
  sql: Sql,
  day: OpenDay,
  ids?: readonly number[],
): Promise<OutdatedOffer[]> {
  const { companyId, today } = day;
  return await sql<OutdatedOffer[]>`
    select o.employee_id as "employeeId", o.reason, o.plan_type as "planType", start.day as "plannedStart"
    from contract_offers o
    join companies c on c.id = o.company_id
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    cross join lateral (select ${subsidyOf(sql, sql`c.subsidy_cents`)} as cents) subsidy
    cross join lateral (select greatest(o.planned_start, first_of_next_month(${today})) as day) start
    cross join lateral (select ticket_price_cents(start.day) as cents) price
    where o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${among(sql, 'o.employee_id', ids)}
      and o.reason <> 'new-terms' and ${awaitsAnswer(sql, day)}
      and ((o.terms ->> 'priceCents')::int, (o.terms ->> 'subsidyCents')::int, (o.terms ->> 'contributionCents')::int)
        is distinct from
        (price.cents, subsidy.cents, employee_contribution_cents(o.plan_type, price.cents, subsidy.cents))
    order by o.employee_id`;
}

function among(sql: Sql, column: string, ids: readonly number[] | undefined): Fragment {
  return ids ? sql`${sql.unsafe(column)} = any(${ids}::bigint[])` : sql`true`;
}

/** Adds the amount of an accepted offer. It replaces amounts that would count from the same month or later. */
export async function addSignedAmount(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
  signed: { from: string; cents: number; offerId: number },
): Promise<void> {
  const earlier = sql`width_bucket(${signed.from}::date - 1, signed_from)`;
  await sql`
    update employees set
      signed_from = signed_from[1:${earlier}] || ${signed.from}::date,
      signed_cents = signed_cents[1:${earlier}] || ${signed.cents}::int,
      signed_offers = signed_offers[1:${earlier}] || ${signed.offerId}::bigint,
      updated_at = now()
    where company_id = ${companyId} and id = ${employeeId}`;
}
