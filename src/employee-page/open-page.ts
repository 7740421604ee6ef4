import { recordChange } from '../audit/record-change.ts';
import type { Sql } from '../db/types.ts';
import { proveBirthDate, type Visitor } from './prove-birth-date.ts';
import type { Owner } from './sql.ts';

/** Opens the page in a browser that is new to it. */
export async function openPage(sql: Sql, owner: Owner, dateOfBirth: string, visitor: Visitor): Promise<void> {
  await proveBirthDate(sql, owner, dateOfBirth, visitor);
  const { address, browser } = visitor;
  await recordChange(sql, owner.companyId, {
    actor: { type: 'employee', id: owner.employeeId },
    action: 'employee-page-opened',
    subject: { type: 'employee', id: owner.employeeId },
    details: { address, browser },
  });
}
