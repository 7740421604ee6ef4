import type { SyncStatus } from '../../company/integrations/integration-types.ts';
import { versionOf } from '../../company/integrations/latest-runs.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { type Claim, type ClaimTable, claimRows, isFree, ownsClaim } from '../../platform/claims/claims.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import type { RosterBody } from '../receive/incoming-roster.ts';
import { READING_VERSION } from '../receive/reading-version.ts';
import type { Counts, Warning } from './sync-outcomes.ts';

export type RunStatus = Exclude<SyncStatus, 'never'>;

/** The facts about an integration that acceptance needs. */
export interface AcceptingIntegration {
  isDisconnected: boolean;
  lastAcceptSeq: number;
  /** The service fetches its rosters. */
  isPulled: boolean;
}

/**
 * Lets the rosters of an integration be accepted one after the other, until the end of the transaction. Only accepting takes this
 * lock, and it waits for no other: the row of the integration belongs to whoever applies a roster or changes a setting, and a held run
 * to whoever decides about it (docs/architecture.md, "Accepting waits for nothing").
 */
export async function takeAcceptingTurn(sql: Sql, integrationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('transit accepting ' || ${integrationId}::bigint, 0))`;
}

export async function selectAcceptingIntegration(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<AcceptingIntegration | undefined> {
  const [integration] = await sql<AcceptingIntegration[]>`
    select disconnected_at is not null as "isDisconnected", ${versionOf(sql, companyId)} as "lastAcceptSeq",
      exists (
        select from hr_sources s
        where s.company_id = ${companyId} and s.integration_id = ${integrationId} and s.state = 'active') as "isPulled"
    from hr_integrations i where i.company_id = ${companyId} and i.id = ${integrationId}`;
  return integration;
}

/** Only accepting raises them, in turn. */
export async function countOpenRuns(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<{ unfinished: number; held: number }> {
  const [row] = await sql<{ unfinished: number; held: number }[]>`
    select count(*) filter (where status <> 'held') as unfinished, count(*) filter (where status = 'held') as held
    from sync_runs
    where company_id = ${companyId} and integration_id = ${integrationId} and status in ('queued', 'running', 'held')`;
  return row ?? { unfinished: 0, held: 0 };
}

export interface KnownRun {
  id: number;
  acceptSeq: number;
  status: RunStatus;
  digest: Buffer;
  scope: Scope;
}

/** A run is named by its syncId or by our id. */
export type RunName = { syncId: string } | { runId: number };

export function isNamed(sql: Sql, name: RunName): Fragment {
  return 'runId' in name ? sql`id = ${name.runId}` : sql`sync_id = ${name.syncId}`;
}

export async function findRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
): Promise<KnownRun | undefined> {
  const [run] = await sql<KnownRun[]>`
    select id, accept_seq as "acceptSeq", status, body_digest as digest, scope from sync_runs
    where company_id = ${companyId} and integration_id = ${integrationId} and ${isNamed(sql, name)}`;
  return run;
}

/** A run as it is accepted. */
export interface NewRun extends DrawnRun {
  integrationId: number;
  syncId: string;
  acceptSeq: number;
  keyId: number | null;
  userId: number | null;
  /** The integrations that the sender is restricted to. The run keeps them, whatever becomes of the key. */
  scope: Scope;
  body: RosterBody;
  entryCount: number;
  warnings: readonly Warning[];
  /** The service has fetched it. */
  isPulled: boolean;
  holdsMissing: boolean;
}

export interface DrawnRun {
  id: number;
  /** When it is accepted, with microseconds. */
  at: string;
}

/** Drawn beforehand: the statements that name the run need not wait for each other. */
export async function drawRun(sql: Sql): Promise<DrawnRun> {
  const [run] = await sql<DrawnRun[]>`
    select nextval(pg_get_serial_sequence('sync_runs', 'id')) as id, clock_timestamp()::text as at`;
  if (!run) throw new Error('the sequence of runs returned nothing');
  return run;
}

const toJson = (sql: Sql, warnings: readonly Warning[]) =>
  sql.json(
    warnings.map(({ errors, ...warning }) => ({
      ...warning,
      ...(errors && { errors: errors.map((error) => ({ ...error })) }),
    })),
  );

/**
 * Inserts a run. It waits for a worker, or it is over at once, with these counts. False if its syncId or its place in the order is
 * taken.
 */
export async function insertRun(
  sql: Sql,
  companyId: number,
  run: NewRun & ({ uploadId: number; repeatsRunId: number | null } | { counts: Counts; sameAsRunId: number }),
): Promise<boolean> {
  const { id, at, body } = run;
  const isOver = 'counts' in run;
  const inserted = await sql`
    insert into sync_runs (company_id, id, integration_id, sync_id, accept_seq, status, attempts, upload_id, api_key_id,
      portal_user_id, scope, body_digest, body_bytes, sync_id_at, reading_version, absence_types, entry_count, counts, problems,
      accepted_at, started_at, finished_at, keeps_listings, same_as_run_id, repeats_run_id,
      is_pulled, holds_missing)
    overriding system value
    values (${companyId}, ${id}, ${run.integrationId}, ${run.syncId}, ${run.acceptSeq}, ${isOver ? 'succeeded' : 'queued'},
      ${isOver ? 1 : 0}, ${isOver ? null : run.uploadId}, ${run.keyId}, ${run.userId}, ${run.scope as number[] | null}::bigint[], ${body.digest}, ${body.bytes},
      ${body.syncIdAt}, ${READING_VERSION}, ${sql.json({ ...body.absenceTypes })}, ${run.entryCount},
      ${sql.json(isOver ? { ...run.counts } : {})}, ${toJson(sql, run.warnings)}, ${at}, ${isOver ? at : null}, ${isOver ? at : null},
      ${isOver}, ${isOver ? run.sameAsRunId : null}, ${isOver ? null : run.repeatsRunId}, ${run.isPulled},
      ${run.holdsMissing})
    on conflict do nothing`;
  return inserted.count === 1;
}

/**
 * Notes in the integration that a run which waits for a worker is its latest one. If another transaction has the integration locked,
 * this is done when the run is over. Until 0.4: nodes of 0.2.0 accept rosters by what is noted.
 */
export async function setLastRun(
  sql: Sql,
  companyId: number,
  { id, integrationId, acceptSeq }: Pick<NewRun, 'id' | 'integrationId' | 'acceptSeq'>,
): Promise<void> {
  await sql`
    with unlocked as materialized (
      select id from hr_integrations where company_id = ${companyId} and id = ${integrationId} for no key update skip locked
    )
    update hr_integrations i set last_accept_seq = ${acceptSeq}, last_run_id = ${id}, updated_at = now()
    from unlocked u where i.company_id = ${companyId} and i.id = u.id`;
}

/** The assignments that note a run which is over in its integration `i`, unless a later one is noted. */
const noted = (sql: Sql, { id, acceptSeq }: ClaimedRun): Fragment => sql`
  last_accept_seq = greatest(i.last_accept_seq, ${acceptSeq}),
  last_run_id = case when i.last_accept_seq < ${acceptSeq} then ${id}::bigint else i.last_run_id end`;

/** Not while another transaction has the run locked, which decides about it or finishes it. */
export async function countResubmission(
  sql: Sql,
  companyId: number,
  runId: number,
  isDifferent: boolean,
): Promise<void> {
  await sql`
    with unlocked as materialized (
      select id from sync_runs where company_id = ${companyId} and id = ${runId} for no key update skip locked
    )
    update sync_runs r set resubmissions = r.resubmissions + 1,
      resubmitted_differently = r.resubmitted_differently or ${isDifferent}, updated_at = now()
    from unlocked u where r.company_id = ${companyId} and r.id = u.id`;
}

/** Restarts a failed run with the roster that was just sent. */
export async function queueAgain(
  sql: Sql,
  companyId: number,
  runId: number,
  sent: {
    uploadId: number;
    body: RosterBody;
    entryCount: number;
    warnings: readonly Warning[];
    scope: Scope;
  },
): Promise<void> {
  const { body } = sent;
  await sql`
    update sync_runs set status = 'queued', attempts = 0, attempts_excused = 0, failure = null, started_at = null,
      finished_at = null, updated_at = now(), upload_id = ${sent.uploadId}, scope = ${sent.scope as number[] | null}::bigint[], entry_count = ${sent.entryCount},
      body_digest = ${body.digest}, body_bytes = ${body.bytes}, sync_id_at = ${body.syncIdAt},
      reading_version = ${READING_VERSION}, absence_types = ${sql.json({ ...body.absenceTypes })}, problems = ${toJson(sql, sent.warnings)}
    where company_id = ${companyId} and id = ${runId}`;
}

export async function supersedeFailed(sql: Sql, companyId: number, runId: number): Promise<void> {
  await sql`update sync_runs set status = 'superseded', updated_at = now() where company_id = ${companyId} and id = ${runId} and status = 'failed'`;
}

/** A later roster may be accepted just after this. Then its own run supersedes this one, before it is applied. */
export async function hasLaterRun(
  sql: Sql,
  companyId: number,
  { integrationId, acceptSeq }: ClaimedRun,
): Promise<boolean> {
  const later = await sql`
    select from sync_runs where company_id = ${companyId} and integration_id = ${integrationId} and accept_seq > ${acceptSeq} limit 1`;
  return later.length > 0;
}

/** The counts of a run that has been decided about: no end waits for approval any more. */
export const nothingHeld = (sql: Sql): Fragment => sql`'{"held": 0}'::jsonb`;

/**
 * Supersedes the held runs of the integration that were accepted before this one. Their held ends are not applied. `unless-locked`:
 * not while somebody decides about them.
 */
export async function supersedeHeld(
  sql: Sql,
  companyId: number,
  { integrationId, acceptSeq }: Pick<NewRun, 'integrationId' | 'acceptSeq'>,
  patience: 'unless-locked' | 'unlimited',
): Promise<void> {
  await sql`
    with held as materialized (
      select id from sync_runs
      where company_id = ${companyId} and integration_id = ${integrationId} and status = 'held' and accept_seq < ${acceptSeq}
      for no key update ${patience === 'unless-locked' ? sql`skip locked` : sql``}
    ), superseded as (
      update sync_runs r set status = 'superseded', finished_at = now(), updated_at = now(),
        counts = r.counts || ${nothingHeld(sql)}
      from held where r.company_id = ${companyId} and r.id = held.id
      returning r.company_id, r.id
    ), explained as (
      update sync_changes c set reason = 'superseded-by-later-roster'
      from superseded s where c.company_id = ${companyId} and c.run_id = s.id and c.outcome = 'held'
    )
    delete from sync_held_ends h using superseded s where h.company_id = ${companyId} and h.run_id = s.id`;
}

/** Renewed while the run is applied. */
export const RUNS: ClaimTable = { table: 'sync_runs', token: 'claim', until: 'claimed_until', seconds: 15 };

export interface ClaimedRun extends Claim {
  integrationId: number;
  syncId: string;
  uploadId: number;
  entryCount: number;
  acceptSeq: number;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Earlier attempts that do not count. */
  excused: number;
  /** Several entries have the same e-mail address. */
  repeatsEmails: boolean;
  /** The integrations that the sender is restricted to. */
  scope: Scope;
  isPulled: boolean;
  /** Somebody employed who is missing is held. */
  holdsMissing: boolean;
}

/** Companies that have a run to be applied. */
export async function findCompaniesWithRuns(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from sync_runs w
    where w.status in ('queued', 'running') and ${isFree(sql, RUNS)}`);
}

