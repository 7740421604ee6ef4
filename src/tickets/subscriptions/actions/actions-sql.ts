import type { CompanyDay, OpenDay } from '../../../domain/day/company-day.ts';
import type { PlanType } from '../../../domain/plans/plan-types.ts';
import { planInForce, subscriptionStatus, subsidyOf } from '../../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../../platform/db/planner.ts';
import type { Sql } from '../../../platform/db/types.ts';
import { employment, pausesFrom } from '../employment-sql.ts';
import { awaitsAnswer } from '../offer-life.ts';
import type { Subject } from './subject.ts';

export function idsOf(people: readonly { employeeId: number }[]): number[] {
  return people.map(({ employeeId }) => employeeId);
}

/** Locks people in the order of their ids, as all code does. */
export async function selectSubjectsForUpdate(
  sql: Sql,
  day: OpenDay,
  ids: readonly number[],
): Promise<Subject[]> {
  return await sql<Subject[]>`${subjects(sql, day, ids)} order by e.id for no key update of e`;
}

export async function selectSubjectForUpdate(
  sql: Sql,
  day: OpenDay,
  employeeId: number,
): Promise<Subject | undefined> {
  const [subject] = await selectSubjectsForUpdate(sql, day, [employeeId]);
  return subject;
}

/** For previews: selects many people by their ids, without locks. */
export async function selectSubjects(sql: Sql, day: CompanyDay, ids: readonly number[]): Promise<Subject[]> {
  return await sql<Subject[]>`${subjects(sql, day, ids)} order by id`;
}

function subjects(sql: Sql, day: CompanyDay, ids: readonly number[]): Fragment {
  const { companyId, today, defaultPlanType, subsidyCents } = day;
  return sql`
    select id as "employeeId", term_start as "termStart", term_end_hr as "endHr", term_end_person as "endPerson",
      term_end_contract as "endContract", following_start as "nextTermStart", term_declined_on as "declinedOn",
      ${subscriptionStatus(sql, today)} as status, ${planInForce(sql, defaultPlanType, today)} as "planType",
      ${subsidyOf(sql, sql`${subsidyCents}::int`)} as "subsidyCents",
      exists (select from contract_offers o where o.company_id = ${companyId} and o.id = e.offer_id
        and o.reason <> 'new-terms' and ${awaitsAnswer(sql, day)}) as "hasOpenOffer",
      coalesce(next_plan_from > ${today}, false)
        or exists (select from contract_offers o where o.company_id = ${companyId} and o.id = e.offer_id
          and o.reason = 'plan-change' and ${awaitsAnswer(sql, day)}) as "hasPlanAhead",
      exists (select from contract_offers o where o.company_id = ${companyId} and o.id = e.offer_id
        and o.reason = 'enrolment' and ${awaitsAnswer(sql, day)}) as "hasPendingEnrolment",
      h.start_date as "employedFrom", h.termination_date as "employedUntil",
      h.has_left as "hasLeft",
      pauses_hr @> ${today}::date or pauses_person @> ${today}::date as "isPausedToday",
      pauses_person @> ${today}::date
        or coalesce(${pausesFrom(sql, 'h', sql`${today}::date`)} @> ${today}::date, false) as "hasReasonToPause",
      exists (select from tickets t where t.company_id = ${companyId} and t.employee_id = e.id and t.voided_at is null
        and t.month = date_trunc('month', ${today}::timestamp)::date) as "hasTicket",
      pauses_person && daterange(${today}, null) as "hasPersonPause",
      pauses_hr && daterange(${today}, null) as "hasHrPause", erased_at is not null as "isErased"
    from employees e
    cross join lateral (${employment(sql, day)}) h
    where company_id = ${companyId} and id = any(${ids}::bigint[])`;
}

export async function setPersonEnds(
  sql: Sql,
  { companyId }: OpenDay,
  ends: readonly { employeeId: number; end: string | null }[],
): Promise<void> {
  if (ends.length === 0) return;
  const ids = idsOf(ends);
  await sql`
    update employees e set term_end_person = ends.day, updated_at = now()
    from unnest(${ids}::bigint[], ${ends.map(({ end }) => end)}::date[]) as ends (employee_id, day)
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = ends.employee_id and e.id = any(${ids}::bigint[])`;
}

/**
 * No roster begins a term for an employment that starts up to this day. Null: the roster decides again, after
 * `followHrFacts`.
 */
export async function setDeclined(
  sql: Sql,
  { companyId }: OpenDay,
  declined: readonly { employeeId: number; until: string | null }[],
): Promise<void> {
  if (declined.length === 0) return;
  const ids = idsOf(declined);
  await sql`
    update employees e set term_declined_on = d.until, following_start = null, updated_at = now()
    from unnest(${ids}::bigint[], ${declined.map(({ until }) => until)}::date[]) as d (employee_id, until)
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = d.employee_id and e.id = any(${ids}::bigint[])`;
}

export async function setStart(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
  start: string,
): Promise<void> {
  await sql`
    update employees set term_start = ${start}, updated_at = now()
    where company_id = ${companyId} and id = ${employeeId}`;
}

/** Ends the pause by absences of the running month. */
export async function endHrPauseToday(
  sql: Sql,
  { companyId, today }: OpenDay,
  employeeId: number,
): Promise<void> {
  await sql`
    update employees set updated_at = now(),
      pauses_hr = pauses_hr - datemultirange(daterange(${today}, first_of_next_month(${today})))
    where company_id = ${companyId} and id = ${employeeId}`;
}

export async function addPersonPauses(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
  pause: { from: string; until: string | null },
): Promise<void> {
  await sql`
    update employees set updated_at = now(),
      pauses_person = pauses_person + datemultirange(daterange(${pause.from}, ${pause.until}))
    where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[])`;
}

/** Pauses that have begun stay in the history. */
export async function removePersonPausesFrom(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
  from: string,
): Promise<void> {
  await sql`
    update employees set updated_at = now(),
      pauses_person = pauses_person * datemultirange(daterange(null, ${from}))
    where company_id = ${companyId} and id = ${employeeId}`;
}

/** The present plan stays until then. An earlier change that has taken effect becomes the present plan. */
export async function setNextPlan(
  sql: Sql,
  { companyId, today }: OpenDay,
  ids: readonly number[],
  plan: { type: PlanType; from: string },
): Promise<void> {
  await sql`
    update employees set
      plan_type = case when next_plan_from <= ${today} then next_plan_type else plan_type end,
      next_plan_type = ${plan.type}, next_plan_from = ${plan.from}, updated_at = now()
    where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[])`;
}

/** The plan in force stays, and so do the amounts signed for the months before the other plan. */
export async function removeNextPlan(
  sql: Sql,
  { companyId, today }: OpenDay,
  ids: readonly number[],
): Promise<void> {
  const earlier = sql`width_bucket(next_plan_from - 1, signed_from)`;
  await sql`
    update employees set next_plan_type = null, next_plan_from = null,
      signed_from = signed_from[:${earlier}], signed_cents = signed_cents[:${earlier}], signed_offers = signed_offers[:${earlier}], updated_at = now()
    where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[]) and next_plan_from > ${today}`;
}

export async function setPlan(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
  type: PlanType,
): Promise<void> {
  await sql`
    update employees set plan_type = ${type}, next_plan_type = null, next_plan_from = null, updated_at = now()
    where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[])`;
}

export async function setContractEnd(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
  end: string,
): Promise<void> {
  await sql`
    update employees set term_end_contract = ${end}, updated_at = now()
    where company_id = ${companyId} and id = ${employeeId}`;
}
