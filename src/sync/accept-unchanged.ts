import { together } from '../db/together.ts';
import type { Transaction } from '../db/types.ts';
import { tell } from '../events/tell.ts';
import type { UnchangedRoster } from '../roster/receive-roster.ts';
import { type Acceptance, mayStillSubmit, recordSubmission, requireStillAllowed } from './accept-roster.ts';
import { lockOpenIntegration } from './mark-sql.ts';
import { drawRun, findRun, insertRun } from './sql.ts';
import { isLasting, unchangedCounts } from './vocabulary.ts';

/**
 * Accepts a roster whose body equals, apart from its syncId, that of the last applied run: the run is over at once, and
 * everybody is unchanged. Undefined if that no longer holds now that the integration is locked, or if the syncId is
 * known: then the roster is read and accepted like any other.
 */
export async function acceptUnchanged(
  tx: Transaction,
  acceptance: Acceptance,
  { syncId, body, mark }: UnchangedRoster,
): Promise<number | undefined> {
  const { companyId, integrationId, submitter } = acceptance;
  const [integration, mayStill, known, run] = await together([
    lockOpenIntegration(tx, companyId, integrationId),
    mayStillSubmit(tx, companyId, submitter),
    findRun(tx, companyId, integrationId, { syncId }),
    drawRun(tx),
  ]);
  const { lastAcceptSeq, mark: marked } = requireStillAllowed(integration, mayStill, submitter);
  if (known || marked?.runId !== mark.runId) return undefined;
  await together([
    insertRun(tx, companyId, {
      ...run,
      integrationId,
      syncId,
      acceptSeq: lastAcceptSeq + 1,
      ...submitter,
      body,
      entryCount: marked.entryCount,
      warnings: marked.warnings.filter(isLasting),
      counts: unchangedCounts(marked.entryCount),
    }),
    tell(tx, companyId, 'sync.succeeded', [{ hrIntegrationId: integrationId, syncId }]),
  ]);
  await recordSubmission(tx, acceptance, run.id, marked.entryCount);
  return run.id;
}
