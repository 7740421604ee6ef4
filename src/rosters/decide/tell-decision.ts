import type { OpenDay } from '../../domain/day/company-day.ts';
import { tell } from '../../domain/events/tell.ts';
import type { Transaction } from '../../platform/db/types.ts';
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
