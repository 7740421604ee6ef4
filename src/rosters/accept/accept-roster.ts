import { isKeyUsable } from '../../company/api-keys/keys-sql.ts';
import { requireConnected } from '../../company/integrations/require-connected.ts';
import { mayNow } from '../../domain/access/rights-sql.ts';
import { narrower, type Scope } from '../../domain/access/scope.ts';
import { OPERATOR, recordChange } from '../../domain/audit/record-change.ts';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import { drawId } from '../../platform/db/draw-ids.ts';
import { together } from '../../platform/db/together.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { ReceivedRoster } from '../receive/incoming-roster.ts';
import { keepEntries } from '../receive/keep-entries.ts';
import { expireUpload } from '../receive/uploads-sql.ts';
import {
  type AcceptingIntegration,
  countOpenRuns,
  countResubmission,
  drawRun,
  findRun,
  insertRun,
  type KnownRun,
  queueAgain,
  selectAcceptingIntegration,
  setLastRun,
  supersedeFailed,
  supersedeHeld,
  takeAcceptingTurn,
} from '../runs/runs-sql.ts';

/** The sender of a roster: an API key, a signed-in portal user, or, without an id, the operator. */
export type Submitter = { keyId: number | null; userId: null } | { keyId: null; userId: number };

export interface Acceptance {
  companyId: number;
  integrationId: number;
  submitter: Submitter;
  /** The integrations that the sender is restricted to. */
  scope: Scope;
  limits: RosterLimits;
  /** The roster is accepted only while the integration has one of these versions. Undefined: whatever its version is. */
  versions?: readonly number[] | undefined;
  /** The run whose roster is sent again. */
  repeatsRunId?: number | undefined;
  /** The service has fetched the roster. `holdsMissing`: the HR system lists people who have left, so somebody who is missing is held. */
  pull?: { holdsMissing: boolean };
  /**
   * Called in the transaction that accepts the roster, also if it changes nothing or its syncId is known. If it throws, the roster is
   * not accepted.
   */
  onAccept?: (tx: Transaction, runId: number) => Promise<void>;
}

/**
 * The outcomes of a roster with a known syncId. A failed run is queued again with the new body, or superseded by a later roster.
 * Otherwise the body is ignored.
 */
export const RESUBMISSIONS = ['same-body', 'other-body', 'queued-again', 'superseded'] as const;

export interface AcceptedRoster {
  runId: number;
  /** The version of the integration that the roster made: its number among the accepted ones. */
  version: number;
  /** Undefined if the syncId is new. */
  resubmitted?: (typeof RESUBMISSIONS)[number];
}

/**
 * Accepts a received roster. Once this transaction commits, the roster is durable and will be applied exactly
 * once; otherwise nothing is stored. A known syncId is only counted, unless its run failed.
 */
export async function acceptRoster(
  tx: Transaction,
  acceptance: Acceptance,
  roster: ReceivedRoster,
): Promise<AcceptedRoster> {
  const { companyId, integrationId, submitter, scope, limits } = acceptance;
  // Pipelined. Other rosters of the integration wait from the first statement on, so the others see what they have left.
  const [, integration, mayStill, known, open, uploadId, run] = await together([
    takeAcceptingTurn(tx, integrationId),
    selectAcceptingIntegration(tx, companyId, integrationId),
    mayStillSubmit(tx, companyId, submitter),
    findRun(tx, companyId, integrationId, { syncId: roster.syncId }),
    countOpenRuns(tx, companyId, integrationId),
    roster.upload?.key.uploadId ?? drawId(tx, 'roster_uploads'),
    drawRun(tx),
  ]);
  const { lastAcceptSeq, isPulled } = requireStillAllowed(acceptance, integration, mayStill);
  // A source may have been connected while the roster arrived.
  if (isPulled && !acceptance.pull && acceptance.repeatsRunId === undefined)
    throw refused('integration-is-pulled');
  if (known) return await resubmit(tx, acceptance, roster, uploadId, known, lastAcceptSeq);
  if (!isCurrent(acceptance, lastAcceptSeq)) throw outdated(lastAcceptSeq);
  if (open.unfinished >= limits.unfinishedRuns) throw tooManyUnfinished(limits.unfinishedRuns);
  const { syncId, body, entryCount, warnings } = roster;
  const next = { ...run, integrationId, syncId, acceptSeq: lastAcceptSeq + 1 };
  // One that is being decided about is left to the decision: this roster is applied after it.
  if (open.held > 0) await supersedeHeld(tx, companyId, next, 'unless-locked');
  const [, isInserted] = await together([
    keepEntries(tx, { companyId, uploadId }, integrationId, roster),
    insertRun(tx, companyId, {
      ...next,
      ...{ uploadId, ...submitter, scope, body, entryCount, warnings, ...ofPull(acceptance) },
      repeatsRunId: acceptance.repeatsRunId ?? null,
    }),
    setLastRun(tx, companyId, next),
  ]);
  // Until 0.4: a node of 0.2.0 takes no turn, and has just accepted another roster of the integration. Then this is a defect.
  if (!isInserted) throw acceptedElsewhere();
  await recordSubmission(tx, acceptance, run.id, entryCount);
  return { runId: run.id, version: next.acceptSeq };
}

