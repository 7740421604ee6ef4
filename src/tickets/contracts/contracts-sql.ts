import type { Sql } from '../../platform/db/types.ts';

/** The state of a person's subscription, as far as the contract page shows it. */
export interface Standing {
  today: string;
  timeZone: string;
  linkVersion: number;
  /** The first day under the accepted offer, if it lies ahead. */
  beginsOn: string | null;
  /** The offer that has replaced it. */
  replacedBy: number | null;
}

/** Returns nothing for an erased person: there is no text left to show. */
export async function selectStanding(
  sql: Sql,
  companyId: number,
  offerId: number,
): Promise<Standing | undefined> {
  const [standing] = await sql<Standing[]>`
    select d.today, c.time_zone as "timeZone", e.link_version as "linkVersion",
      case
        when e.offer_id is distinct from o.id or o.status <> 'accepted' then null
        when o.reason = 'enrolment' and e.term_start > d.today then e.term_start
        when o.reason = 'plan-change' and e.next_plan_from > d.today then e.next_plan_from
        when o.reason = 'new-terms' and e.signed_from[cardinality(e.signed_from)] > d.today
          then e.signed_from[cardinality(e.signed_from)]
      end as "beginsOn",
      (
        with recursive later as (
          select o.replaced_by as id
          union all
          select r.replaced_by from later
          join contract_offers r on r.company_id = ${companyId} and r.id = later.id
        )
        select r.id from later join contract_offers r on r.company_id = ${companyId} and r.id = later.id
        where r.withdrawn_at is null
      ) as "replacedBy"
    from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    join companies c on c.id = o.company_id
    cross join lateral (select business_date(c.time_zone, c.clock_frozen_on) as today) d
    where o.company_id = ${companyId} and o.id = ${offerId} and e.erased_at is null`;
  return standing;
}

/** Newest first. */
export async function selectShownOffers(sql: Sql, companyId: number, employeeId: number): Promise<number[]> {
  const offers = await sql<{ id: number }[]>`
    select o.id from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.employee_id = ${employeeId} and o.withdrawn_at is null
      and (o.status <> 'accepted' or o.id = e.offer_id)
    order by o.id desc`;
  return offers.map(({ id }) => id);
}
