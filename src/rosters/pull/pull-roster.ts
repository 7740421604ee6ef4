import { changeAbsenceTypes } from '../../company/integrations/change-absence-types.ts';
import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { Overtaken } from '../../platform/claims/claims.ts';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import type { Database, Pool, Transaction } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { Acceptance } from '../accept/accept-roster.ts';
import type { OpenIntegration } from '../accept/mark-sql.ts';
import { openForRosters } from '../accept/open-for-rosters.ts';
import { incomingRoster } from '../accept/submit-roster.ts';
import { takeRoster } from '../accept/take-roster.ts';
import { previewRoster } from '../apply/preview-roster.ts';
import { bodyOf } from '../receive/body-of.ts';
import type { IncomingRoster } from '../receive/incoming-roster.ts';
import type { KeptBodies } from '../receive/kept-body.ts';
import { recordAttemptIn } from '../runs/record-attempt.ts';
import { ahead } from './ahead.ts';
import { fetchPeople, monthStart } from './fetch-people.ts';
import { readFile } from './file-drop/dropped-files-sql.ts';
import { type ClaimedPull, recordPullProgress, settlePull } from './pulls-sql.ts';
import { FIRST_RULES } from './set-up-source.ts';
import { SourceError } from './source-error.ts';
import { openConnection, openCredentials, type Sources, systemOf } from './sources.ts';
import { type Source, type StoredMapping, selectSource } from './sources-sql.ts';
import { clearStaged, readStaged, type StagedCounts, type StagedPull } from './staging-sql.ts';

export interface PullContext {
  database: Database;
  sources: Sources;
  limits: RosterLimits;
  keptBodies: KeptBodies;
  /** Aborts when the node shuts down, or has lost the pull: another one begins it again. */
  signal: AbortSignal;
}

export type PullResult =
  | { status: 'accepted'; runId: number; isUnchanged: boolean }
  | { status: 'previewed' }
  | { status: 'failed'; code: string };

/** Nodes that die while they fetch: then the pull fails, and the next one is that of the schedule. */
const MAX_ATTEMPTS = 5;
/** A file is read as a whole: if that ended a node, it may end the next one. One that was sent to us is not given up so soon. */
const MAX_FILE_ATTEMPTS = 2;

/**
 * Fetches everybody and makes a roster of them, or a preview. The roster is accepted in the transaction that settles the pull: so
 * a pull becomes one roster or none. An expected failure is recorded as an attempt of the integration.
 */
export async function pullRoster(context: PullContext, pull: ClaimedPull): Promise<PullResult> {
  const { sql } = context.database;
  try {
    return await fetchAndSettle(context, pull);
  } catch (error) {
    const failure = failureOf(error);
    if (!failure || context.signal.aborted) throw error;
    await sql.begin((tx) => fail(tx, pull, failure));
    return { status: 'failed', code: failure.code };
  } finally {
    // If this fails, a sweep deletes them.
    await clearStaged(sql, stagedOf(pull)).catch(() => {});
  }
}

async function fetchAndSettle(context: PullContext, pull: ClaimedPull): Promise<PullResult> {
  const { companyId, integrationId, allowsGaps, purpose } = pull;
  const { database, sources, signal } = context;
  const source = await selectSource(
    database.sql,
    companyId,
    integrationId,
    purpose === 'preview' ? 'draft' : 'active',
  );
  if (!source) throw notFound();
  const mapping = mappingOf(source);
  const integration = await openAsActive(database.sql, companyId, { ...source, mapping });
  const system = systemOf(source);
  if (pull.attempt > (system.isFile && !system.isDropped ? MAX_FILE_ATTEMPTS : MAX_ATTEMPTS))
    throw new SourceError('source-unreachable', { detail: 'The service was stopped each time it fetched.' });
  const credentials = openCredentials(sources, companyId, source);
  const { today } = integration;
  const dropped = () => database.sql.begin((tx) => readFile(tx, pull));
  const connection = openConnection(sources, system, { companyId, credentials, today, dropped, signal });
  try {
    const counts = await fetchPeople({
      sql: database.sql,
      pull: stagedOf(pull),
      system,
      connection,
      mapping,
      today,
      maxPeople: context.limits.entries,
      allowsGaps,
      onProgress: (progress) => void recordPullProgress(database.sql, pull, progress).catch(() => {}),
    });
    const made = { ...context, integration, holdsMissing: system.listsLeavers, counts };
    return purpose === 'preview' ? await preview(made, pull) : await accept(made, pull);
  } finally {
    connection.client.close();
  }
}

