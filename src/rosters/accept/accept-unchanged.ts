import { emit } from '../../domain/events/emit.ts';
import { commitIfDefined } from '../../platform/db/roll-back.ts';
import { together } from '../../platform/db/together.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import type { UnchangedRoster } from '../receive/incoming-roster.ts';
import { drawRun, insertRun, takeAcceptingTurn } from '../runs/runs-sql.ts';
import { isLasting, unchangedCounts } from '../runs/sync-outcomes.ts';
import {
  type Acceptance,
  type AcceptedRoster,
  isCurrent,
  mayStillSubmit,
  noLongerAllowed,
  ofPull,
  recordSubmission,
} from './accept-roster.ts';
import { type MarkedRun, passMarkOn } from './mark-sql.ts';

/**
 * Accepts a roster whose body equals, apart from its syncId, that of the marked run: the new run is over at once, and
 * everybody is unchanged. Undefined, and nothing is stored, if the mark no longer holds, if the syncId is known or if the roster is
 * outdated: then it is read, and accepted or refused like any other.
 */
export async function acceptUnchanged(
  sql: Pool,
  acceptance: Acceptance,
  mark: MarkedRun,
  roster: UnchangedRoster,
): Promise<AcceptedRoster | undefined> {
  // Most known ones: an HR system that got no answer sends the same roster again.
  if (roster.syncId === mark.syncId || !isCurrent(acceptance, mark.acceptSeq)) return undefined;
  return await commitIfDefined(sql, (tx) => takePlace(tx, acceptance, mark, roster));
}

async function takePlace(
  tx: Transaction,
  acceptance: Acceptance,
  mark: MarkedRun,
  { syncId, body }: UnchangedRoster,
): Promise<AcceptedRoster | undefined> {
  const { companyId, integrationId, submitter, scope } = acceptance;
  const { acceptSeq, entryCount, warnings } = mark;
  const [mayStill, run] = await together([mayStillSubmit(tx, companyId, submitter), drawRun(tx)]);
  if (!mayStill) throw noLongerAllowed(submitter);
  const [, isPassedOn, isInserted] = await together([
    takeAcceptingTurn(tx, integrationId),
    passMarkOn(tx, companyId, integrationId, mark, run.id),
    insertRun(tx, companyId, {
      ...run,
      integrationId,
      syncId,
      acceptSeq: acceptSeq + 1,
      ...submitter,
      scope,
      body,
      entryCount,
      warnings: warnings.filter(isLasting),
      counts: unchangedCounts(entryCount, mark.invalid),
      ...ofPull(acceptance),
      sameAsRunId: mark.readRunId,
    }),
    emit(tx, companyId, 'sync.succeeded', [{ hrIntegrationId: integrationId, syncId }]),
  ]);
  if (!isPassedOn || !isInserted) return undefined;
  await recordSubmission(tx, acceptance, run.id, entryCount);
  await acceptance.onAccept?.(tx, run.id);
  return { runId: run.id, version: acceptSeq + 1 };
}
