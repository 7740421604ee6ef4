import { type Actor, recordChange } from '../audit/record-change.ts';
import type { OpenDay } from '../day/company-day.ts';
import { raiseLinkVersion } from '../day/link-version.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { followHrFacts } from '../subscriptions/follow-hr-facts.ts';
import { inDay } from '../tickets/open-day.ts';
import { reissue } from '../tickets/reissue.ts';
import {
  type ConflictName,
  deleteConflict,
  endLinkOfConflict,
  insertPersonOfEntry,
  isLinked,
  type LockedConflict,
  lockConflict,
  takeOverLink,
  takeOverRecord,
} from './conflicts-sql.ts';
import { tellDecision } from './tell-decision.ts';

export const RESOLUTIONS = ['same-person', 'new-person'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Decides who holds an HR number and applies the roster's entry at once: to the record, or to a new person,
 * in which case the previous holder leaves.
 */
export async function resolveConflict(
  tx: Transaction,
  companyId: number,
  name: ConflictName,
  actor: Actor,
  resolution: Resolution,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const conflict = await lockConflict(tx, companyId, name);
    if (!conflict) throw notFound();
    const employeeId =
      resolution === 'same-person'
        ? await applyToSamePerson(tx, day, conflict, actor)
        : await applyToNewPerson(tx, day, conflict);
    // The link may have reached the wrong one of the two.
    await raiseLinkVersion(tx, day, conflict.employeeId);
    await deleteConflict(tx, companyId, conflict.id);
    await recordChange(tx, companyId, {
      actor,
      action: 'sync-conflict-resolved',
      subject: { type: 'employee', id: employeeId },
      details: { resolution, integrationId: conflict.integrationId },
    });
    return employeeId;
  });
}

async function applyToSamePerson(
  tx: Transaction,
  day: OpenDay,
  conflict: LockedConflict,
  actor: Actor,
): Promise<number> {
  const wasLinked = await isLinked(tx, day.companyId, conflict.employeeId);
  await takeOverLink(tx, day, conflict);
  const followsThisLink = await takeOverRecord(tx, day, conflict, actor);
  await tellDecision(tx, day, conflict, wasLinked ? 'listed' : 'returned');
  await followHrFacts(tx, day, [conflict.employeeId]);
  // The birth date differs in every conflict, and the ticket shows it.
  if (followsThisLink) await reissue(tx, day, [conflict.employeeId]);
  return conflict.employeeId;
}

async function applyToNewPerson(tx: Transaction, day: OpenDay, conflict: LockedConflict): Promise<number> {
  const { integrationId } = conflict;
  const wasLinked = await isLinked(tx, day.companyId, conflict.employeeId);
  await endLinkOfConflict(tx, day, conflict);
  if (wasLinked) await tellDecision(tx, day, conflict, 'link-ended');
  const employeeId = await insertPersonOfEntry(tx, day, conflict);
  await tellDecision(tx, day, { employeeId, integrationId }, 'added');
  await followHrFacts(tx, day, [conflict.employeeId, employeeId]);
  return employeeId;
}
