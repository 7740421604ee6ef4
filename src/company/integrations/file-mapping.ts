import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { type FileMapping, updateFileMapping } from './file-mapping-sql.ts';
import { lockIntegration } from './integrations-sql.ts';

/** Remembers a mapping for the integration's next file. It has no effect on rosters that programs send. */
export async function rememberFileMapping(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  mapping: FileMapping,
): Promise<void> {
  if (!(await lockIntegration(tx, companyId, id))) throw noSuch('integration', id);
  await updateFileMapping(tx, companyId, id, mapping);
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-integration-changed',
    subject: { type: 'hr-integration', id },
    details: {
      fileColumns: [...mapping.columns, ...mapping.absenceColumns].map(
        ({ heading, column }) => `${heading}=${column ?? ''}`,
      ),
      ...(mapping.dates && { fileDates: mapping.dates }),
    },
  });
}
