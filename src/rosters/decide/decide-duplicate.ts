import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import { followNextLinks, renamedOf } from '../apply/next-links-sql.ts';
import {
  type DuplicateName,
  type LockedDuplicate,
  lockDuplicate,
  rememberDecision,
} from '../plan/duplicates-sql.ts';
import type { DuplicateDecision } from '../runs/sync-outcomes.ts';
import { emitDecision } from './emit-decision.ts';
import { endLink, insertLink, insertPerson } from './entry-of-link-sql.ts';

/**
 * Stores the decision whether two numbers are one person. Returns the employee of the second number: the same as the first
 * one's, or a separate one.
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
    if (!duplicate) throw noSuch('possible duplicate', name.id);
    const employeeId =
      decision === 'same-person' ? await beOne(tx, day, duplicate, actor) : await beTwo(tx, day, duplicate);
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

async function beOne(
  tx: Transaction,
  day: OpenDay,
  duplicate: LockedDuplicate,
  actor: Actor,
): Promise<number | null> {
  const { employeeId, linkId, runId, firstEmployeeId } = duplicate;
  if (employeeId !== null && linkId !== null) {
    await endLink(tx, day, { linkId, runId });
    const following = await followNextLinks(tx, day, tx`select ${employeeId}::bigint`, actor);
    await emitDecision(tx, day, { ...duplicate, employeeId }, 'link-ended');
    await followHrFacts(tx, day, [employeeId]);
    await reissue(tx, day, renamedOf(following));
  }
  return firstEmployeeId;
}

async function beTwo(tx: Transaction, day: OpenDay, duplicate: LockedDuplicate): Promise<number> {
  if (duplicate.employeeId !== null) return duplicate.employeeId;
  const employeeId = await insertPerson(tx, day, duplicate.listed);
  await insertLink(tx, day, { ...duplicate, employeeId });
  await emitDecision(tx, day, { ...duplicate, employeeId }, 'added');
  await followHrFacts(tx, day, [employeeId]);
  return employeeId;
}
