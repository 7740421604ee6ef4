import { randomUUID } from 'node:crypto';
import { selectHoldRule } from '../../company/integrations/integrations-sql.ts';
import { requireKnown } from '../../company/integrations/require-known.ts';
import type { Scope } from '../../domain/access/scope.ts';
import type { Employee } from '../../people/employees/employee.ts';
import { selectEmployees } from '../../people/employees/employees-sql.ts';
import { cancelOnAbort } from '../../platform/db/cancel-statements.ts';
import { drawId } from '../../platform/db/draw-ids.ts';
import { rollBackAfter } from '../../platform/db/roll-back.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import type { ReceivedRoster } from '../receive/incoming-roster.ts';
import { keepEntries } from '../receive/keep-entries.ts';
import type { Change } from '../runs/list-changes.ts';
import { countOpenRuns, type Outcomes } from '../runs/runs-sql.ts';
import { applyRoster, type OnProgress } from './apply-roster.ts';
import { insertPreviewRun, selectFirstChanges } from './preview-sql.ts';

/** The number of people shown for each outcome. */
export const MAX_SHOWN = 100;

export interface PreviewedChange extends Change {
  before: Employee | undefined;
  after: Employee | undefined;
}

export interface Preview extends Outcomes {
  unfinishedRuns: number;
  changes: PreviewedChange[];
}

export interface TrialOptions {
  onProgress?: OnProgress;
  /** The number of people shown who would leave. */
  maxLeavers?: number;
  /** Somebody employed who is missing would be held. */
  holdsMissing?: boolean;
}

interface Trial extends Outcomes {
  changes: Change[];
  after: Map<number, Employee>;
}

/**
 * Applies a roster, reads the result and rolls back. So a preview cannot differ from the run, unless data
 * changes in between.
 */
export async function previewRoster(
  sql: Pool,
  companyId: number,
  integrationId: number,
  /** The integrations that the sender is restricted to. */
  scope: Scope,
  roster: ReceivedRoster,
  /** Stops the preview when the signal aborts, by statements on another pool. */
  stop: { signal: AbortSignal; short: Pool },
  options: TrialOptions = {},
): Promise<Preview> {
  const { changes, after, ...outcomes } = await rollBackAfter(sql, (tx) =>
    cancelOnAbort(tx, stop, () => tryOut(tx, companyId, integrationId, scope, roster, options)),
  );
  const before = await recordsOf(sql, companyId, changes);
  return {
    ...outcomes,
    warnings: [...roster.warnings, ...outcomes.warnings],
    unfinishedRuns: (await countOpenRuns(sql, companyId, integrationId)).unfinished,
    changes: changes.map((change) => {
      const id = change.employeeId ?? 0;
      return { ...change, before: before.get(id), after: after.get(id) };
    }),
  };
}

async function tryOut(
  tx: Transaction,
  companyId: number,
  integrationId: number,
  scope: Scope,
  roster: ReceivedRoster,
  { onProgress, maxLeavers = MAX_SHOWN, holdsMissing = false }: TrialOptions,
): Promise<Trial> {
  return await inDay(tx, companyId, 'short', async (day) => {
    // The integration is not locked, so rosters can be accepted meanwhile. The company's lock serialises
    // previews.
    await requireKnown(tx, companyId, integrationId);
    const { entryCount } = roster;
    const uploadId = roster.upload?.key.uploadId ?? (await drawId(tx, 'roster_uploads'));
    await keepEntries(tx, { companyId, uploadId }, integrationId, roster);
    const syncId = randomUUID();
    const runId = await insertPreviewRun(tx, companyId, integrationId, { uploadId, syncId });
    const outcomes = await applyRoster(tx, day, {
      companyId,
      integrationId,
      uploadId,
      runId,
      syncId,
      entryCount,
      repeatsEmails: roster.warnings.some(({ code }) => code === 'email-used-twice'),
      scope,
      holdsMissing,
      hold: await selectHoldRule(tx, companyId, integrationId),
      ...(onProgress && { onProgress }),
    });
    const changes = await selectFirstChanges(tx, companyId, runId, { max: MAX_SHOWN, maxLeavers });
    return { ...outcomes, changes, after: await recordsOf(tx, companyId, changes) };
  });
}

async function recordsOf(
  sql: Sql,
  companyId: number,
  changes: readonly Change[],
): Promise<Map<number, Employee>> {
  const ids = [...new Set(changes.flatMap(({ employeeId }) => employeeId ?? []))];
  const employees = await selectEmployees(sql, companyId, ids);
  return new Map(employees.map((employee) => [employee.id, employee]));
}
