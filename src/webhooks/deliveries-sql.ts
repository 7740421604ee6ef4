import { allOf, type Fragment } from '../db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../db/pages.ts';
import type { Sql } from '../db/types.ts';
import type { DeliveryKind, DeliveryOutcome, DeliveryProblem } from './vocabulary.ts';

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
 * The select for an insert of deliveries, for as many rows as the statement's part `mine` has. They go as one JSON value,
 * because their number differs from time to time and the statement must not.
 */
export function deliveriesToInsert(sql: Sql, endpointId: number, deliveries: readonly Delivery[]): Fragment {
  return sql`
    insert into webhook_deliveries (company_id, endpoint_id, kind, message_id, event_number, event_type, attempt, outcome,
      status, problem, body, answer, took_ms)
    select mine.company_id, ${endpointId}, d.kind, d."messageId", d."eventNumber", d."eventType", d.attempt, d.outcome,
      d.status, d.problem, d.body, d.answer, d."tookMs"
    from mine, jsonb_to_recordset(${sql.json(deliveries as never)}) as d (kind text, "messageId" text, "eventNumber" bigint,
      "eventType" text, attempt int, outcome text, status smallint, problem text, body text, answer text, "tookMs" int)
    returning id, at`;
}

export async function insertDelivery(
  sql: Sql,
  companyId: number,
  endpointId: number,
  delivery: Delivery,
): Promise<StoredDelivery | undefined> {
  const [row] = await sql<{ id: number; at: Date }[]>`
    with mine as (
      select company_id from webhook_endpoints where company_id = ${companyId} and id = ${endpointId} for key share
    ) ${deliveriesToInsert(sql, endpointId, [delivery])}`;
  return row && { ...delivery, ...row };
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
