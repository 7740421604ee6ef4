import { matchesName } from '../../domain/person/matches-name-sql.ts';
import { byName } from '../../domain/person/order-sql.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import type { OfferReason } from '../subscriptions/offers-sql.ts';
import type { Proof } from '../subscriptions/proof.ts';
import { proofOf } from '../subscriptions/proof-sql.ts';

export const CONTRACT_STATES = ['pending', 'accepted', 'rejected', 'lapsed', 'withdrawn'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

export interface ListedContract {
  companyId: number;
  id: number;
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  linkVersion: number;
  reason: OfferReason;
  planType: PlanType;
  /** The start that was offered. Of an open offer: the start if it is accepted today. Of an accepted one: its first day in the latest term. */
  plannedStart: string;
  /** The monthly amount that the offer names. */
  contributionCents: number;
  /** The last day on which it can be answered. */
  answerUntil: string;
  status: ContractState;
  createdAt: Date;
  /** When its link was mailed first, when the person was reminded last, and when they first opened it. */
  mailedAt: Date | null;
  remindedAt: Date | null;
  openedAt: Date | null;
  decidedAt: Date | null;
  /** How it was answered. Null for an open offer, and for answers from before this was recorded. */
  proof: Proof | null;
}

export interface ContractFilter {
  ids?: readonly number[];
  statuses?: readonly ContractState[];
  /** In the person's name or e-mail address. */
  search?: string;
  /** Whether the person's record shows this offer. */
  ofEmployee?: number;
}

/** Lists a company's offers, newest first. */
export async function listContracts(
  sql: Sql,
  companyId: number,
  filter: ContractFilter = {},
): Promise<ListedContract[]> {
  return await sql<ListedContract[]>`${contracts(sql, companyId, filter)} ${newestFirst(sql)}`;
}

/** For exports: a company may have hundreds of thousands. In the order of the page. */
export function readContracts(
  read: ReadBatch,
  companyId: number,
  filter: ContractFilter,
): AsyncGenerator<ListedContract[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ ids: number[] }[]>`
        select array(select id from (${contracts(sql, companyId, filter)} ${byPerson(sql)}) found) as ids`;
      return found?.ids ?? [];
    },
    async (sql, ids) =>
      await sql<ListedContract[]>`${contracts(sql, companyId, { ...filter, ids })} ${byPerson(sql)}`,
  );
}

/** By name; of one person the newest first. */
export async function pageOfContracts(
  sql: Sql,
  companyId: number,
  filter: ContractFilter,
  request: PageRequest,
): Promise<Page<ListedContract>> {
  return await pageOfRows(sql, contracts(sql, companyId, filter), byPerson(sql), request);
}

const newestFirst = (sql: Sql): Fragment => sql`order by o.id desc`;
const byPerson = (sql: Sql): Fragment => sql`order by ${byName(sql)}, o.id desc`;

function contracts(sql: Sql, companyId: number, filter: ContractFilter): Fragment {
  const { ids, statuses, search, ofEmployee } = filter;
  const parts: Fragment[] = [sql`o.company_id = ${companyId}`];
  if (ids) parts.push(sql`o.id = any(${ids}::bigint[])`);
  if (statuses) parts.push(sql`s.state = any(${statuses}::text[])`);
  if (search) parts.push(matchesName(sql, 'e', search));
  if (ofEmployee !== undefined) parts.push(sql`e.id = ${ofEmployee} and e.offer_id = o.id`);
  return sql`
    select o.company_id as "companyId", o.id, e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email,
      e.link_version as "linkVersion", o.reason, o.plan_type as "planType", s.start as "plannedStart",
      (o.terms ->> 'contributionCents')::int as "contributionCents", o.answer_until as "answerUntil", s.state as status,
      o.created_at as "createdAt", p.mailed_at as "mailedAt",
      p.reminded_at as "remindedAt", p.opened_at as "openedAt", o.decided_at as "decidedAt", ${proofOf(sql)} as proof
    from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    join companies c on c.id = o.company_id
    left join contract_progress p on p.company_id = o.company_id and p.offer_id = o.id
    cross join lateral (
      select greatest(business_date(c.time_zone, c.clock_frozen_on), c.issued_through) as today
    ) d
    cross join lateral (
      select case
        -- A later offer does not undo this answer. Rejected new terms can be taken back, with the end that they caused.
        when o.status = 'rejected' and o.reason <> 'new-terms' then 'rejected'
        when o.withdrawn_at is not null then 'withdrawn'
        when o.status = 'pending' and o.answer_until < d.today then 'lapsed'
        else o.status end as state
    ) now
    cross join lateral (
      select now.state, case now.state
        when 'pending' then greatest(o.planned_start, (o.terms ->> 'plannedStart')::date, first_of_next_month(d.today))
        when 'accepted' then coalesce((
          select greatest(month, e.term_start)
          from unnest(e.signed_offers, e.signed_from) as signed (offer_id, month) where offer_id = o.id
        ), o.planned_start)
        else o.planned_start end as start
    ) s
    where ${allOf(sql, parts)}`;
}
