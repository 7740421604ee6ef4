import type { AbsenceKind } from '../../domain/person/absence-kinds.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { Sql } from '../../platform/db/types.ts';

type EndOwner = 'hr' | 'person' | 'contract';
type PauseOwner = 'hr' | 'person';

export interface TermEnd {
  /** The first day without a ticket. */
  on: string;
  owner: EndOwner;
  /** For an end set by the HR system: `omission`, or `termination` with its day. */
  cause: string | null;
}

interface Absence {
  type: string;
  /** Null if nobody knew the type when the roster was read. */
  kind: AbsenceKind | null;
  startDate: string;
  endDate: string | null;
}

export interface TermPause {
  from: string;
  /** The first day after the pause, or null if it is open-ended. */
  until: string | null;
  owner: PauseOwner;
  /**
   * The absences that the roster now lists for these months. Empty if a person set the pause, or if the
   * roster dropped the absence.
   */
  absences: Absence[];
}

/** A plan that is accepted, or needs no contract, and takes effect on a later day. */
export interface PlanAhead {
  type: PlanType;
  from: string;
}

export async function selectPlanAhead(
  sql: Sql,
  companyId: number,
  employeeId: number,
  today: string,
): Promise<PlanAhead | null> {
  const [plan] = await sql<PlanAhead[]>`
    select next_plan_type as type, next_plan_from as from from employees
    where company_id = ${companyId} and id = ${employeeId} and next_plan_from > ${today}`;
  return plan ?? null;
}

export interface Term {
  number: number;
  start: string;
  /** It follows after a gap between two employments, and begins or is offered once the term before has ended. */
  isNext: boolean;
  ends: TermEnd[];
  pauses: TermPause[];
}

/**
 * All terms of a person, oldest first, and the one that follows after a gap. An absence is shown as the cause of a pause if it overlaps the pause,
 * is approved, and its type can pause a month.
 */
export async function selectTerms(sql: Sql, companyId: number, employeeId: number): Promise<Term[]> {
  return await sql<Term[]>`
    with terms as (
      select number, start_on, false as is_next, end_hr, end_hr_cause, end_person, end_contract, pauses_hr, pauses_person
      from past_terms where company_id = ${companyId} and employee_id = ${employeeId} and dropped_on is null
      union all
      select term_number, term_start, false, term_end_hr, term_end_hr_cause, term_end_person, term_end_contract,
        case when following_start is null then pauses_hr
          else pauses_hr * datemultirange(daterange(null, following_start)) end, pauses_person
      from employees where company_id = ${companyId} and id = ${employeeId} and term_start is not null
      union all
      select term_number + 1, following_start, true, null, null, null, null,
        pauses_hr * datemultirange(daterange(following_start, null)), '{}'
      from employees where company_id = ${companyId} and id = ${employeeId} and following_start is not null
    ), absent as (
      select item, daterange((item ->> 'startDate')::date, (item ->> 'endDate')::date, '[]') as days
      from hr_links l cross join jsonb_array_elements(l.absences) item
      where l.company_id = ${companyId} and l.employee_id = ${employeeId}
        and coalesce(item ->> 'status', 'approved') = 'approved'
        and not isempty(absence_pauses(jsonb_build_array(item || '{"endDate": null}')))
        and coalesce((item ->> 'endDate')::date >= (item ->> 'startDate')::date, true)
    )
    select t.number, t.start_on as start, t.is_next as "isNext",
      array_to_json(array(
        select json_build_object('on', e.on_day, 'owner', e.owner, 'cause', e.cause)
        from (values (t.end_hr, 'hr', t.end_hr_cause), (t.end_person, 'person', null), (t.end_contract, 'contract', null))
          as e (on_day, owner, cause)
        where e.on_day is not null
        order by e.on_day, e.owner
      )) as ends,
      array_to_json(array(
        select json_build_object('from', lower(p.months), 'until', upper(p.months), 'owner', p.owner,
          'absences', array_to_json(array(
            select json_build_object('type', a.item ->> 'type', 'kind', a.item ->> 'kind', 'startDate', a.item ->> 'startDate', 'endDate', a.item ->> 'endDate')
            from absent a where p.owner = 'hr' and a.days && p.months order by lower(a.days)
          )))
        from (
          select months, 'hr' as owner from unnest(t.pauses_hr) months
          union all
          select months, 'person' from unnest(t.pauses_person) months
        ) p
        order by lower(p.months), p.owner
      )) as pauses
    from terms t
    order by t.number`;
}

export interface IssuedTicket {
  id: number;
  month: string;
  validFrom: string;
  validUntil: string;
  issuedAt: Date;
  voidedAt: Date | null;
}

export async function selectTickets(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<IssuedTicket[]> {
  return await sql<IssuedTicket[]>`
    select id, to_char(month, 'YYYY-MM') as month, valid_from as "validFrom", valid_until as "validUntil",
      issued_at as "issuedAt", voided_at as "voidedAt"
    from tickets where company_id = ${companyId} and employee_id = ${employeeId}
    order by month, id`;
}
