import assert from 'node:assert/strict';
import { selectCompanyDay } from '../../../src/domain/day/company-day.ts';
import { numberEvents } from '../../../src/domain/events/number-events.ts';
import { subscriptionStatus } from '../../../src/domain/rules/subscription-sql.ts';
import type { Pool } from '../../../src/platform/db/types.ts';

/**
 * The laws of events: the last told status of everybody is the present one, every ticket, offer and document has its event,
 * alone or counted, and the numbers are 1, 2, 3 … without gaps. For a company whose day has been opened.
 */
export async function assertAnnounced(sql: Pool, companyId: number): Promise<void> {
  await assertStatusesAnnounced(sql, companyId);
  const [made] = await sql`
    select
      (select count(*)::int from tickets where company_id = ${companyId}) as "ticket.issued",
      (select count(*)::int from tickets where company_id = ${companyId} and voided_at is not null) as "ticket.voided",
      (select count(*)::int from sync_runs where company_id = ${companyId} and status = 'succeeded') as "sync.succeeded",
      (select count(*)::int from contract_offers where company_id = ${companyId}) as "contract.offered",
      (select count(*)::int from contract_offers where company_id = ${companyId} and lapse_told_at is not null)
        as "contract.lapsed",
      (select count(*)::int from documents where company_id = ${companyId}) as "document.created"`;
  const [told] = await sql`
    select ${sql.unsafe(
      Object.keys(made ?? {})
        .map((type) => `coalesce(sum(told) filter (where type = '${type}'), 0)::int as "${type}"`)
        .join(', '),
    )}
    from (
      select type, coalesce((data ->> 'count')::int, 1) as told from events where company_id = ${companyId}
    ) each`;
  assert.deepEqual({ ...told }, { ...made });
  await numberEvents(sql, companyId);
  const [numbers] = await sql<{ events: number; first: number; last: number; counter: number }[]>`
    select count(*)::int as events, coalesce(min(number), 1) as first, coalesce(max(number), 0) as last,
      coalesce((select last_number from event_counters where company_id = ${companyId}), 0) as counter
    from events where company_id = ${companyId}`;
  const { events = 0 } = numbers ?? {};
  assert.deepEqual({ ...numbers }, { events, first: 1, last: events, counter: events });
}

export async function assertStatusesAnnounced(sql: Pool, companyId: number): Promise<void> {
  const day = await selectCompanyDay(sql, companyId);
  assert.equal(day?.announcedOn, day?.today, 'the day has been closed');
  const differing = await sql`
    with last_told as (
      select distinct on (data -> 'employeeId') (data ->> 'employeeId')::bigint as id, data ->> 'status' as status
      from events
      where company_id = ${companyId} and type = 'subscription.changed' and data ? 'employeeId'
      order by data -> 'employeeId', seq desc
    )
    select e.id, e.told_status, ${subscriptionStatus(sql, day?.today ?? '')} as status, t.status as told
    from employees e left join last_told t on t.id = e.id
    where e.company_id = ${companyId}
      and (e.told_status <> ${subscriptionStatus(sql, day?.today ?? '')} or t.status <> e.told_status)`;
  assert.deepEqual([...differing], []);
}
