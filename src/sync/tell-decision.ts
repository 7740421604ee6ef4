import type { OpenDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { tell } from '../events/tell.ts';
import { isLinked } from './entry-of-link-sql.ts';

/** Tells what a decision means for a person, once the links are written. */
export async function tellDecision(
  tx: Transaction,
  { companyId }: OpenDay,
  { employeeId, integrationId }: { employeeId: number; integrationId: number },
  decided: 'added' | 'listed' | 'returned' | 'link-ended',
): Promise<void> {
  const type =
    decided === 'added' || decided === 'returned'
      ? (`employee.${decided}` as const)
      : decided === 'listed' || (await isLinked(tx, companyId, employeeId))
        ? 'employee.updated'
        : 'employee.offboarded';
  await tell(tx, companyId, type, [{ employeeId, hrIntegrationId: integrationId }]);
}
