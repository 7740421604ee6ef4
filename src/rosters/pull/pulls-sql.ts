import { randomUUID } from 'node:crypto';
import { type Claim, type ClaimTable, claimRows, isFree, ownsClaim } from '../../platform/claims/claims.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { SourceError } from './source-error.ts';

export const PULL_STATUSES = ['queued', 'fetching', 'accepted', 'previewed', 'failed'] as const;
type PullStatus = (typeof PULL_STATUSES)[number];

/** `preview`: with the source that is being set up, and nothing is changed. */
export type PullPurpose = 'roster' | 'preview';

/** Renewed while the pull fetches. */
export const PULLS: ClaimTable = {
  table: 'roster_pulls',
  token: 'attempts',
  until: 'claimed_until',
  seconds: 60,
};

/** Who asked for a pull. Without both it is the schedule or the operator. */
export interface AskedBy {
  keyId: number | null;
  userId: number | null;
}

/** One length: a roster is compared with the one before byte by byte. */
export const newSyncId = () => `pull-${randomUUID()}`;

export interface NewPull extends AskedBy {
  integrationId: number;
  syncId: string;
  purpose: PullPurpose;
  /** The time of the schedule. */
  slot: string | null;
  allowsGaps: boolean;
  /** The file that it reads. By default, of a source with files, the newest one. */
  file?: { id: number; origin: string | null; awaitsSource: boolean };
}

/**
 * False if another pull of the integration is open, or if that time of the schedule was fetched. Files do not count as another pull: they
 * wait for each other.
 */
export async function insertPull(sql: Sql, companyId: number, pull: NewPull): Promise<boolean> {
  const { integrationId, syncId, purpose, slot, keyId, userId, allowsGaps, file } = pull;
  const { count } = await sql`
    insert into roster_pulls (company_id, integration_id, sync_id, purpose, slot, api_key_id, portal_user_id, allows_gaps,
      file_id, file_origin, awaits_source)
    values (${companyId}, ${integrationId}, ${syncId}, ${purpose}, ${slot}, ${keyId}, ${userId}, ${allowsGaps},
      ${file?.id ?? null}, ${file?.origin ?? null}, ${file?.awaitsSource ?? false})
    on conflict do nothing`;
  return count === 1;
}

export interface ClaimedPull extends Claim {
  integrationId: number;
  syncId: string;
  purpose: PullPurpose;
  allowsGaps: boolean;
  /** The file that it reads. Null: the newest one. */
  fileId: number | null;
  attempt: number;
}

