import type { Sql } from '../db/connect.ts';
import type { OfferReason } from '../subscriptions/offers-sql.ts';
import type { ContractStatus, PlanType } from '../subscriptions/vocabulary.ts';

export const CONTRACT_STATES = ['pending', 'accepted', 'rejected', 'withdrawn'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

export interface ListedContract {
  companyId: number;
  id: number;
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  reason: OfferReason;
  planType: PlanType;
  plannedStart: string;
  status: ContractStatus | 'withdrawn';
  createdAt: Date;
  decidedAt: Date | null;
}

/** A company's offers, the newest first. */
export async function listContracts(
  sql: Sql,
  companyId: number,
  filter: { status?: ContractState } = {},
): Promise<ListedContract[]> {
  const { status = null } = filter;
  return await sql<ListedContract[]>`
    select o.company_id as "companyId", o.id, e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email,
      o.reason, o.plan_type as "planType", o.planned_start as "plannedStart", s.state as status,
      o.created_at as "createdAt", o.decided_at as "decidedAt"
    from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    cross join lateral (select case when o.withdrawn_at is null then o.status else 'withdrawn' end as state) s
    where o.company_id = ${companyId} and (${status}::text is null or s.state = ${status})
    order by o.id desc`;
}
