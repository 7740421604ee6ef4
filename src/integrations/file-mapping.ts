import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { updateFileMapping } from './file-mapping-sql.ts';
import { lockIntegration } from './sql.ts';

/** How dates with slashes are written. */
export const SLASH_DATES = ['MM/DD/YYYY', 'DD/MM/YYYY'] as const;

/** What a column holds, by its heading: the name of a field, or null if the column is not used. */
export interface ColumnChoice {
  heading: string;
  column: string | null;
}

/** What people have said about the columns of roster files. Columns that are not named are guessed by the portal. */
export interface FileMapping {
  columns: ColumnChoice[];
  /** The same for files that have only absences. */
  absenceColumns: ColumnChoice[];
  dates: (typeof SLASH_DATES)[number] | null;
}

/** Remembers a mapping for the integration's next file. It has no effect on rosters that programs send. */
export async function rememberFileMapping(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  mapping: FileMapping,
): Promise<void> {
  if (!(await lockIntegration(tx, companyId, id))) throw notFound();
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
