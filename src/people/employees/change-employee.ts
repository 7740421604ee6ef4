import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import { emit } from '../../domain/events/emit.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { followGroups } from '../../tickets/groups/follow-groups.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { followAmounts } from '../../tickets/subscriptions/follow-amounts.ts';
import { type ByHand, selectByHandForUpdate, updatePerson } from './by-hand-sql.ts';
import { checkPerson } from './check-person.ts';
import type { NewEmployee } from './employees-sql.ts';

/**
 * Edits a person who was added by hand. Once something was issued, the record must stay that of the same person: another date of
 * birth together with another first name or e-mail address means another person (docs/sync.md, "Who is who").
 */
export async function changeEmployee(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  changes: Partial<NewEmployee>,
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const before = await selectByHandForUpdate(tx, day, employeeId);
    if (!before) throw notFound();
    if (before.isKeptByHr) throw refused('kept-by-hr');
    const after = checkPerson({ ...before, ...changes }, day.today);
    if (before.isIssued && isAnother(before, after)) throw refused('another-person');
    const fields = FIELDS.filter((field) => before[field] !== (after[field] ?? null));
    if (fields.length === 0) return;
    await updatePerson(tx, day, employeeId, after, actor);
    await followAmounts(tx, day, await followGroups(tx, day, [employeeId]));
    await emit(tx, companyId, 'employee.updated', [{ employeeId }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-changed',
      subject: { type: 'employee', id: employeeId },
      // The names of the fields only: the log outlives the person.
      details: { fields },
    });
  });
}

const FIELDS = [
  ...(['firstName', 'lastName', 'email', 'dateOfBirth', 'profileImage'] as const),
  ...PAYROLL_FIELDS,
] as const;

function isAnother(before: ByHand, after: NewEmployee): boolean {
  const differs = (field: 'firstName' | 'email') =>
    before[field].toLowerCase() !== after[field].toLowerCase();
  return before.dateOfBirth !== after.dateOfBirth && (differs('firstName') || differs('email'));
}
