import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { tell } from '../events/tell.ts';
import { inDay } from '../tickets/open-day.ts';
import { checkPerson } from './check-person.ts';
import { insertEmployee, type NewEmployee } from './sql.ts';

/** Creates a person by hand, without an HR link and without a subscription. */
export async function createEmployee(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  employee: NewEmployee,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const id = await insertEmployee(tx, day, checkPerson(employee, day.today));
    await tell(tx, companyId, 'employee.added', [{ employeeId: id }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-created',
      subject: { type: 'employee', id },
    });
    return id;
  });
}
