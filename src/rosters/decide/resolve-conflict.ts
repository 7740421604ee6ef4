import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { raiseLinkVersion } from '../../domain/day/link-version.ts';
import { deleteConflictsOf } from '../../domain/rules/open-conflict-sql.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import { followNextLinks, renamedOf } from '../apply/next-links-sql.ts';
import { type ConflictName, type LockedConflict, lockConflict } from './conflicts-sql.ts';
import { emitDecision } from './emit-decision.ts';
import {
  type EntryOfLink,
  endLink,
  type FittingPerson,
  hasPresentLink,
  insertLink,
  insertPerson,
  selectFitting,
  takeOverLink,
  takeOverRecord,
} from './entry-of-link-sql.ts';

export const RESOLUTIONS = ['same-person', 'new-person', 'exchange'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Decides who holds an HR number and applies the roster's entry at once: to the record, to another person, known or
 * new, in which case the previous holder leaves, or, if two numbers were exchanged, both entries to each other's record.
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
    if (!conflict) throw noSuch('conflict', name.id);
    const employeeId = await APPLY[resolution](tx, day, conflict, actor);
    const { linkId, other } = conflict;
    await deleteConflictsOf(tx, companyId, other ? [linkId, other.linkId] : [linkId]);
    // A link to the page of a person may have reached the other one.
    for (const id of peopleOf(conflict)) await raiseLinkVersion(tx, day, id);
    for (const id of new Set([employeeId, ...(conflict.other ? peopleOf(conflict) : [])]))
      await recordChange(tx, companyId, {
        actor,
        action: 'sync-conflict-resolved',
        subject: { type: 'employee', id },
        details: { resolution, integrationId: conflict.integrationId },
      });
    return employeeId;
  });
}

/** Each returns the person who has the number of the conflict from now on. */
const APPLY: Record<
  Resolution,
  (tx: Transaction, day: OpenDay, conflict: LockedConflict, actor: Actor) => Promise<number>
> = { 'same-person': applyToSamePeople, 'new-person': applyToOtherPerson, exchange: exchangeNumbers };

const peopleOf = ({ employeeId, other }: LockedConflict): number[] =>
  other ? [employeeId, other.employeeId] : [employeeId];

/** Of two numbers that seem to have been exchanged, each stays with its person. */
async function applyToSamePeople(
  tx: Transaction,
  day: OpenDay,
  conflict: LockedConflict,
  actor: Actor,
): Promise<number> {
  await applyToSamePerson(tx, day, conflict, actor);
  if (conflict.other) await applyToSamePerson(tx, day, { ...conflict, ...conflict.other }, actor);
  return conflict.employeeId;
}

/** Each of the two people gets the number of the other one, by a new link: both are renumbered. */
async function exchangeNumbers(
  tx: Transaction,
  day: OpenDay,
  conflict: LockedConflict,
  actor: Actor,
): Promise<number> {
  const { other, runId } = conflict;
  if (!other) throw refused('not-exchanged');
  for (const { linkId } of [conflict, other]) await endLink(tx, day, { linkId, runId });
  const first = { ...conflict, employeeId: other.employeeId };
  const second = { ...conflict, listed: other.listed };
  for (const entry of [first, second]) {
    const linkId = await insertLink(tx, day, entry);
    await takeOver(tx, day, { ...entry, linkId }, actor, 'listed');
  }
  return other.employeeId;
}

async function applyToSamePerson(
  tx: Transaction,
  day: OpenDay,
  entry: EntryOfLink,
  actor: Actor,
): Promise<void> {
  const wasLinked = await hasPresentLink(tx, day.companyId, entry.employeeId);
  await takeOverLink(tx, day, entry);
  await takeOver(tx, day, entry, actor, wasLinked ? 'listed' : 'returned');
}

/** Gives the number to the person that the entry describes, or to a new person. The previous holder leaves. */
async function applyToOtherPerson(
  tx: Transaction,
  day: OpenDay,
  conflict: LockedConflict,
  actor: Actor,
): Promise<number> {
  const fitting = await selectFitting(tx, day.companyId, conflict);
  const listed = fitting.find(({ hrId }) => hrId !== null);
  if (listed?.hrId) throw refused('listed-under-number', { number: listed.hrId });
  await leave(tx, day, conflict, actor);
  const [known] = fitting;
  if (known) return await giveNumber(tx, day, conflict, known, actor);
  const { integrationId } = conflict;
  const employeeId = await insertPerson(tx, day, conflict.listed);
  await insertLink(tx, day, { ...conflict, employeeId });
  await emitDecision(tx, day, { employeeId, integrationId }, 'added');
  await followHrFacts(tx, day, [employeeId]);
  return employeeId;
}

async function leave(tx: Transaction, day: OpenDay, conflict: LockedConflict, actor: Actor): Promise<void> {
  const { employeeId } = conflict;
  const wasLinked = await hasPresentLink(tx, day.companyId, employeeId);
  await endLink(tx, day, conflict);
  const following = await followNextLinks(tx, day, tx`select ${employeeId}::bigint`, actor);
  if (wasLinked) await emitDecision(tx, day, conflict, 'link-ended');
  await followHrFacts(tx, day, [employeeId]);
  await reissue(tx, day, renamedOf(following));
}

async function giveNumber(
  tx: Transaction,
  day: OpenDay,
  conflict: LockedConflict,
  { employeeId, endedLinkId }: FittingPerson,
  actor: Actor,
): Promise<number> {
  const wasLinked = await hasPresentLink(tx, day.companyId, employeeId);
  const linkId = endedLinkId ?? (await insertLink(tx, day, { ...conflict, employeeId }));
  const entry = { ...conflict, employeeId, linkId };
  if (endedLinkId !== null) await takeOverLink(tx, day, entry);
  await takeOver(tx, day, entry, actor, wasLinked ? 'listed' : 'returned');
  return employeeId;
}

/** The link has the entry. What follows for the record and the subscription. */
async function takeOver(
  tx: Transaction,
  day: OpenDay,
  entry: EntryOfLink,
  actor: Actor,
  decided: 'listed' | 'returned',
): Promise<void> {
  const { employeeId } = entry;
  const record = await takeOverRecord(tx, day, entry, actor);
  const following = await followNextLinks(tx, day, tx`select ${employeeId}::bigint`, actor);
  await emitDecision(tx, day, entry, decided);
  await followHrFacts(tx, day, [employeeId]);
  await reissue(tx, day, record.isRenamed ? [employeeId] : renamedOf(following));
}
