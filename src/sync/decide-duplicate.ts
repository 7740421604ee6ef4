import { type Actor, recordChange } from '../audit/record-change.ts';
import type { OpenDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { followHrFacts } from '../subscriptions/follow-hr-facts.ts';
import { inDay } from '../tickets/open-day.ts';
import { insertPersonOfEntry } from './conflicts-sql.ts';
import {
  type DuplicateName,
  endLinkOfDuplicate,
  type LockedDuplicate,
  lockDuplicate,
  rememberDecision,
} from './duplicates-sql.ts';
import { tellDecision } from './tell-decision.ts';
import type { DuplicateDecision } from './vocabulary.ts';

/**
 * Decides whether two numbers are one person, and remembers it. Returns the person of the other number: that of the
 * first one, or a person of its own.
 */
export async function decideDuplicate(
  tx: Transaction,
  companyId: number,
  name: DuplicateName,
  actor: Actor,
  decision: DuplicateDecision,
): Promise<number | null> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const duplicate = await lockDuplicate(tx, companyId, name);
    if (!duplicate) throw notFound();
    const employeeId =
      decision === 'same-person' ? await beOne(tx, day, duplicate) : await beTwo(tx, day, duplicate);
    await rememberDecision(tx, day, duplicate.id, decision);
    const { integrationId } = duplicate;
    await recordChange(tx, companyId, {
      actor,
      action: 'sync-duplicate-decided',
      subject:
        employeeId === null
          ? { type: 'hr-integration', id: integrationId }
          : { type: 'employee', id: employeeId },
      details: { decision, integrationId },
    });
    return employeeId;
  });
}

async function beOne(tx: Transaction, day: OpenDay, duplicate: LockedDuplicate): Promise<number | null> {
  const { employeeId, firstEmployeeId } = duplicate;
  if (employeeId !== null) {
    await endLinkOfDuplicate(tx, day, duplicate);
    await tellDecision(tx, day, { ...duplicate, employeeId }, 'link-ended');
    await followHrFacts(tx, day, [employeeId]);
  }
  return firstEmployeeId;
}

async function beTwo(tx: Transaction, day: OpenDay, duplicate: LockedDuplicate): Promise<number> {
  if (duplicate.employeeId !== null) return duplicate.employeeId;
  const employeeId = await insertPersonOfEntry(tx, day, duplicate);
  await tellDecision(tx, day, { ...duplicate, employeeId }, 'added');
  await followHrFacts(tx, day, [employeeId]);
  return employeeId;
}
