import { triedTooOften } from '../../accounts/throttle.ts';
import { recordChange } from '../../domain/audit/record-change.ts';
import { counterOf, countUp } from '../../platform/db/counters-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { RATES } from '../../platform/limits.ts';
import type { Owner } from './employee-page-sql.ts';
import { proveBirthDate, type Visitor } from './prove-birth-date.ts';

/** Opens the page in a browser that is new to it. */
export async function openPage(sql: Sql, owner: Owner, dateOfBirth: string, visitor: Visitor): Promise<void> {
  await proveBirthDate(sql, owner, dateOfBirth, visitor);
  const { companyId, employeeId } = owner;
  const { wait } = await countUp(
    sql,
    counterOf(`pages opened of ${companyId} ${employeeId}`),
    RATES.pagesOpened,
  );
  if (wait !== undefined) throw triedTooOften(wait);
  const { address, browser } = visitor;
  await recordChange(sql, companyId, {
    actor: { type: 'employee', id: employeeId },
    action: 'employee-page-opened',
    subject: { type: 'employee', id: employeeId },
    details: { address, browser },
  });
}
