import type { EventType } from '../../domain/events/event-types.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { DisabledReason, WebhookState } from './webhook-types.ts';

/** An endpoint as it is shown. Its secrets are in no record. */
export interface WebhookRecord {
  id: number;
  companyId: number;
  url: string;
  /** Null: every type. */
  eventTypes: EventType[] | null;
  state: WebhookState;
  disabledBecause: DisabledReason | null;
  disabledAt: Date | null;
  failingSince: Date | null;
  failedAttempts: number;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  /** Until when requests are signed with the older secret too. */
  olderSecretUntil: Date | null;
  /** Events that wait, of any type; at most `MAX_COUNTED` are counted. */
  waiting: number;
  createdAt: Date;
}

export const MAX_COUNTED = 1_000;

const STATE = `case
  when w.switched_off_at is not null then 'off'
  when w.disabled_at is not null then 'disabled'
  when w.failed_attempts > 0 then 'failing'
  else 'active' end`;

const WANTED = '(w.event_types is null or e.type = any(w.event_types))';

const record = (sql: Sql): Fragment => sql`
  w.id, w.company_id as "companyId", w.url, w.event_types as "eventTypes", ${state(sql)} as state,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.failing_since as "failingSince",
  w.failed_attempts as "failedAttempts", w.next_attempt_at as "nextAttemptAt", w.delivered_at as "deliveredAt",
  (select max(s.expires_at) from webhook_secrets s
    where s.company_id = w.company_id and s.endpoint_id = w.id and s.expires_at > now()) as "olderSecretUntil",
  (select count(*) from (select from events e
    where e.company_id = w.company_id and e.number > w.last_number and ${wanted(sql)}
    limit ${sql.unsafe(String(MAX_COUNTED))}) waiting) as waiting,
  w.created_at as "createdAt"`;

export async function selectWebhooks(sql: Sql, companyId: number): Promise<WebhookRecord[]> {
  return await sql<WebhookRecord[]>`
    select ${record(sql)} from webhook_endpoints w where w.company_id = ${companyId} order by w.id`;
}

export interface DisabledWebhook {
  id: number;
  url: string;
  disabledAt: Date;
  disabledBecause: DisabledReason;
}

/** Endpoints that the service has disabled and that are still disabled. */
export async function selectDisabled(sql: Sql, companyId: number): Promise<DisabledWebhook[]> {
  return await sql<DisabledWebhook[]>`
    select w.id, w.url, w.disabled_at as "disabledAt", w.disabled_because as "disabledBecause" from webhook_endpoints w
    where w.company_id = ${companyId} and w.disabled_at is not null and w.switched_off_at is null
    order by w.disabled_at desc, w.id`;
}

export async function selectWebhook(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<WebhookRecord | undefined> {
  const [webhook] = await sql<WebhookRecord[]>`
    select ${record(sql)} from webhook_endpoints w where w.company_id = ${companyId} and w.id = ${id}`;
  return webhook;
}

/** Locks the endpoint against other changes of its settings. */
export async function lockWebhook(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<WebhookRecord | undefined> {
  await sql`select from webhook_endpoints where company_id = ${companyId} and id = ${id} for update`;
  return await selectWebhook(sql, companyId, id);
}

export async function selectCompanyOfWebhook(sql: Sql, id: number): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id as "companyId" from webhook_endpoints where id = ${id}`;
  return row?.companyId;
}

/** Lets creations of one company take turns, so that together they respect the limit. */
export async function lockCreation(sql: Sql, companyId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('transit webhooks ' || ${companyId}::bigint, 0))`;
  const [row] = await sql<{ count: number }[]>`
    select count(*) from webhook_endpoints where company_id = ${companyId}`;
  return row?.count ?? 0;
}

export async function insertWebhook(
  sql: Sql,
  companyId: number,
  endpoint: { url: string; eventTypes: readonly EventType[] | null; lastNumber: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into webhook_endpoints (company_id, url, event_types, last_number)
    values (${companyId}, ${endpoint.url}, ${endpoint.eventTypes && [...endpoint.eventTypes]}, ${endpoint.lastNumber})
    returning id`;
  if (!row) throw new Error('insert into webhook_endpoints returned nothing');
  return row.id;
}

interface Change {
  url: string;
  eventTypes: readonly EventType[] | null;
  power: 'on' | 'off' | 'as it is';
  /** Begins a new period of attempts. */
  isFresh: boolean;
  /** Sends the next event now, without the rest of a pause. */
  isDue: boolean;
  lastNumber: number | null;
}

export async function updateWebhook(sql: Sql, companyId: number, id: number, change: Change): Promise<void> {
  const { url, eventTypes, power, isFresh, isDue, lastNumber } = change;
  const isOn = power === 'on';
  const switchedOff = {
    on: null,
    off: sql`coalesce(switched_off_at, now())`,
    'as it is': sql`switched_off_at`,
  }[power];
  await sql`
    update webhook_endpoints set url = ${url}, event_types = ${eventTypes && [...eventTypes]},
      switched_off_at = ${switchedOff},
      disabled_at = case when not ${isOn} then disabled_at end,
      disabled_because = case when not ${isOn} then disabled_because end,
      failed_attempts = case when ${isFresh} then 0 else failed_attempts end,
      failing_since = case when ${isFresh} then null else failing_since end,
      next_attempt_at = case when ${isFresh || isDue} then null else next_attempt_at end,
      is_slow = is_slow or ${isFresh},
      last_number = coalesce(${lastNumber}::bigint, last_number),
      updated_at = clock_timestamp()
    where company_id = ${companyId} and id = ${id}`;
}

/** A sender that is at work sees the new time, and begins its next turn with the new secret. */
export async function touchWebhook(sql: Sql, companyId: number, id: number): Promise<void> {
  await sql`
    update webhook_endpoints set updated_at = clock_timestamp() where company_id = ${companyId} and id = ${id}`;
}

export async function deleteWebhookRow(sql: Sql, companyId: number, id: number): Promise<void> {
  await sql`delete from webhook_endpoints where company_id = ${companyId} and id = ${id}`;
}

export async function insertReplay(
  sql: Sql,
  companyId: number,
  replay: { endpointId: number; from: number; through: number },
): Promise<void> {
  await sql`
    insert into webhook_replays (company_id, endpoint_id, next_number, through_number)
    values (${companyId}, ${replay.endpointId}, ${replay.from}, ${replay.through})`;
}

export async function countReplays(sql: Sql, companyId: number, endpointId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from webhook_replays where company_id = ${companyId} and endpoint_id = ${endpointId}`;
  return row?.count ?? 0;
}

export async function deleteReplays(sql: Sql, companyId: number, endpointId: number): Promise<void> {
  await sql`delete from webhook_replays where company_id = ${companyId} and endpoint_id = ${endpointId}`;
}

/** How many stored events the range has that the endpoint wants. */
export async function countWanted(
  sql: Sql,
  companyId: number,
  range: { endpointId: number; from: number; through: number },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from events e join webhook_endpoints w on w.company_id = e.company_id
    where e.company_id = ${companyId} and w.id = ${range.endpointId}
      and e.number between ${range.from} and ${range.through} and ${wanted(sql)}`;
  return row?.count ?? 0;
}

/** Whether endpoint `w` wants event `e`. */
export const wanted = (sql: Sql): Fragment => sql.unsafe(WANTED);
/** The state of endpoint `w`. */
export const state = (sql: Sql): Fragment => sql.unsafe(STATE);
