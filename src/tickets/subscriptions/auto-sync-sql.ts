import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { contributionCents, planInForce, subsidyOf } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { HrDecision } from './hr-facts-sql.ts';

/** The effect of another default of `autoSyncEmployee` on one person. */
export const DEFAULT_EFFECTS = ['start', 'offer', 'continue', 'wait', 'pause-ends', 'pause-begins'] as const;
export type DefaultEffect = (typeof DEFAULT_EFFECTS)[number];

export interface ConcernedPerson {
  employeeId: number;
  firstName: string;
  lastName: string;
  effect: DefaultEffect;
  /** The first day on which the effect shows; null while the person waits for enrolment. */
  from: string | null;
}

/**
 * Whether the link `l` decides about autoSyncEmployee: it is the oldest present one of the person. A default that decides
 * about nobody changes nothing; following it all the same would start people who wait for another reason.
 */
const decides = (sql: Sql): Fragment => sql`
  l.id = (select min(o.id) from hr_links o where o.company_id = l.company_id and o.employee_id = l.employee_id
    and ${isPresentHrLink(sql, 'o')})`;

/** Selects the people that follow the integration's default of `autoSyncEmployee`, with their present pauses. */
export async function selectFollowers(
  sql: Sql,
  { companyId }: CompanyDay,
  integrationId: number,
): Promise<{ employeeId: number; pauses: string }[]> {
  return await sql<{ employeeId: number; pauses: string }[]>`
    select e.id as "employeeId", e.pauses_hr::text as pauses
    from hr_links l
    join employees e on e.company_id = l.company_id and e.id = l.employee_id
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)}
      and l.auto_sync is null and ${decides(sql)}
    order by e.id`;
}

/**
 * A change of autoSyncEmployee from false to true counts as first seen, here from tomorrow on: a change of a setting
 * begins nothing today. The earliest first seen of all links counts. So if the link that decides follows the default, all
 * links of the person are seen from tomorrow on.
 */
export async function setFirstSeenToTomorrow(
  sql: Sql,
  { companyId, today }: OpenDay,
  integrationId: number,
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}, followers as (
      select l.id, l.employee_id, ${decides(sql)} as decides
      from hr_links l
      where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)}
        and l.auto_sync is null
    )
    update hr_links l set first_seen_on = ${today}::date + 1
    from followers f
    where l.company_id = ${companyId} and l.employee_id = f.employee_id and ${isPresentHrLink(sql)}
      and (l.id = f.id or f.decides)`;
}

/** Selects the effect on each person, after the decisions were carried out. People without an effect are left out. */
export async function selectDefaultEffects(
  sql: Sql,
  { companyId, today }: CompanyDay,
  decisions: readonly HrDecision[],
  pausesBefore: ReadonlyMap<number, string>,
): Promise<ConcernedPerson[]> {
  const ids = decisions.map(({ employeeId }) => employeeId);
  const actions = decisions.map(({ action }) => action);
  const starts = decisions.map(({ start }) => start);
  const pauses = ids.map((id) => pausesBefore.get(id) ?? '{}');
  return await sql<ConcernedPerson[]>`
    select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", named.effect,
      case named.effect
        when 'start' then e.term_start
        when 'offer' then greatest(d.start_on, first_of_next_month(${today}))
        when 'continue' then first_of_next_month(${today})
        when 'pause-ends' then lower(d.pauses - e.pauses_hr)
        when 'pause-begins' then lower(e.pauses_hr - d.pauses)
      end as "from"
    from unnest(${ids}::bigint[], ${actions}::text[], ${starts}::date[], ${pauses}::text[]::datemultirange[])
      as d (employee_id, action, start_on, pauses)
    join employees e on e.company_id = ${companyId} and e.id = d.employee_id
    cross join lateral (
      select case
        when d.action in ('start', 'offer') then d.action
        when d.action = 'reopen' then 'continue'
        when d.action = 'wait' then 'wait'
        when d.action = 'adjust' and not isempty(d.pauses - e.pauses_hr) then 'pause-ends'
        when d.action = 'adjust' and not isempty(e.pauses_hr - d.pauses) then 'pause-begins'
      end as effect
    ) named
    where named.effect is not null
    order by e.last_name, e.first_name, e.id`;
}

export interface MonthlyCents {
  employer: number;
  employees: number;
}

/** The cost of these people's first tickets by what they have signed; negative for people whose pause begins. */
export async function selectMonthlyCents(
  sql: Sql,
  { companyId, defaultPlanType }: CompanyDay,
  people: readonly ConcernedPerson[],
): Promise<MonthlyCents> {
  const dated = people.filter(({ from }) => from !== null);
  const [cents] = await sql<MonthlyCents[]>`
    with priced as (
      select d.sign, price.cents as price, ${subsidyOf(sql, sql`c.subsidy_cents`)} as subsidy_cents, ${planInForce(sql, defaultPlanType, sql`d.month`)} as plan,
        ${contributionCents(sql, {
          month: sql`d.month`,
          priceCents: sql`price.cents`,
          subsidyCents: sql`c.subsidy_cents`,
          defaultPlanType,
        })} as paid
      from unnest(${dated.map(({ employeeId }) => employeeId)}::bigint[], ${dated.map(({ from }) => from)}::date[],
        ${dated.map(({ effect }) => (effect === 'pause-begins' ? -1 : 1))}::int[]) as d (employee_id, month, sign)
      join employees e on e.company_id = ${companyId} and e.id = d.employee_id
      join companies c on c.id = ${companyId}
      cross join lateral (select ticket_price_cents(d.month) as cents) price
    )
    select coalesce(sum(sign * (price - ticket_discount_cents(plan, price, subsidy_cents) - paid)), 0)::int as employer,
      coalesce(sum(sign * paid), 0)::int as employees
    from priced`;
  if (!cents) throw new Error('an aggregate gave no row');
  return cents;
}
