import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import { recordConsequences } from '../apply/changes-sql.ts';
import { followNextLinks, renamedOf } from '../apply/next-links-sql.ts';
import { noSuchRun } from '../runs/read-run.ts';
import type { RunName } from '../runs/runs-sql.ts';
import {
  countHeldPeople,
  type DecidableRun,
  endHeldLinks,
  lockHeldRun,
  renumberHeld,
  settleHeldRun,
} from './decide-sql.ts';

interface HeldRun {
  companyId: number;
  integrationId: number;
  name: RunName;
  /** The number of people that the deciding person was shown, if given. */
  expected?: number;
}

/** Approves a held run: ends or renumbers the people it names, as of today. The integration can demand that a person does. */
export async function approveRun(tx: Transaction, held: HeldRun, actor: Actor): Promise<void> {
  const { companyId, integrationId } = held;
  await inDay(tx, companyId, 'short', async (day) => {
    const { id: runId, syncId } = await requireHeld(tx, held, (run) => {
      if (run.approveBy === 'portal' && actor.type === 'api-key') throw inPortalOnly();
    });
    const renumbered = await renumberHeld(tx, day, { integrationId, runId });
    const ids = [...renumbered, ...(await endHeldLinks(tx, day, runId))].sort((a, b) => a - b);
    const following = await followNextLinks(tx, day, tx`select unnest(${ids}::bigint[])`, actor);
    const decisions = await followHrFacts(tx, day, ids);
    const ticketsReissued = await reissue(tx, day, renamedOf(following));
    await recordConsequences(tx, companyId, runId, decisions);
    await settleHeldRun(
      tx,
      { companyId, integrationId, runId, syncId },
      { status: 'succeeded', ticketsReissued },
    );
    await record(tx, held, actor, 'sync-approved', runId, ids.length);
  });
}

/** Discards a held run: all people stay. The next roster decides anew who is missing. */
export async function discardRun(tx: Transaction, held: HeldRun, actor: Actor): Promise<void> {
  const { companyId, integrationId } = held;
  await inDay(tx, companyId, 'short', async () => {
    const { id: runId, syncId } = await requireHeld(tx, held);
    await settleHeldRun(
      tx,
      { companyId, integrationId, runId, syncId },
      { status: 'discarded', ticketsReissued: 0 },
    );
    await record(tx, held, actor, 'sync-discarded', runId, 0);
  });
}

async function requireHeld(
  tx: Transaction,
  held: HeldRun,
  check: (run: DecidableRun) => void = () => {},
): Promise<DecidableRun> {
  const { companyId, integrationId, name, expected } = held;
  const run = await lockHeldRun(tx, companyId, integrationId, name);
  if (!run) throw noSuchRun(integrationId, name);
  check(run);
  if (!run.isHeld) throw refused('not-held');
  if (expected !== undefined) {
    const { people } = await countHeldPeople(tx, companyId, run.id);
    if (people !== expected) throw refused('people-changed', { people });
  }
  return run;
}

const inPortalOnly = () =>
  new AppError(
    'approval-in-portal-only',
    'A person must approve this sync in the portal: the integration demands it.',
  );

async function record(
  tx: Transaction,
  { companyId, integrationId }: HeldRun,
  actor: Actor,
  action: 'sync-approved' | 'sync-discarded',
  runId: number,
  ended: number,
): Promise<void> {
  await recordChange(tx, companyId, {
    actor,
    action,
    subject: { type: 'hr-integration', id: integrationId },
    details: { runId, ended },
  });
}