/**
 * Claims the company's oldest unfinished run and counts an attempt. While that one is claimed, or waits for its next attempt, no
 * other run of the company is.
 */
export async function claimOldestRun(sql: Sql, companyId: number): Promise<ClaimedRun | undefined> {
  const [run] = await claimRows<ClaimedRun>(sql, RUNS, companyId, {
    due: sql`w.id = (
      select id from (
        select distinct on (integration_id) id, accepted_at from sync_runs
        where company_id = ${companyId} and status in ('queued', 'running') order by integration_id, accept_seq
      ) first order by accepted_at, id limit 1)`,
    order: sql`w.id`,
    max: 1,
    // Until 0.4: `claimed_attempt` and its constraint keep nodes of 0.2.0 from beginning runs (migration 0084). Then both go.
    set: sql`status = 'running', attempts = w.attempts + 1, claimed_attempt = w.attempts + 1, started_at = coalesce(w.started_at, now()), updated_at = now()`,
    returning: sql`w.integration_id as "integrationId", w.sync_id as "syncId", w.upload_id as "uploadId",
      w.entry_count as "entryCount", w.accept_seq as "acceptSeq", w.attempts as attempt, w.attempts_excused as excused, w.scope,
      w.is_pulled as "isPulled", w.holds_missing as "holdsMissing",
      w.problems @> '[{"code": "email-used-twice"}]' as "repeatsEmails"`,
  });
  return run;
}

