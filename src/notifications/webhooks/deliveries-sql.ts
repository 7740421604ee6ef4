import { allOf, type Fragment } from '../../platform/db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import type { DeliveryKind, DeliveryOutcome, DeliveryProblem } from './webhook-types.ts';

/** One request. */
export interface Delivery {
  kind: DeliveryKind;
  messageId: string;
  /** Null for a test. */
  eventNumber: number | null;
  eventType: string;
  /** 1 for the first attempt. */
  attempt: number;
  outcome: DeliveryOutcome;
  status: number | null;
  problem: DeliveryProblem | null;
  body: string;
  answer: string | null;
  tookMs: number;
}

export interface StoredDelivery extends Delivery {
  id: number;
  at: Date;
}

/**
 * The insert of deliveries. They go as one JSON value, because their number differs from time to time and the statement must
 * not. `from` may name a part of the statement: without a row there, nothing is inserted.
 */
export function insertedDeliveries(
  sql: Sql,
  companyId: Fragment,
  endpointId: number,
  deliveries: readonly Delivery[],
  from: Fragment = sql``,
): Fragment {
  return sql`
    insert into webhook_deliveries (company_id, endpoint_id, kind, message_id, event_number, event_type, attempt, outcome,
      status, problem, body, answer, took_ms)
    select ${companyId}, ${endpointId}, d.kind, d."messageId", d."eventNumber", d."eventType", d.attempt, d.outcome,
      d.status, d.problem, d.body, d.answer, d."tookMs"
    from ${from} jsonb_to_recordset(${sql.json(deliveries as never)}) as d (kind text, "messageId" text, "eventNumber" bigint,
      "eventType" text, attempt int, outcome text, status smallint, problem text, body text, answer text, "tookMs" int)`;
}

/** For a transaction that has locked the endpoint. */
export async function insertDeliveries(
  tx: Transaction,
  companyId: number,
  endpointId: number,
  deliveries: readonly Delivery[],
): Promise<{ id: number; at: Date }[]> {
  return await tx<{ id: number; at: Date }[]>`
    ${insertedDeliveries(tx, tx`${companyId}::bigint`, endpointId, deliveries)} returning id, at`;
}

/** Returns nothing if the endpoint was deleted. */
export async function insertDelivery(
  sql: Pool,
  companyId: number,
  endpointId: number,
  delivery: Delivery,
): Promise<StoredDelivery | undefined> {
  return await sql.begin(async (tx) => {
    const endpoint = await tx`
      select from webhook_endpoints where company_id = ${companyId} and id = ${endpointId} for key share`;
    if (endpoint.length === 0) return undefined;
    const [row] = await insertDeliveries(tx, companyId, endpointId, [delivery]);
    return row && { ...delivery, ...row };
  });
}

export async function listDeliveries(
  sql: Sql,
  companyId: number,
  endpointId: number,
  filter: { outcomes?: readonly DeliveryOutcome[] | undefined; eventNumber?: number | undefined },
  page: PageRequest,
): Promise<Page<StoredDelivery>> {
  const parts = [sql`company_id = ${companyId} and endpoint_id = ${endpointId}`];
  if (filter.outcomes) parts.push(sql`outcome = any(${[...filter.outcomes]})`);
  if (filter.eventNumber) parts.push(sql`event_number = ${filter.eventNumber}`);
  const rows = sql`
    select id, at, kind, message_id as "messageId", event_number as "eventNumber", event_type as "eventType", attempt,
      outcome, status, problem, body, answer, took_ms as "tookMs"
    from webhook_deliveries where ${allOf(sql, parts)}`;
  return await pageOfRows<StoredDelivery>(sql, rows, sql`order by id desc`, page);
}
