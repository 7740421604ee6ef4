import { versionOf } from '../../company/integrations/latest-runs.ts';
import { emitted } from '../../domain/events/emit.ts';
import { drawId } from '../../platform/db/draw-ids.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { changeAndInsert } from '../../platform/db/inserting.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { ValueError } from '../../platform/errors.ts';

/** The place and the code of an invalid value, without the value, and whose entry it is. */
interface AttemptError {
  in: ValueError['in'];
  pointer: string;
  code: string;
  hrId?: string;
}

/** A roster that was refused or ignored, as it is recorded. */
export interface Refusal {
  keyId: number | null;
  userId: number | null;
  /** Whether the key itself was refused, before the body was read. */
  isKeyRefusal: boolean;
  /** The number of equal refusals in this attempt. */
  count: number;
  requestId: string;
  syncId: string | null;
  status: number;
  code: string;
  detail: string | null;
  errors: readonly AttemptError[];
  errorCount: number;
}

/**
 * Lets refusals of one integration take turns, until the end of the transaction. The row of the integration is not
 * locked: a refusal must not wait for a roster that is being accepted or applied.
 */
export async function takeTurn(sql: Sql, integrationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('transit attempts ' || ${integrationId}::bigint, 0))`;
}

/**
 * Counts the refusal in the latest attempt if both are equal, and inserts an attempt otherwise. For a refused key, the latest attempt of
 * that key with that code counts: two keys that take turns must not fill the quota. Emits an event, unless one was emitted for an
 * equal refusal within the last hour and no roster was accepted since: a client that retries every minute must not fill the feed. Returns
 * the id of the attempt if an event was emitted.
 */
export async function upsertAttempt(
  sql: Sql,
  companyId: number,
  integrationId: number,
  refusal: Refusal,
): Promise<number | undefined> {
  const { keyId, userId, isKeyRefusal, count, requestId, syncId, status, code, detail, errors, errorCount } =
    refusal;
  const equal = isKeyRefusal ? EQUAL_OF_KEYS : EQUAL;
  const isComparable = isKeyRefusal
    ? sql`is_key_refusal and api_key_id = ${keyId} and code = ${code}`
    : sql`not is_key_refusal`;
  const id = sql.isDistributed
    ? sql`${await drawId(sql, 'sync_attempts')}::bigint`
    : sql`nextval('sync_attempts_id_seq')`;
  const news = emitted(sql, companyId, 'sync.refused', {
    of: 'attempt',
    where: sql`(select now from to_announce)`,
    each: sql`'hrIntegrationId', ${integrationId}::bigint, 'attemptId', r.id, 'status', ${status}::int,
      'code', ${code}::text, 'syncId', ${syncId}::text`,
  });
  const parts = sql`
    moment as materialized (
      select clock_timestamp() as at
    ), refusal as (
      select i.company_id, i.id as integration_id, ${keyId}::bigint as api_key_id, ${userId}::bigint as portal_user_id,
        ${status}::smallint as status, ${code}::text as code, ${detail}::text as detail,
        ${sql.json(errors.map((error) => ({ ...error })))}::jsonb as errors, ${errorCount}::int as error_count,
        ${isKeyRefusal}::boolean as is_key_refusal, ${count}::bigint as count, ${versionOf(sql, companyId)} as accept_seq, ${requestId}::text as request_id, ${syncId}::text as sync_id
      from hr_integrations i where i.company_id = ${companyId} and i.id = ${integrationId}
    ), latest as (
      select * from sync_attempts
      where company_id = ${companyId} and integration_id = ${integrationId} and ${isComparable} order by id desc limit 1
    ), to_announce as materialized (
      select not exists (
        select from sync_attempts a
        where a.company_id = ${companyId} and a.integration_id = ${integrationId}
          and a.told_at > m.at - interval '1 hour'
          and ${compared(sql, 'a', equal)} is not distinct from ${compared(sql, 'r', equal)}
      ) as now, m.at
      from refusal r, moment m
    ), counted as (
      update sync_attempts a
      set count = a.count + r.count, request_id = r.request_id, sync_id = r.sync_id, detail = r.detail, errors = r.errors,
        updated_at = t.at,
        told_at = case when t.now then t.at else a.told_at end
      from latest l join refusal r on ${compared(sql, 'l', equal)} is not distinct from ${compared(sql, 'r', equal)}, to_announce t
      where a.company_id = ${companyId} and a.integration_id = ${integrationId} and a.id = l.id
      returning a.id
    ), added as materialized (
      select ${id} as id, r.*, case when t.now then t.at end as told_at
      from refusal r, to_announce t where not exists (select from counted)
    ), attempt as (
      select id from counted union all select id from added
    ), ${news.counted}`;
  const columns = sql.unsafe(ATTEMPT.join(', '));
  const [row] = await changeAndInsert<{ id: number }>(sql, {
    parts,
    inserts: [
      {
        as: 'inserted',
        into: 'sync_attempts',
        columns: ATTEMPT,
        withIds: true,
        rows: sql`select ${columns} from added`,
      },
      news.insert,
    ],
    result: sql`select id from attempt where (select now from to_announce)`,
  });
  return row?.id;
}

const ATTEMPT = [
  ...[
    'id',
    'company_id',
    'integration_id',
    'api_key_id',
    'portal_user_id',
    'status',
    'code',
    'detail',
    'errors',
  ],
  ...['error_count', 'is_key_refusal', 'count', 'accept_seq', 'request_id', 'sync_id', 'told_at'],
];

/** The columns, and the errors without the numbers of the people. */
const compared = (sql: Sql, row: string, columns: readonly string[]): Fragment =>
  sql.unsafe(
    `(${columns.map((column) => `${row}.${column}`).join(', ')}, (
      select jsonb_agg(e - 'hrId' order by at) from jsonb_array_elements(${row}.errors) with ordinality as errors (e, at)))`,
  );

/**
 * The columns in which equal refusals agree. The syncId may differ: many senders create a new one for each try. An accepted roster in
 * between starts a new attempt.
 */
const EQUAL = [
  'is_key_refusal',
  'api_key_id',
  'portal_user_id',
  'status',
  'code',
  'detail',
  'error_count',
  'accept_seq',
] as const;
/** The detail names the address, which the holder of a key can change at will. */
const EQUAL_OF_KEYS = ['is_key_refusal', 'api_key_id', 'code', 'accept_seq'] as const;

/** Keeps the latest ones of an integration, so a client cannot fill the disk. Those of refused keys count apart. */
export async function deleteAllAttemptsBut(
  sql: Sql,
  companyId: number,
  integrationId: number,
  { isKeyRefusal, kept }: { isKeyRefusal: boolean; kept: number },
): Promise<void> {
  await sql`
    delete from sync_attempts
    where company_id = ${companyId} and integration_id = ${integrationId} and is_key_refusal = ${isKeyRefusal} and id <= (
      select id from sync_attempts
      where company_id = ${companyId} and integration_id = ${integrationId} and is_key_refusal = ${isKeyRefusal}
      order by id desc offset ${kept} limit 1)`;
}

/** An attempt as it is shown. */
export interface Attempt extends Omit<Refusal, 'keyId' | 'userId' | 'isKeyRefusal'> {
  id: number;
  integrationId: number;
  sender: { type: 'api-key' | 'portal-user'; id: number; name: string } | null;
  /** Of a pull: the field that the HR system does not show, and the right to grant. */
  field: string | null;
  right: string | null;
  firstAt: Date;
  lastAt: Date;
}

export async function selectAttempts(
  sql: Sql,
  companyId: number,
  integrationId: number,
  ids: readonly number[],
): Promise<Attempt[]> {
  return await sql<Attempt[]>`
    select a.id, a.integration_id as "integrationId", a.request_id as "requestId", a.sync_id as "syncId", a.status,
      a.code, a.detail, a.errors, a.error_count as "errorCount", a.count, a.created_at as "firstAt",
      a.updated_at as "lastAt", p.field, p.needed_right as "right",
      case
        when k.id is not null then json_build_object('type', 'api-key', 'id', k.id, 'name', k.name)
        when u.id is not null then json_build_object('type', 'portal-user', 'id', u.id, 'name', u.email)
      end as sender
    from sync_attempts a
    left join api_keys k on k.company_id = ${companyId} and k.id = a.api_key_id
    left join portal_users u on u.company_id = ${companyId} and u.id = a.portal_user_id
    left join roster_pulls p on p.company_id = ${companyId} and p.integration_id = a.integration_id and p.sync_id = a.sync_id
    where a.company_id = ${companyId} and a.integration_id = ${integrationId} and a.id = any(${ids}::bigint[])`;
}
