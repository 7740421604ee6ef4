import { createHash } from 'node:crypto';
import { versionOf } from '../../company/integrations/latest-runs.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
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
 * the id of the attempt if an event was emitted. Refusals of an integration take turns, so nothing changes between the statements.
 */
export async function upsertAttempt(
  tx: Transaction,
  companyId: number,
  integrationId: number,
  refusal: Refusal,
): Promise<number | undefined> {
  const { keyId, userId, isKeyRefusal, count, requestId, syncId, status, code, detail, errorCount } = refusal;
  const fingerprint = fingerprintOf(refusal);
  const errors = tx.json(refusal.errors.map((error) => ({ ...error })));
  const [before] = await tx<{ acceptSeq: number; equalId: number | null; wasAnnounced: boolean }[]>`
    select version.seq as "acceptSeq",
      case when latest.fingerprint = ${fingerprint} and latest.accept_seq = version.seq then latest.id end as "equalId",
      exists (
        select from sync_attempts a
        where a.company_id = i.company_id and a.integration_id = i.id and a.fingerprint = ${fingerprint}
          and a.accept_seq = version.seq and a.told_at > clock_timestamp() - interval '1 hour') as "wasAnnounced"
    from hr_integrations i
    cross join lateral (select ${versionOf(tx, companyId)} as seq) version
    left join lateral (
      select * from sync_attempts a
      where a.company_id = i.company_id and a.integration_id = i.id and a.is_key_refusal = ${isKeyRefusal}
        and (not a.is_key_refusal or (a.api_key_id = ${keyId} and a.code = ${code}))
      order by a.id desc limit 1) latest on true
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  if (!before) return undefined;
  const { acceptSeq, equalId, wasAnnounced } = before;
  const [attempt] = equalId
    ? await tx<{ id: number }[]>`
      update sync_attempts set count = count + ${count}, request_id = ${requestId}, sync_id = ${syncId}, detail = ${detail},
        errors = ${errors}, updated_at = clock_timestamp(), told_at = ${wasAnnounced ? tx`told_at` : tx`clock_timestamp()`}
      where company_id = ${companyId} and id = ${equalId} returning id`
    : await tx<{ id: number }[]>`
      insert into sync_attempts (company_id, integration_id, api_key_id, portal_user_id, status, code, detail, errors, error_count,
        is_key_refusal, count, accept_seq, request_id, sync_id, fingerprint, told_at)
      values (${companyId}, ${integrationId}, ${keyId}, ${userId}, ${status}, ${code}, ${detail}, ${errors}, ${errorCount},
        ${isKeyRefusal}, ${count}, ${acceptSeq}, ${requestId}, ${syncId}, ${fingerprint},
        ${wasAnnounced ? null : tx`clock_timestamp()`})
      returning id`;
  if (!attempt || wasAnnounced) return undefined;
  const event = { hrIntegrationId: integrationId, attemptId: attempt.id, status, code };
  await emit(tx, companyId, 'sync.refused', [{ ...event, ...(syncId !== null && { syncId }) }]);
  return attempt.id;
}

/**
 * What equal refusals agree in: all but the numbers of the people, and the syncId, because many senders create a new one for each try.
 * The detail of a refused key names the address, which the holder of the key can change at will.
 */
function fingerprintOf({
  isKeyRefusal,
  keyId,
  userId,
  status,
  code,
  detail,
  errorCount,
  errors,
}: Refusal): Buffer {
  const invalid = errors.map(({ in: part, pointer, code: reason }) => [part, pointer, reason]);
  const equal = isKeyRefusal ? [keyId, code] : [keyId, userId, status, code, detail, errorCount, invalid];
  return createHash('sha256').update(JSON.stringify(equal)).digest();
}

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
