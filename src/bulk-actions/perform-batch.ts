import type { Actor } from '../audit/record-change.ts';
import { isDatabaseUnavailable } from '../db/failures.ts';
import type { Transaction } from '../db/types.ts';
import { sendPageLink } from '../employee-page/send-page-link.ts';
import { AppError } from '../errors.ts';
import { perform } from '../subscriptions/actions/perform.ts';
import { inDay } from '../tickets/open-day.ts';
import { selectNextPeople, selectUnfinished, setFinished, setOutcome } from './sql.ts';
import type { BulkActionName, BulkInput } from './vocabulary.ts';

/** A batch holds the company's lock. Other people's actions wait for it. */
const PEOPLE_OF_A_BATCH = 25;

/**
 * Does the oldest action of the company for its next people, in one transaction under the company's lock: the people of a
 * batch are done together with their outcomes, or not at all. A refusal concerns one person only. Returns whether
 * people are left, and errors that nobody expected.
 */
export async function performBatch(
  tx: Transaction,
  companyId: number,
  { most = PEOPLE_OF_A_BATCH }: { most?: number } = {},
): Promise<{ isLeft: boolean; failures: unknown[] }> {
  return await inDay(tx, companyId, 'short', async () => {
    const order = await selectUnfinished(tx, companyId);
    if (!order) return { isLeft: false, failures: [] };
    const actor: Actor = { type: 'portal-user', id: order.userId };
    const people = await selectNextPeople(tx, companyId, order.id, most);
    const failures: unknown[] = [];
    for (const employeeId of people) {
      const person = { bulkActionId: order.id, employeeId };
      try {
        await tx.savepoint((one) => performOne(one, companyId, person, actor, order.action, order.input));
        await setOutcome(tx, companyId, person, { outcome: 'done' });
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        const { reason, values } = error instanceof AppError ? error.details : {};
        if (!reason) failures.push(error);
        await setOutcome(
          tx,
          companyId,
          person,
          reason ? { outcome: 'refused', reason, ...(values && { values }) } : { outcome: 'failed' },
        );
      }
    }
    if (people.length < most) await setFinished(tx, companyId, order.id);
    return { isLeft: true, failures };
  });
}

async function performOne(
  tx: Transaction,
  companyId: number,
  person: { employeeId: number; bulkActionId: number },
  actor: Actor,
  action: BulkActionName,
  input: BulkInput,
): Promise<void> {
  if (action === 'send-links') await sendPageLink(tx, companyId, person, actor);
  else await perform(tx, companyId, person.employeeId, actor, action, input);
}
