import { hasLeft } from '../../domain/rules/has-left-sql.ts';
import { hasOpenConflict } from '../../domain/rules/open-conflict-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { awaitsAnswer } from '../../tickets/subscriptions/offer-life.ts';
import type { RequestAnsweredFacts } from './templates/request-answered.ts';

/** The recipient at the moment of sending. */
export interface EmployeeToMail {
  email: string;
  firstName: string;
  lastName: string;
  companyName: string;
  locale: string;
  today: string;
  /** Whether the company mails its employees. */
  isMailed: boolean;
  isErased: boolean;
  linkVersion: number;
  /** docs/lifecycle.md, "Has left". */
  hasLeft: boolean;
  hasConflict: boolean;
  hasOptedOut: boolean;
}

export async function selectEmployeeToMail(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<EmployeeToMail | undefined> {
  const [employee] = await sql<EmployeeToMail[]>`
    select e.email, e.first_name as "firstName", e.last_name as "lastName", c.name as "companyName", c.locale, d.today,
      c.mail_employees as "isMailed", e.erased_at is not null as "isErased", e.link_version as "linkVersion",
      ${hasLeft(sql, sql`d.today`)} as "hasLeft",
      ${hasOpenConflict(sql)} as "hasConflict",
      exists (
        select from mail_opt_outs o where o.company_id = e.company_id and o.employee_id = e.id) as "hasOptedOut"
    from employees e
    join companies c on c.id = ${companyId}
    cross join lateral (select business_date(c.time_zone, c.clock_frozen_on) as today) d
    where e.company_id = ${companyId} and e.id = ${employeeId}`;
  return employee;
}

/** The last day to answer the contract that waits for the person's answer; null if none waits. */
export async function selectLastDayToAnswer(
  sql: Sql,
  companyId: number,
  employeeId: number,
  today: string,
): Promise<string | null> {
  const [offer] = await sql<{ answerUntil: string }[]>`
    select o.answer_until as "answerUntil" from contract_offers o
    where o.company_id = ${companyId} and o.employee_id = ${employeeId} and ${awaitsAnswer(sql, { today })}
    order by o.id desc limit 1`;
  return offer?.answerUntil ?? null;
}

export interface TicketToMail {
  id: number;
  month: string;
  validFrom: string;
  validUntil: string;
  isValid: boolean;
  contributionCents: number;
  /** Null if the person pays nothing, or an admin has withheld the receipt. */
  receiptNumber: number | null;
  /** Whether the person was mailed a ticket for this month before. */
  isRepeat: boolean;
}

export async function selectTicketToMail(
  sql: Sql,
  companyId: number,
  ticketId: number,
  { mailId, today }: { mailId: number; today: string },
): Promise<TicketToMail | undefined> {
  const [ticket] = await sql<TicketToMail[]>`
    select t.id, t.month, t.valid_from as "validFrom", t.valid_until as "validUntil",
      t.voided_at is null and t.valid_until >= ${today} as "isValid",
      coalesce(s.employee_cents, 0) as "contributionCents", (d.receipt ->> 'number')::bigint as "receiptNumber",
      exists (
        select from mails m
        join tickets earlier on earlier.company_id = m.company_id and earlier.id = (m.about ->> 'ticketId')::bigint
        where m.company_id = t.company_id and m.employee_id = t.employee_id and m.kind = 'ticket'
          and m.id < ${mailId} and ${wasMailed(sql)} and earlier.month = t.month) as "isRepeat"
    from tickets t
    left join charges s on s.company_id = t.company_id and s.employee_id = t.employee_id and s.month = t.month
      and s.kind = 'charge' and not s.reversed
    left join documents d on d.company_id = s.company_id and d.charge_id = s.id and d.downloadable
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
  return ticket;
}

export interface RefundToMail {
  number: number;
  month: string;
  refundCents: number;
  /** Whether the person was mailed a refund of this month before. */
  isRepeat: boolean;
}

/** Undefined if an admin has withheld the receipt. */
export async function selectRefundToMail(
  sql: Sql,
  companyId: number,
  documentId: number,
  mailId: number,
): Promise<RefundToMail | undefined> {
  const [refund] = await sql<RefundToMail[]>`
    select (d.receipt ->> 'number')::bigint as number, s.month, -s.employee_cents as "refundCents",
      exists (
        select from mails m
        join documents o on o.company_id = m.company_id and o.id = (m.about ->> 'documentId')::bigint
        join charges earlier on earlier.company_id = o.company_id and earlier.id = o.charge_id
        where m.company_id = d.company_id and m.employee_id = d.employee_id and m.kind = 'receipt'
          and m.id < ${mailId} and ${wasMailed(sql)} and earlier.month = s.month) as "isRepeat"
    from documents d
    join charges s on s.company_id = d.company_id and s.id = d.charge_id and s.kind = 'reversal'
    where d.company_id = ${companyId} and d.id = ${documentId} and d.downloadable`;
  return refund;
}

/** Whether the person was mailed another offer of the same month before. */
export async function hasEarlierOffer(
  sql: Sql,
  companyId: number,
  offerId: number,
  mailId: number,
): Promise<boolean> {
  const found = await sql`
    select from contract_offers o
    join mails m on m.company_id = o.company_id and m.employee_id = o.employee_id
      and m.kind = 'contract-offered' and m.id < ${mailId} and ${wasMailed(sql)}
    join contract_offers earlier on earlier.company_id = m.company_id and earlier.id = (m.about ->> 'offerId')::bigint
    where o.company_id = ${companyId} and o.id = ${offerId}
      and date_trunc('month', earlier.offered_on) = date_trunc('month', o.offered_on)
    limit 1`;
  return found.length > 0;
}

/** Whether another mail with the link to the person's page waits to be sent. */
export async function hasLaterPageLink(
  sql: Sql,
  companyId: number,
  employeeId: number,
  mailId: number,
): Promise<boolean> {
  const found = await sql`
    select from mails m
    where m.company_id = ${companyId} and m.employee_id = ${employeeId} and m.kind = 'page-link' and m.id > ${mailId}
      and m.state in ('queued', 'sending') limit 1`;
  return found.length > 0;
}

export type AnsweredRequest = Pick<
  RequestAnsweredFacts,
  | 'action'
  | 'planType'
  | 'askedOn'
  | 'isApproved'
  | 'effectiveOn'
  | 'untilOn'
  | 'contributionCents'
  | 'offered'
  | 'dropped'
  | 'isLater'
  | 'answer'
>;

export async function selectAnsweredRequest(
  sql: Sql,
  companyId: number,
  requestId: number,
): Promise<AnsweredRequest | undefined> {
  const [request] = await sql<AnsweredRequest[]>`
    select r.action, r.plan_type as "planType", r.asked_on as "askedOn", r.status = 'approved' as "isApproved",
      coalesce(r.decided_on, r.effective_on) as "effectiveOn", (r.until_month + interval '1 month')::date as "untilOn",
      coalesce(r.decided_cents, r.contribution_cents) as "contributionCents",
      exists (
        select from contract_offers o
        where o.company_id = ${companyId} and o.id = e.offer_id and o.status = 'pending') as offered,
      r.action = 'cancel' and e.term_end_person is distinct from coalesce(r.decided_on, r.effective_on) as dropped,
      r.decided_on is not null and r.decided_on > r.effective_on as "isLater", r.answer
    from employee_requests r
    join employees e on e.company_id = ${companyId} and e.id = r.employee_id
    where r.company_id = ${companyId} and r.id = ${requestId} and r.status in ('approved', 'refused')`;
  return request;
}

const wasMailed = (sql: Sql): Fragment => sql`m.state in ('sent', 'kept')`;
