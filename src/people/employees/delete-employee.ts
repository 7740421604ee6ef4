import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
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
    await emit(tx, companyId, 'employee.offboarded', [{ employeeId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-deleted',
      subject: { type: 'employee', id: employeeId },
    });
  });
}