/** The number of entries of the roster that was applied last. */
export async function selectEntriesBefore(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<number> {
  const [run] = await sql<{ entries: number }[]>`
    select r.entry_count as entries from hr_integrations i
    join sync_runs r on r.company_id = ${companyId} and r.id = i.last_applied_run_id
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  return run?.entries ?? 0;
}

/**
 * Whether no transaction holds the company's day. A worker that has lost its claim may still be applying the roster, and holds the day.
 * Until 0.4: a worker of 0.2.0 has no claim and holds the day too. Then only this sentence goes.
 */
export async function isDayFree(tx: Transaction, companyId: number): Promise<boolean> {
  const free = await tx`select from companies where id = ${companyId} for no key update skip locked`;
  return free.length > 0;
}

const isMine = (sql: Sql, run: ClaimedRun): Fragment =>
  sql`${ownsClaim(sql, RUNS, run)} and status = 'running'`;

export interface Outcomes {
  counts: Counts;
  warnings: Warning[];
  isHeld: boolean;
  /** An equal roster may mean something else on another day. */
  dependsOnDay: boolean;
  /** Conflicts that earlier rosters did not have. */
  newConflicts: number;
  /** Entries that did not wait after earlier rosters. */
  newWaiting: number;
  /** Moves to other groups wait for an admin, and did not before. */
  holdsGroupMoves: boolean;
  /** Suspiciously many people have left, and no hold is set: docs/sync.md, "Too many leave". */
  isLargeOffboarding: boolean;
}

/**
 * Finishes or holds the run and updates its integration. False if the claim was lost: another worker has
 * taken over, and this transaction must be rolled back.
 */
export async function finishRun(
  sql: Sql,
  companyId: number,
  run: ClaimedRun,
  { counts, warnings, isHeld, dependsOnDay, isLargeOffboarding }: Outcomes,
): Promise<boolean> {
  const mayEqualTheNext =
    !isHeld &&
    !dependsOnDay &&
    counts.conflict === 0 &&
    (counts.invalid === 0 || run.isPulled) &&
    counts.waiting === 0;
  const finished = await sql`
    with finished as (
      update sync_runs r set counts = ${sql.json({ ...counts })}, problems = r.problems || ${toJson(sql, warnings)},
        failure = null, upload_id = null, updated_at = now(), keeps_listings = true, claim = null, claimed_until = null,
        large_offboarding = ${isLargeOffboarding ? 'unseen' : null},
        status = ${isHeld ? 'held' : 'succeeded'}, finished_at = ${isHeld ? null : sql`clock_timestamp()`}
      where ${isMine(sql, run)}
      returning r.company_id, r.integration_id, r.id
    )
    update hr_integrations i set last_applied_run_id = f.id, ${noted(sql, run)}, updated_at = now(),
      mark_facts = ${mayEqualTheNext ? sql`(select roster_facts from companies where id = ${companyId})` : null},
      entry_hashes = ${mayEqualTheNext && counts.invalid === 0 ? hashesOf(sql, companyId, run) : null}
    from finished f where i.company_id = ${companyId} and i.id = f.integration_id`;
  return finished.count === 1;
}

/**
 * Tells entries of the same integration apart, in the column `line`. 64 bits: that one of 500 hashes equals that of another entry
 * happens once in 10^16 changes, and then a later change of that entry is still noticed.
 */
export const entryHash = (sql: Sql): Fragment => sql`hashtextextended(line, 0)`;

/** The hashes of the entries of a small roster. Null, unless each of them has a link and nobody else has one. */
const hashesOf = (sql: Sql, companyId: number, { integrationId, uploadId, entryCount }: ClaimedRun) => sql`(
  select array_agg(${entryHash(sql)})
  from roster_uploads u cross join lateral string_to_table(u.entries, e'\n') as line
  where u.company_id = ${companyId} and u.id = ${uploadId} and ${entryCount} = (
    select count(*) from hr_links l
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)} and l.last_run_id is null))`;

/** Admins are mailed after this many rosters in a row with invalid entries. */
const INVALID_IN_A_ROW = 3;

export async function areInvalidInARow(sql: Sql, companyId: number, integrationId: number): Promise<boolean> {
  const rows = await sql<{ invalid: number }[]>`
    select coalesce((counts ->> 'invalid')::int, 0) as invalid from sync_runs
    where company_id = ${companyId} and integration_id = ${integrationId} and counts ? 'entries'
    order by accept_seq desc limit ${INVALID_IN_A_ROW}`;
  return rows.length === INVALID_IN_A_ROW && rows.every(({ invalid }) => invalid > 0);
}

/** Fails the run after its last attempt. */
export async function failRun(
  sql: Sql,
  companyId: number,
  run: ClaimedRun,
  failure: string,
): Promise<boolean> {
  const failed = await sql`
    with failed as (
      update sync_runs set status = 'failed', failure = ${failure}, finished_at = now(), upload_id = null, updated_at = now(),
        claim = null, claimed_until = null
      where ${isMine(sql, run)}
      returning company_id, integration_id, id
    )
    update hr_integrations i set last_failed_run_id = f.id, ${noted(sql, run)}, updated_at = now()
    from failed f where i.company_id = ${companyId} and i.id = f.integration_id`;
  return failed.count === 1;
}

/**
 * Records the failure of an attempt that will be repeated. Excused attempts do not count towards the limit.
 */
export async function noteFailedAttempt(
  sql: Sql,
  run: ClaimedRun,
  { failure, excused }: { failure: string; excused: boolean },
): Promise<void> {
  await sql`
    update sync_runs set failure = ${failure}, attempts_excused = attempts_excused + ${excused ? 1 : 0}, updated_at = now()
    where ${isMine(sql, run)}`;
}
