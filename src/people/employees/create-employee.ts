import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { followGroups } from '../../tickets/groups/follow-groups.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { checkPerson } from './check-person.ts';
import { insertEmployee, type NewEmployee } from './employees-sql.ts';

/** Creates a person by hand, without an HR link and without a subscription. */
export async function createEmployee(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  employee: NewEmployee,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const id = await insertEmployee(tx, day, checkPerson(employee, day.today));
    await followGroups(tx, day, [id]);
    await emit(tx, companyId, 'employee.added', [{ employeeId: id }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-created',
      subject: { type: 'employee', id },
    });
    return id;
  });
}