/** The integration as it is when the source is in use: a draft brings its own rules (`activateSource`). */
async function openAsActive(
  sql: Pool,
  companyId: number,
  source: Source & { mapping: StoredMapping },
): Promise<OpenIntegration> {
  const integration = await openForRosters(sql, companyId, source.integrationId);
  if (source.state === 'active') return integration;
  return {
    ...integration,
    ...(!integration.isPulled && FIRST_RULES),
    absenceTypes: changeAbsenceTypes(integration.absenceTypes, source.mapping.absenceTypes),
  };
}

function mappingOf({ mapping }: Source): StoredMapping {
  if (!mapping) throw refused('source-not-mapped');
  return mapping;
}

interface Made extends PullContext {
  integration: OpenIntegration;
  holdsMissing: boolean;
  counts: StagedCounts;
}

function begin({ database, limits, integration, ...receiving }: Made, pull: ClaimedPull): IncomingRoster {
  return incomingRoster(database, { ...pull, limits }, integration, receiving);
}

const stagedOf = ({ companyId, id: pullId, attempt, integrationId }: ClaimedPull): StagedPull => ({
  companyId,
  pullId,
  attempt,
  integrationId,
});

function bodyOfPull({ database, integration, counts }: Made, pull: ClaimedPull): AsyncIterable<Buffer> {
  const expected = { monthStart: monthStart(integration.today), numbered: counts.numbered };
  return bodyOf(pull.syncId, ahead(readStaged(database.sql, stagedOf(pull), expected)));
}

async function accept(made: Made, pull: ClaimedPull): Promise<PullResult> {
  const { database, limits, integration, holdsMissing, counts } = made;
  const { companyId, integrationId } = pull;
  const acceptance: Acceptance = {
    companyId,
    integrationId,
    submitter: { keyId: null, userId: null },
    scope: WHOLE_COMPANY,
    limits,
    pull: { holdsMissing },
    // Throws if another node has taken the pull over.
    onAccept: (tx, runId) => settle(tx, pull, { status: 'accepted', runId, leftOut: counts }),
  };
  await using incoming = begin(made, pull);
  const body = bodyOfPull(made, pull);
  const taken = await takeRoster(database.sql, acceptance, incoming, body, integration.mark);
  return { status: 'accepted', runId: taken.runId, isUnchanged: taken.outcome === 'unchanged' };
}

async function preview(made: Made, pull: ClaimedPull): Promise<PullResult> {
  const { database, signal, counts, holdsMissing } = made;
  const { companyId, integrationId } = pull;
  await using incoming = begin(made, pull);
  const roster = await incoming.read(bodyOfPull(made, pull));
  const stop = { signal, short: database.sql };
  const previewed = await previewRoster(
    database.bulk,
    companyId,
    integrationId,
    WHOLE_COMPANY,
    roster,
    stop,
    { holdsMissing },
  );
  const shown = JSON.stringify(previewed);
  await database.sql.begin((tx) =>
    settle(tx, pull, { status: 'previewed', preview: shown, leftOut: counts }),
  );
  return { status: 'previewed' };
}

async function settle(
  tx: Transaction,
  pull: ClaimedPull,
  settled: Parameters<typeof settlePull>[2],
): Promise<void> {
  if (!(await settlePull(tx, pull, settled))) throw new Overtaken();
}

interface Failure {
  code: string;
  detail: string;
  field: SourceError['field'];
  right: string | undefined;
  /** The status that a sender of this roster would have got. */
  status: number;
  errors: NonNullable<AppError['details']['errors']>;
  errorCount: number;
}

const BAD_GATEWAY = 502;
const UNPROCESSABLE = 422;
const CONFLICT = 409;

/** Nothing for errors that nobody expects, and for a database that is away: then the pull is begun again. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof SourceError) {
    const { code, detail, field, right } = error;
    return { code, detail, field, right, status: BAD_GATEWAY, errors: [], errorCount: 0 };
  }
  if (!(error instanceof AppError) || error.code === 'database-unavailable' || error.code === 'busy')
    return undefined;
  const { errors = [], errorCount = errors.length } = error.details;
  const status = errors.length > 0 ? UNPROCESSABLE : CONFLICT;
  return {
    code: error.code,
    detail: error.message,
    field: undefined,
    right: undefined,
    status,
    errors,
    errorCount,
  };
}

async function fail(tx: Transaction, pull: ClaimedPull, failure: Failure): Promise<void> {
  const { companyId, integrationId, syncId, purpose } = pull;
  const { code, detail, field, right, status, errors, errorCount } = failure;
  await settle(tx, pull, { status: 'failed', failure: { code, detail, field, right } });
  // Somebody looks at a preview, so nobody has to be told.
  if (purpose === 'preview') return;
  await recordAttemptIn(tx, companyId, integrationId, {
    keyId: null,
    userId: null,
    isKeyRefusal: false,
    count: 1,
    requestId: syncId,
    syncId,
    status,
    code,
    detail: right ? `${detail} ${field}: ${right}` : detail,
    errors,
    errorCount,
  });
}