/** What a run stores about the pull that made it. */
export const ofPull = ({ pull }: Acceptance) => ({
  isPulled: pull !== undefined,
  holdsMissing: pull?.holdsMissing ?? false,
});

/** Whether the sender knows the latest accepted roster, or does not care. */
export const isCurrent = ({ versions }: Acceptance, lastAcceptSeq: number) =>
  versions?.includes(lastAcceptSeq) ?? true;

async function resubmit(
  tx: Transaction,
  acceptance: Acceptance,
  roster: ReceivedRoster,
  uploadId: number,
  run: KnownRun,
  lastAcceptSeq: number,
): Promise<AcceptedRoster> {
  const { companyId, integrationId, scope } = acceptance;
  const hasSameBody = run.digest.equals(roster.body.digest);
  const known = { runId: run.id, version: run.acceptSeq };
  await countResubmission(tx, companyId, run.id, !hasSameBody);
  if (run.status === 'failed' && run.acceptSeq === lastAcceptSeq) {
    await keepEntries(tx, { companyId, uploadId }, integrationId, roster);
    // Another sender neither widens what the run may match, nor gets more than its own scope.
    await queueAgain(tx, companyId, run.id, { uploadId, ...roster, scope: narrower(run.scope, scope) });
    await recordSubmission(tx, acceptance, run.id, roster.entryCount);
    return { ...known, resubmitted: 'queued-again' };
  }
  if (roster.upload) await expireUpload(tx, companyId, uploadId);
  if (run.status === 'failed') {
    await supersedeFailed(tx, companyId, run.id);
    return { ...known, resubmitted: 'superseded' };
  }
  return { ...known, resubmitted: hasSameBody ? 'same-body' : 'other-body' };
}

function requireStillAllowed(
  { integrationId, submitter }: Acceptance,
  integration: AcceptingIntegration | undefined,
  mayStill: boolean,
): AcceptingIntegration {
  const connected = requireConnected(integration, integrationId);
  if (!mayStill) throw noLongerAllowed(submitter);
  return connected;
}

/** Checked again: the upload may have taken long since authentication. */
export async function mayStillSubmit(tx: Transaction, companyId: number, by: Submitter): Promise<boolean> {
  if (by.keyId !== null) return await isKeyUsable(tx, by.keyId);
  return by.userId === null || (await mayNow(tx, companyId, by.userId, 'change-people'));
}

export const noLongerAllowed = ({ keyId }: Submitter) =>
  keyId === null
    ? new AppError('role-required', 'Your role may not send rosters any more.')
    : new AppError('invalid-credentials', 'The key was revoked or has expired during the upload.');

/** Runs record what HR systems send and what was fetched. A roster that a person sends is also in the audit log. */
export async function recordSubmission(
  tx: Transaction,
  { companyId, integrationId, submitter: { keyId, userId }, repeatsRunId, pull }: Acceptance,
  runId: number,
  entries: number,
): Promise<void> {
  if (pull || keyId !== null) return;
  await recordChange(tx, companyId, {
    actor: userId === null ? OPERATOR : { type: 'portal-user', id: userId },
    action: repeatsRunId === undefined ? 'roster-submitted' : 'roster-sent-again',
    subject: { type: 'hr-integration', id: integrationId },
    details: { runId, entries, ...(repeatsRunId !== undefined && { repeatsRunId }) },
  });
}

const acceptedElsewhere = () =>
  new AppError(
    'busy',
    'Another roster of this integration is being accepted. Please try again in a moment.',
    {
      retryAfterSeconds: 1,
    },
  );

const outdated = (version: number) =>
  new AppError(
    'roster-outdated',
    `The integration has version ${version}. Read what has changed, then decide whether to send this roster.`,
  );

export const tooManyUnfinished = (max: number) =>
  new AppError(
    'too-many-unfinished-runs',
    `${max} rosters of this integration wait to be applied. Please send this one again later.`,
    { retryAfterSeconds: 30 },
  );
