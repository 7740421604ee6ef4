import type { Event } from '../../domain/events/event-types.ts';
import {
  type Claim,
  type ClaimTable,
  claimRows,
  endOfClaim,
  isFree,
  ownsClaim,
} from '../../platform/claims/claims.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import { type Delivery, insertDeliveries, insertedDeliveries } from './deliveries-sql.ts';
import { GIVE_UP_DAYS } from './retries.ts';
import type { DisabledReason } from './webhook-types.ts';
import { wanted } from './webhooks-sql.ts';

/** The time of a claim is longer than a request may take. Each note renews it. */
export const ENDPOINTS: ClaimTable = {
  table: 'webhook_endpoints',
  token: 'claim',
  until: 'claimed_until',
  seconds: 30,
};

/** Companies with endpoints that have something to send. Slow endpoints and others are looked for separately. */
export async function findCompaniesToServe(sql: Pool, isSlow: boolean): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from webhook_endpoints w
    where w.is_slow = ${isSlow} and ${isFree(sql, ENDPOINTS)}
      and ${isDue(sql)}`);
}

/** Whether the endpoint `w` is on and has something to send now. */
function isDue(sql: Sql): Fragment {
  return sql`
    w.switched_off_at is null and w.disabled_at is null and (w.next_attempt_at is null or w.next_attempt_at <= now())
    and (
      exists (select from events e where e.company_id = w.company_id and e.number > w.last_number)
      or exists (select from events e where e.company_id = w.company_id and e.number is null)
      or exists (select from webhook_replays r where r.company_id = w.company_id and r.endpoint_id = w.id
        and (r.next_attempt_at is null or r.next_attempt_at <= now()))
    )`;
}

/** An endpoint as its sender sees it. */
export interface ClaimedEndpoint extends Claim {
  url: string;
  lastNumber: number;
  failedAttempts: number;
  /** Changes with the settings, so that a sender notices it. */
  version: Date;
}

/** Claims endpoints of a company that have something to send, those first that have waited longest. */
export async function claimEndpoints(
  sql: Sql,
  companyId: number,
  { isSlow, max }: { isSlow: boolean; max: number },
): Promise<ClaimedEndpoint[]> {
  return await claimRows<ClaimedEndpoint>(sql, ENDPOINTS, companyId, {
    due: sql`w.is_slow = ${isSlow} and ${isDue(sql)}`,
    order: sql`w.served_at nulls first, w.id`,
    max,
    returning: sql`w.url, w.last_number as "lastNumber", w.failed_attempts as "failedAttempts", w.updated_at as version`,
  });
}

export async function releaseEndpoint(sql: Sql, endpoint: ClaimedEndpoint): Promise<void> {
  await sql`
    update webhook_endpoints set claim = null, claimed_until = null, served_at = now()
    where ${ownsClaim(sql, ENDPOINTS, endpoint)}`;
}

export interface Batch {
  events: Event[];
  /** The endpoint wants no other event up to this number. */
  through: number;
}

/** The next events that the endpoint wants. The number is that of the newest event, unless there are more to read. */
export async function selectBatch(
  sql: Sql,
  { companyId, id }: Pick<ClaimedEndpoint, 'companyId' | 'id'>,
  { after, through = null, max }: { after: number; through?: number | null; max: number },
): Promise<Batch> {
  const rows = await sql<(Event & { newest: number | null })[]>`
    select e.number, e.type, e.created_at as "createdAt", e.data, newest.number as newest
    from (select max(number) as number from events where company_id = ${companyId}) newest
    left join lateral (
      select e.* from events e join webhook_endpoints w on w.company_id = e.company_id and w.id = ${id}
      where e.company_id = ${companyId} and e.number > ${after} and e.number <= coalesce(${through}::bigint, newest.number)
        and ${wanted(sql)}
      order by e.number limit ${max}
    ) e on true
    order by e.number`;
  const events = rows.filter(({ number }) => number !== null);
  const newest = Math.max(after, through ?? rows[0]?.newest ?? 0);
  const last = events.at(-1);
  return { events, through: last && events.length === max ? last.number : newest };
}

/** Events that an admin has asked for once more. */
export interface Replay {
  id: number;
  nextNumber: number;
  throughNumber: number;
  failedAttempts: number;
}

export async function selectDueReplay(
  sql: Sql,
  { companyId, id }: ClaimedEndpoint,
): Promise<Replay | undefined> {
  const [replay] = await sql<Replay[]>`
    select id, next_number as "nextNumber", through_number as "throughNumber", failed_attempts as "failedAttempts"
    from webhook_replays
    where company_id = ${companyId} and endpoint_id = ${id} and (next_attempt_at is null or next_attempt_at <= now())
    order by id limit 1`;
  return replay;
}

/** The progress that is stored together with the log. */
export interface Progress {
  /** The replay that the events belong to. */
  replay: Replay | undefined;
  /** Everything up to this number is done. */
  through: number;
  /** Null: nothing was sent, so it stays as it is. */
  isSlow: boolean | null;
}

export interface Noted {
  version: Date;
  isOn: boolean;
}

/**
 * Notes delivered events and how far the endpoint has come, and renews the claim. Returns nothing if the claim is not ours
 * any more, or the endpoint was deleted; then nothing is noted.
 */
export async function noteDelivered(
  sql: Pool,
  endpoint: ClaimedEndpoint,
  progress: Progress,
  deliveries: readonly Delivery[],
): Promise<Noted | undefined> {
  const { companyId, id } = endpoint;
  const wasSent = deliveries.length > 0;
  const [noted] = await sql<Noted[]>`
    with mine as (
      ${endpointMoved(sql, endpoint, progress, wasSent)}
      returning company_id, updated_at, ${isOn(sql)} as is_on
    ), replayed as (
      ${replayMoved(sql, companyId, progress, wasSent, sql`from mine`)}
    ), finished as (
      ${replayFinished(sql, companyId, progress, sql`using mine`)}
    ), logged as (${insertedDeliveries(sql, sql`mine.company_id`, id, deliveries, sql`mine,`)})
    select updated_at as version, is_on as "isOn" from mine`;
  return noted;
}

function endpointMoved(
  sql: Sql,
  endpoint: ClaimedEndpoint,
  { replay, through, isSlow }: Progress,
  wasSent: boolean,
): Fragment {
  const isLive = wasSent && replay === undefined;
  return sql`
    update webhook_endpoints w set
      last_number = case when ${replay === undefined} then greatest(last_number, ${through}::bigint) else last_number end,
      failed_attempts = case when ${isLive} then 0 else failed_attempts end,
      failing_since = case when ${isLive} then null else failing_since end,
      next_attempt_at = case when ${isLive} then null else next_attempt_at end,
      delivered_at = ${wasSent ? sql`now()` : sql`delivered_at`},
      is_slow = coalesce(${isSlow}, is_slow), claimed_until = ${endOfClaim(sql, ENDPOINTS.seconds)}
    where ${ownsClaim(sql, ENDPOINTS, endpoint)}`;
}

const isOn = (sql: Sql): Fragment => sql`(switched_off_at is null and disabled_at is null)`;

function replayMoved(
  sql: Sql,
  companyId: number,
  { replay, through }: Progress,
  wasSent: boolean,
  from: Fragment = sql``,
): Fragment {
  return sql`
    update webhook_replays r set next_number = ${through}::bigint + 1,
      failed_attempts = case when ${wasSent} then 0 else failed_attempts end,
      failing_since = case when ${wasSent} then null else failing_since end,
      next_attempt_at = case when ${wasSent} then null else next_attempt_at end
    ${from} where r.company_id = ${companyId} and r.id = ${replay?.id ?? 0} and r.through_number > ${through}`;
}

function replayFinished(
  sql: Sql,
  companyId: number,
  { replay, through }: Progress,
  using: Fragment = sql``,
): Fragment {
  return sql`
    delete from webhook_replays r ${using}
    where r.company_id = ${companyId} and r.id = ${replay?.id ?? 0} and r.through_number <= ${through}`;
}

interface Failure {
  pause: number;
  isGone: boolean;
  isSlow: boolean;
}

/** Notes a failed attempt and the time of the next one. Returns why the endpoint is disabled by it, if it is. */
export async function noteFailed(
  tx: Transaction,
  endpoint: ClaimedEndpoint,
  delivery: Delivery,
  { pause, isGone, isSlow }: Failure,
): Promise<DisabledReason | undefined> {
  const { companyId, id } = endpoint;
  const reason = tx`case when ${isGone} then 'gone' when ${isTooLong(tx)} then 'failing' end`;
  const [failed] = await tx<{ reason: DisabledReason | null }[]>`
    update webhook_endpoints set ${failedAgain(tx, pause)}, is_slow = ${isSlow},
      disabled_because = ${reason}, disabled_at = case when ${isGone} or ${isTooLong(tx)} then now() end
    where ${ownsClaim(tx, ENDPOINTS, endpoint)} and disabled_at is null
    returning disabled_because as reason`;
  if (!failed) return undefined;
  await insertDeliveries(tx, companyId, id, [delivery]);
  return failed.reason ?? undefined;
}

/**
 * Notes a failed attempt to send an event of a replay. After three days of failures the replay is dropped; only the answer 410
 * disables the endpoint.
 */
export async function noteReplayFailed(
  tx: Transaction,
  endpoint: ClaimedEndpoint,
  replay: Replay,
  delivery: Delivery,
  { pause, isGone, isSlow }: Failure,
): Promise<DisabledReason | undefined> {
  const { companyId, id } = endpoint;
  const reason = isGone ? 'gone' : undefined;
  const mine = await tx`
    update webhook_endpoints set is_slow = ${isSlow},
      disabled_because = ${reason ?? null}, disabled_at = ${reason ? tx`now()` : null}
    where ${ownsClaim(tx, ENDPOINTS, endpoint)} and disabled_at is null`;
  if (mine.count === 0) return undefined;
  const dropped = await tx`
    delete from webhook_replays where company_id = ${companyId} and id = ${replay.id} and ${isTooLong(tx)}`;
  if (dropped.count === 0)
    await tx`
      update webhook_replays set ${failedAgain(tx, pause)} where company_id = ${companyId} and id = ${replay.id}`;
  await insertDeliveries(tx, companyId, id, [delivery]);
  return reason;
}

/** Attempts have failed for three days. */
const isTooLong = (sql: Sql): Fragment =>
  sql`(failing_since <= now() - make_interval(days => ${GIVE_UP_DAYS})) is true`;

/** The assignments that note a failed attempt. The last attempt is exactly three days after the first one. */
const failedAgain = (sql: Sql, pause: number): Fragment => sql`
  failed_attempts = failed_attempts + 1, failing_since = coalesce(failing_since, now()),
  next_attempt_at = least(now() + make_interval(secs => ${pause}),
    coalesce(failing_since, now()) + make_interval(days => ${GIVE_UP_DAYS}))`;
