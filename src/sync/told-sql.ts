import type { Fragment } from '../db/fragments.ts';
import type { Sql, Transaction } from '../db/types.ts';
import { tell } from '../events/tell.ts';
import type { Outcome } from './vocabulary.ts';

/** Which sync an event tells of. */
export interface ToldRun {
  companyId: number;
  integrationId: number;
  syncId: string;
}

/** The fields that tell which sync it was, as arguments of jsonb_build_object. */
export function fieldsOfRun(sql: Sql, { integrationId, syncId }: ToldRun): Fragment {
  return sql`'hrIntegrationId', ${integrationId}::bigint, 'syncId', ${syncId}::text`;
}

/** A change of a sync as it was written. */
export interface WrittenChange {
  id: number;
  employeeId: number;
  outcome: Outcome;
}

/** The outcomes that an event tells about the person. A conflict is told as such, and a held end when it is approved. */
const TOLD_OUTCOMES = {
  'employee.updated': ['adopted', 'renumbered', 'updated', 'unlinked'],
  'employee.offboarded': ['offboarded'],
  'employee.returned': ['rehired'],
} as const satisfies Record<string, readonly Outcome[]>;

export async function tellChanges(
  tx: Transaction,
  { companyId, integrationId, syncId }: ToldRun,
  changes: readonly WrittenChange[],
): Promise<void> {
  const ordered = changes.toSorted((one, other) => one.id - other.id);
  for (const [type, outcomes] of Object.entries(TOLD_OUTCOMES)) {
    const told = ordered.filter(({ outcome }) => (outcomes as readonly Outcome[]).includes(outcome));
    await tell(
      tx,
      companyId,
      type as keyof typeof TOLD_OUTCOMES,
      told.map(({ employeeId }) => ({ employeeId, hrIntegrationId: integrationId, syncId })),
    );
  }
}
