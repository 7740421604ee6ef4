import type { Sql } from '../../platform/db/types.ts';

/** Notes that a mail with the link of an offer was sent. The first one counts as mailed, the latest reminder as reminded. */
export async function noteContractMailed(
  sql: Sql,
  companyId: number,
  offerId: number,
  kind: 'contract-offered' | 'contract-reminder',
): Promise<void> {
  const isReminder = kind === 'contract-reminder';
  await sql`
    insert into contract_progress as p (company_id, offer_id, employee_id, mailed_at, reminded_at)
    select o.company_id, o.id, o.employee_id, case when not ${isReminder} then now() end, case when ${isReminder} then now() end
    from contract_offers o where o.company_id = ${companyId} and o.id = ${offerId}
    on conflict (company_id, offer_id) do update set mailed_at = coalesce(p.mailed_at, excluded.mailed_at),
      reminded_at = coalesce(excluded.reminded_at, p.reminded_at)`;
}

/** Notes that the person was shown these offers, after proving the date of birth. The first time counts. */
export async function noteContractsOpened(
  sql: Sql,
  companyId: number,
  offerIds: readonly number[],
): Promise<void> {
  if (offerIds.length === 0) return;
  await sql`
    insert into contract_progress as p (company_id, offer_id, employee_id, opened_at)
    select o.company_id, o.id, o.employee_id, now()
    from contract_offers o where o.company_id = ${companyId} and o.id = any(${offerIds}::bigint[]) order by o.id
    on conflict (company_id, offer_id) do update set opened_at = excluded.opened_at where p.opened_at is null`;
}
