import { type Actor, recordChange } from '../audit/record-change.ts';
import type { OpenDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { followHrFacts } from '../subscriptions/follow-hr-facts.ts';
import { openDay } from '../tickets/open-day.ts';
import { reissue } from '../tickets/reissue.ts';
import {
  type Conflict,
  type ConflictName,
  deleteConflict,
  endLinkOfConflict,
  insertPersonOfConflict,
  lockConflict,
  takeOverLink,
  takeOverRecord,
} from './conflicts-sql.ts';

export const RESOLUTIONS = ['same-person', 'new-person'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * Says who the holder of a personnel number is, and does at once what the roster asks for: the record takes over what
 * it says, or the number goes to a new person and whoever had it leaves.
 */
export async function resolveConflict(
  tx: Transaction,
  companyId: number,
  name: ConflictName,
  actor: Actor,
  resolution: Resolution,
): Promise<number> {
  const day = await openDay(tx, companyId, 'short');
  const conflict = await lockConflict(tx, companyId, name);
  if (!conflict) throw notFound();
  const employeeId =
    resolution === 'same-person' ? await beSame(tx, day, conflict) : await beAnother(tx, day, conflict);
  await deleteConflict(tx, companyId, conflict.id);
  await recordChange(tx, companyId, {
    actor,
    action: 'sync-conflict-resolved',
    subject: { type: 'employee', id: employeeId },
    details: { resolution, integrationId: conflict.integrationId },
  });
  return employeeId;
}

async function beSame(tx: Transaction, day: OpenDay, conflict: Conflict): Promise<number> {
  await takeOverLink(tx, day, conflict);
  const isRenamed = await takeOverRecord(tx, day, conflict);
  await followHrFacts(tx, day, [conflict.employeeId]);
  if (isRenamed) await reissue(tx, day, [conflict.employeeId]);
  return conflict.employeeId;
}

async function beAnother(tx: Transaction, day: OpenDay, conflict: Conflict): Promise<number> {
  await endLinkOfConflict(tx, day, conflict);
  const employeeId = await insertPersonOfConflict(tx, day, conflict);
  await followHrFacts(tx, day, [conflict.employeeId, employeeId]);
  return employeeId;
}
