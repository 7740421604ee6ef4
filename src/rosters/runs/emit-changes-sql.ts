import { emit } from '../../domain/events/emit.ts';
import { EMITTED_OUTCOMES } from '../../domain/events/event-types.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { Outcome } from './sync-outcomes.ts';

/** The sync that an event is about. */
export interface EmittingRun {
  companyId: number;
  integrationId: number;
  syncId: string;
}

/** The fields that identify the sync, as arguments of jsonb_build_object. */
export function fieldsOfRun(sql: Sql, { integrationId, syncId }: EmittingRun): Fragment {
  return sql`'hrIntegrationId', ${integrationId}::bigint, 'syncId', ${syncId}::text`;
}

/** A change of a sync as it was written. */
export interface WrittenChange {
  id: number;
  employeeId: number;
  outcome: Outcome;
}

/** Events of newcomers, conflicts and waiting entries are emitted by the statements that insert them. */
const TYPES_OF_CHANGES = ['employee.updated', 'employee.offboarded', 'employee.returned'] as const;

export async function emitChanges(
  tx: Transaction,
  { companyId, integrationId, syncId }: EmittingRun,
  changes: readonly WrittenChange[],
): Promise<void> {
  const ordered = changes.toSorted((one, other) => one.id - other.id);
  for (const type of TYPES_OF_CHANGES) {
    const outcomes: readonly Outcome[] = EMITTED_OUTCOMES[type];
    const matching = ordered.filter(({ outcome }) => outcomes.includes(outcome));
    await emit(
      tx,
      companyId,
      type,
      matching.map(({ employeeId }) => ({ employeeId, hrIntegrationId: integrationId, syncId })),
    );
  }
}
