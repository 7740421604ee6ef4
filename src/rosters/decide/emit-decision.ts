import type { OpenDay } from '../../domain/day/company-day.ts';
import { emit } from '../../domain/events/emit.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { hasPresentLink } from './entry-of-link-sql.ts';

/** Emits the event of a decision about a person, after the links are written. */
export async function emitDecision(
  tx: Transaction,
  { companyId }: OpenDay,
  { employeeId, integrationId }: { employeeId: number; integrationId: number },
  decided: 'added' | 'listed' | 'returned' | 'link-ended',
): Promise<void> {
  const type =
    decided === 'added' || decided === 'returned'
      ? (`employee.${decided}` as const)
      : decided === 'listed' || (await hasPresentLink(tx, companyId, employeeId))
        ? 'employee.updated'
        : 'employee.offboarded';
  await emit(tx, companyId, type, [{ employeeId, hrIntegrationId: integrationId }]);
}
