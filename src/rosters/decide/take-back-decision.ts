import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { raiseLinkVersion } from '../../domain/day/link-version.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import { followNextLinks, renamedOf } from '../apply/next-links-sql.ts';
import { emitDecision } from './emit-decision.ts';
import {
  deleteLinks,
  endLinksSince,
  lockDecided,
  putRecordBack,
  selectLinksSince,
  type WaitingName,
  waitAgain,
} from './waiting-decisions-sql.ts';

/**
 * Takes back a decision about an entry that waited: the person leaves the integrations of the key that sent it, and is out of
 * its scope again. The entry waits again. Returns the person.
 */
export async function takeBackDecision(
  tx: Transaction,
  companyId: number,
  name: WaitingName,
  actor: Actor,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const entry = await lockDecided(tx, companyId, name);
    if (!entry) throw noSuch('waiting entry', name.id);
    const { integrationId, employeeId } = entry;
    const links = await selectLinksSince(tx, companyId, entry.id);
    await endLinksSince(tx, day, links);
    await emitDecision(tx, day, entry, 'link-ended');
    await followHrFacts(tx, day, [employeeId]);
    await deleteLinks(tx, day, links);
    const isPutBack = await putRecordBack(tx, day, entry.id, actor);
    const following = await followNextLinks(tx, day, tx`select ${employeeId}::bigint`, actor);
    await reissue(tx, day, isPutBack ? [employeeId] : renamedOf(following));
    // The key could read the links to the person's page.
    await raiseLinkVersion(tx, day, employeeId);
    await waitAgain(tx, day, entry);
    await recordChange(tx, companyId, {
      actor,
      action: 'waiting-decision-taken-back',
      subject: { type: 'employee', id: employeeId },
      details: { integrationId },
    });
    return employeeId;
  });
}
