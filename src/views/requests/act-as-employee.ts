import { recordChange } from '../../domain/audit/record-change.ts';
import { rollBackPart } from '../../platform/db/roll-back.ts';
import type { Transaction } from '../../platform/db/types.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import type { EmployeeAction } from '../../tickets/subscriptions/actions/employee-actions.ts';
import { type ActInput, actInDay, requireStanding } from './act-in-day.ts';
import { makeRequest } from './make-request.ts';
import { type Confirmed, type Outcome, requireConfirmed } from './outcome.ts';
import { actorOf, type Visit } from './visit.ts';

/** What the action would mean today. The caller rolls it back. */
export async function tryAction(
  tx: Transaction,
  owner: PageOwner,
  action: EmployeeAction,
  input: ActInput,
): Promise<Outcome> {
  const { companyId, employeeId } = owner;
  return await inDay(tx, companyId, 'short', async (day) => {
    if ((await requireStanding(tx, day, employeeId)).mode === 'none') throw refused('acts-switched-off');
    return await actInDay(tx, day, employeeId, actorOf(owner), action, input);
  });
}

/** Does it at once, or asks HR, as the company has decided. `confirmed` is what the page has shown. */
export async function actAsEmployee(
  tx: Transaction,
  owner: PageOwner,
  action: EmployeeAction,
  input: ActInput,
  confirmed: Confirmed,
  visit: Visit,
): Promise<'done' | 'asked'> {
  const { companyId, employeeId } = owner;
  return await inDay(tx, companyId, 'short', async (day) => {
    const { mode } = await requireStanding(tx, day, employeeId);
    if (mode === 'none') throw refused('acts-switched-off');
    const act = (part: Transaction) => actInDay(part, day, employeeId, actorOf(owner), action, input);
    if (mode === 'ask') {
      const outcome = await rollBackPart(tx, act);
      requireConfirmed(outcome, confirmed);
      await makeRequest(tx, day, employeeId, action, input, outcome, visit);
      return 'asked';
    }
    requireConfirmed(await act(tx), confirmed);
    await recordChange(tx, companyId, {
      actor: actorOf(owner),
      action: 'employee-acted',
      subject: { type: 'employee', id: employeeId },
      details: { act: action, linkClass: visit.linkClass, address: visit.address, browser: visit.browser },
    });
    return 'done';
  });
}
