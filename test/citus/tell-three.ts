import { emit } from '../../src/domain/events/emit.ts';
import type { Transaction } from '../../src/platform/db/types.ts';

/** Tells three events in statements of their own, with a number of the transaction in them. */
export async function tellThree(tx: Transaction, companyId: number, transaction: number): Promise<void> {
  for (let part = 0; part < 3; part++)
    await emit(tx, companyId, 'ticket.issued', [{ employeeId: transaction }]);
}