export async function findCompaniesWithPulls(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from roster_pulls w
    where w.finished_at is null and not w.awaits_source and ${isFree(sql, PULLS)}`);
}

/** Those of an integration one after the other: a file that came later is the newer roster. */
export async function claimPulls(sql: Sql, companyId: number, max: number): Promise<ClaimedPull[]> {
  return await claimRows<ClaimedPull>(sql, PULLS, companyId, {
    due: sql`w.finished_at is null and not w.awaits_source and not exists (
      select from roster_pulls e
      where e.company_id = ${companyId} and e.integration_id = w.integration_id and e.finished_at is null
        and not e.awaits_source and e.id < w.id)`,
    order: sql`w.id`,
    max,
    set: sql`status = 'fetching', started_at = now(), people = 0, total = null`,
    returning: sql`w.integration_id as "integrationId", w.sync_id as "syncId", w.purpose, w.allows_gaps as "allowsGaps",
      w.file_id as "fileId", w.attempts as attempt`,
  });
}

export interface PullProgress {
  people: number;
  total: number | null;
}

export async function recordPullProgress(
  sql: Sql,
  pull: Claim,
  { people, total }: PullProgress,
): Promise<void> {
  await sql`update roster_pulls set people = ${people}, total = ${total} where ${ownsClaim(sql, PULLS, pull)}`;
}

/** What a pull has left out of the roster. */
interface LeftOut {
  leftEarlier: number;
  withoutNumber: number;
}

type Settled =
  | { status: 'accepted'; runId: number; leftOut: LeftOut }
  | { status: 'previewed'; preview: string; leftOut: LeftOut }
  | { status: 'failed'; failure: Pick<SourceError, 'detail' | 'field' | 'right'> & { code: string } };

/** False if another node has taken over: then this transaction must be rolled back. */
export async function settlePull(sql: Sql, pull: Claim, settled: Settled): Promise<boolean> {
  const failure = settled.status === 'failed' ? settled.failure : undefined;
  const leftOut = settled.status === 'failed' ? { leftEarlier: 0, withoutNumber: 0 } : settled.leftOut;
  const { count } = await sql`
    update roster_pulls set status = ${settled.status}, finished_at = now(), claimed_until = null,
      run_id = ${settled.status === 'accepted' ? settled.runId : null},
      preview = ${settled.status === 'previewed' ? settled.preview : null}::text::jsonb,
      left_earlier = ${leftOut.leftEarlier}, without_number = ${leftOut.withoutNumber},
      code = ${failure?.code ?? null}, detail = ${failure?.detail ?? null}, field = ${failure?.field ?? null},
      needed_right = ${failure?.right ?? null}
    where ${ownsClaim(sql, PULLS, pull)}`;
  return count === 1;
}

/** A pull as it is shown. */
export interface Pull extends LeftOut {
  syncId: string;
  purpose: PullPurpose;
  status: PullStatus;
  isScheduled: boolean;
  /** A file has come that is read for the first time. */
  isOfFile: boolean;
  runId: number | null;
  people: number;
  total: number | null;
  code: string | null;
  detail: string | null;
  field: string | null;
  right: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const COLUMNS = `sync_id as "syncId", purpose, status, slot is not null as "isScheduled", file_id is not null as "isOfFile", run_id as "runId", people, total,
  left_earlier as "leftEarlier", without_number as "withoutNumber", code, detail, field, needed_right as "right",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

export async function selectPull(
  sql: Sql,
  companyId: number,
  integrationId: number,
  syncId: string,
): Promise<Pull | undefined> {
  const [pull] = await sql<Pull[]>`
    select ${sql.unsafe(COLUMNS)} from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and sync_id = ${syncId}`;
  return pull;
}

/** The latest first, without those of a source that is being set up. */
export async function selectPulls(
  sql: Sql,
  companyId: number,
  integrationId: number,
  max: number,
): Promise<Pull[]> {
  return await sql<Pull[]>`
    select ${sql.unsafe(COLUMNS)} from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and not awaits_source
    order by id desc limit ${max}`;
}

export async function selectPreview(
  sql: Sql,
  companyId: number,
  integrationId: number,
  syncId: string,
): Promise<unknown> {
  const [row] = await sql<{ preview: unknown }[]>`
    select preview from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and sync_id = ${syncId}`;
  return row?.preview ?? undefined;
}

/** Previews have personal data: they are kept for a day. */
export async function deleteOldPreviews(sql: Pool): Promise<void> {
  await sql`
    update roster_pulls set preview = null where preview is not null and finished_at < now() - interval '1 day'`;
}

/** False if there is no such preview, or if it is over. */
export async function cancelPreview(
  sql: Sql,
  companyId: number,
  integrationId: number,
  syncId: string,
): Promise<boolean> {
  const { count } = await sql`
    update roster_pulls set status = 'failed', code = 'cancelled', finished_at = now(), claimed_until = null
    where company_id = ${companyId} and integration_id = ${integrationId} and sync_id = ${syncId} and purpose = 'preview'
      and finished_at is null`;
  return count === 1;
}

/** False only while the integration is locked. */
export async function hasOpenPull(sql: Sql, companyId: number, integrationId: number): Promise<boolean> {
  const [open] = await sql`
    select from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and finished_at is null and not awaits_source
    limit 1`;
  return open !== undefined;
}

/** Ends the open pulls of an integration whose source changes. A node that fetches one cannot settle it any more. */
export async function cancelOpenPulls(
  sql: Sql,
  companyId: number,
  integrationId: number,
  code: string,
): Promise<void> {
  await sql`
    update roster_pulls set status = 'failed', code = ${code}, finished_at = now(), claimed_until = null
    where company_id = ${companyId} and integration_id = ${integrationId} and finished_at is null and not awaits_source`;
}
