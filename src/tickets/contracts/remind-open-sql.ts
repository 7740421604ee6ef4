import { MAIL_RULES } from '../../domain/mail-queue/kinds.ts';
import { undeliverable } from '../../domain/mail-queue/undeliverable-sql.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { awaitsAnswer } from '../subscriptions/offer-life.ts';

/**
 * What becomes of the open offers if HR reminds of all of them:
 *
 * | the offer | |
 * |---|---|
 * | a mail with its link was sent in the last 24 hours, or waits to be sent | `recent`: left out |
 * | the mail server refuses the person's address | `undeliverable`: left out |
 * | the subscription is paused | `paused`: left out, as by the reminders that the service sends itself |
 * | its link was mailed | `remind`: a reminder |
 * | its link was never mailed | `offer`: the mail with the offer |
 */
export const REMINDER_OUTCOMES = ['remind', 'offer', 'recent', 'undeliverable', 'paused'] as const;
export type ReminderOutcome = (typeof REMINDER_OUTCOMES)[number];

/** Reminders by hand are numbered from here on. The service's own are the first and the second. */
const FIRST_NUMBER_BY_HAND = 3;

export async function selectReminderCounts(
  sql: Sql,
  companyId: number,
): Promise<{ outcome: ReminderOutcome; people: number }[]> {
  return await sql<{ outcome: ReminderOutcome; people: number }[]>`
    select outcome, count(*)::int as people from (${judged(sql, companyId)}) j group by outcome`;
}

/** Two admins who press the button together: the second one finds the mails of the first. */
export async function lockReminders(tx: Transaction, companyId: number): Promise<void> {
  await tx`select from companies where id = ${companyId} for no key update`;
}

export async function insertReminders(tx: Transaction, companyId: number): Promise<void> {
  const { urgency, validHours } = MAIL_RULES['contract-reminder'];
  await tx`
    insert into mails (company_id, kind, employee_id, about, urgency, expires_at)
    select ${companyId}, case j.outcome when 'remind' then 'contract-reminder' else 'contract-offered' end, j.employee_id,
      case j.outcome when 'remind' then jsonb_build_object('offerId', j.id, 'number', greatest(${FIRST_NUMBER_BY_HAND}, (
          select max((m.about ->> 'number')::int) + 1 from mails m
          where m.company_id = ${companyId} and m.kind = 'contract-reminder' and (m.about ->> 'offerId')::bigint = j.id)))
        else jsonb_build_object('offerId', j.id) end,
      ${urgency}, now() + make_interval(hours => ${validHours})
    from (${judged(tx, companyId)}) j where j.outcome in ('remind', 'offer')`;
}

export async function sendsMail(sql: Sql): Promise<boolean> {
  return (await sql`select from installation where mail is not null`).length > 0;
}

export async function mailsEmployees(sql: Sql, companyId: number): Promise<boolean> {
  return (await sql`select from companies where id = ${companyId} and mail_employees`).length > 0;
}

/** The open offers, each with its outcome. */
function judged(sql: Sql, companyId: number): Fragment {
  return sql`
    select o.id, o.employee_id, case
        when greatest(p.mailed_at, p.reminded_at) > now() - interval '24 hours' or exists (
          select from mails m
          where m.company_id = ${companyId} and m.employee_id = o.employee_id and m.state in ('queued', 'sending')
            and m.kind in ('contract-offered', 'contract-reminder')) then 'recent'
        when u.employee_id is not null then 'undeliverable'
        when ${subscriptionStatus(sql, sql`d.today`)} = 'paused' then 'paused'
        when p.mailed_at is null then 'offer'
        else 'remind' end as outcome
    from (
      select business_date(c.time_zone, c.clock_frozen_on) as today from companies c where c.id = ${companyId}
    ) d
    join contract_offers o on o.company_id = ${companyId}
    join employees e on e.company_id = ${companyId} and e.id = o.employee_id
    left join contract_progress p on p.company_id = ${companyId} and p.offer_id = o.id
    left join (${undeliverable(sql, companyId)}) u on u.employee_id = o.employee_id
    where ${awaitsAnswer(sql, { today: sql`d.today` })}`;
}
