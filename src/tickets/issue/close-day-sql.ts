import type { OpenDay } from '../../domain/day/company-day.ts';
import { emitted } from '../../domain/events/emit.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * Does two things in one statement, because every transaction that opens the day ends with it:
 *
 * - Announces statuses: emits events for people whose status differs from the last announced one, and sets their `updated_at`.
 *   Every statement that changes a subscription sets `updated_at` to the time of its transaction, which identifies the changed
 *   people.
 * - Notes that passes may differ: wallet passes are compared with what they should show (docs/decisions/0035-passes-are-compared.md).
 *
 * `told_status` is the last announced status. Until 0.4: nodes of 0.2.0 write it, `statuses_told_on` and `lapse_told_at` by these
 * names. Then `told` becomes `announced` in all three.
 */
export async function announceStatusesAndNotePasses(
  sql: Sql,
  { companyId, today }: OpenDay,
  who: 'everybody' | 'changed',
): Promise<void> {
  const company = hiddenFromPlanner(sql, companyId);
  const compared =
    who === 'changed'
      ? sql`e.company_id = ${company} and e.updated_at = now()`
      : sql`e.company_id = ${companyId}`;
  const changes = emitted(sql, companyId, 'subscription.changed', {
    of: 'before',
    each: sql`'employeeId', r.id, 'status', r.status, 'previousStatus', r.told_status`,
  });
  await sql`
    with passes_may_differ as (
      update companies set pass_facts = pass_facts + 1 where id = ${companyId}
    ), before as materialized (
      select e.id, e.told_status, ${subscriptionStatus(sql, today)} as status
      from employees e
      where ${compared} and e.told_status <> ${subscriptionStatus(sql, today)}
    ), changed as (
      update employees e set told_status = b.status, updated_at = now()
      from before b where e.company_id = ${company} and e.id = b.id
    ), ${changes}
    select`;
}

/**
 * Emits events for offers that have lapsed since the last announced day, sets `updated_at` of their people, and marks the day as
 * announced.
 */
export async function finishDay(sql: Sql, { companyId, today }: OpenDay): Promise<void> {
  const lapses = emitted(sql, companyId, 'contract.lapsed', {
    of: 'lapsed',
    each: sql`'employeeId', r.employee_id, 'contractId', r.id, 'reason', r.reason`,
  });
  await sql`
    with lapsed as (
      update contract_offers o set lapse_told_at = now()
      where o.company_id = ${companyId} and o.status = 'pending' and o.withdrawn_at is null
        and o.answer_until < ${today}::date and o.lapse_told_at is null
      returning o.id, o.employee_id, o.reason
    ), touched as (
      update employees e set updated_at = now()
      from lapsed l where e.company_id = ${companyId} and e.id = l.employee_id
    ), finished as (
      update companies set statuses_told_on = ${today} where id = ${companyId}
    ), ${lapses}
    select`;
}
