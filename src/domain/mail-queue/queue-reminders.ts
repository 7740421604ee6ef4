import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { subscriptionStatus } from '../rules/subscription-sql.ts';
import { MAIL_RULES } from './kinds.ts';

/** Days after the offer, by the company's business date. */
const FIRST_AFTER_DAYS = 7;
const SECOND_AFTER_DAYS = 21;

export async function selectCompaniesThatRemind(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select id from companies
    where mail_employees and exists (select from installation where mail is not null) order by id`);
}

/**
 * Queues the reminders of offers that were mailed and are still unanswered. If both are due, because the clock was moved,
 * only the second one is queued. Nobody is reminded while the subscription is paused.
 */
export async function queueReminders(sql: Sql, companyId: number): Promise<number> {
  const { urgency, validHours } = MAIL_RULES['contract-reminder'];
  const { count } = await sql`
    insert into mails (company_id, kind, employee_id, about, urgency, expires_at)
    select o.company_id, 'contract-reminder', o.employee_id, jsonb_build_object('offerId', o.id, 'number', due.number),
      ${urgency}, now() + make_interval(hours => ${validHours})
    from (
      select business_date(c.time_zone, c.clock_frozen_on) as today from companies c
      where c.id = ${companyId} and c.mail_employees
    ) d
    join contract_offers o on o.company_id = ${companyId} and o.status = 'pending' and o.withdrawn_at is null
      and o.answer_until >= d.today and o.offered_on + ${FIRST_AFTER_DAYS}::int <= d.today
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    cross join lateral (
      select case when o.offered_on + ${SECOND_AFTER_DAYS}::int <= d.today then 2 else 1 end as number
    ) due
    join contract_progress p on p.company_id = o.company_id and p.offer_id = o.id and p.mailed_at is not null
    where not exists (
        select from mails m where m.company_id = o.company_id and m.kind = 'contract-reminder'
          and (m.about ->> 'offerId')::bigint = o.id and (m.about ->> 'number')::int between due.number and 2)
      and ${subscriptionStatus(sql, sql`d.today`)} <> 'paused'
    on conflict do nothing`;
  return count;
}
