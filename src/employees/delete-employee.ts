import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { tell } from '../events/tell.ts';
import { refused } from '../refusals.ts';
import { inDay } from '../tickets/open-day.ts';
import { deletePerson, selectByHandForUpdate } from './by-hand-sql.ts';

/** Deletes a person who was added by hand, for example by mistake, while nothing was issued for the person. */
export async function deleteEmployee(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const person = await selectByHandForUpdate(tx, day, employeeId);
    if (!person) throw notFound();
    if (person.isKeptByHr) throw refused('kept-by-hr');
    if (person.isIssued) throw refused('something-issued');
    await deletePerson(tx, day, employeeId);
    // Programs that keep a copy of the record remove it: reading it answers 404 now.
    await tell(tx, companyId, 'employee.offboarded', [{ employeeId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-deleted',
      subject: { type: 'employee', id: employeeId },
    });
  });
}
