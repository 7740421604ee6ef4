import type { Sql } from '../../platform/db/types.ts';

/** How dates with slashes are written. */
export const SLASH_DATES = ['MM/DD/YYYY', 'DD/MM/YYYY'] as const;

/** The field of a column, by its heading; null if the column is not used. */
interface ColumnChoice {
  heading: string;
  column: string | null;
}

/** The columns of roster files that people have assigned. The portal guesses the others. */
export interface FileMapping {
  columns: ColumnChoice[];
  /** The same for files that have only absences. */
  absenceColumns: ColumnChoice[];
  dates: (typeof SLASH_DATES)[number] | null;
}

export async function selectFileMapping(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<Partial<FileMapping> | undefined> {
  const [row] = await sql<{ mapping: Partial<FileMapping> }[]>`
    select file_mapping as mapping from hr_integrations where company_id = ${companyId} and id = ${id}`;
  return row?.mapping;
}

export async function updateFileMapping(
  sql: Sql,
  companyId: number,
  id: number,
  { columns, absenceColumns, dates }: FileMapping,
): Promise<void> {
  const copy = (choices: readonly ColumnChoice[]) => choices.map((choice) => ({ ...choice }));
  const mapping = { columns: copy(columns), absenceColumns: copy(absenceColumns), dates };
  await sql`
    update hr_integrations set file_mapping = ${sql.json(mapping)} where company_id = ${companyId} and id = ${id}`;
}
