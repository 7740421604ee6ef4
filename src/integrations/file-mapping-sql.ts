import type { Sql } from '../db/types.ts';
import type { ColumnChoice, FileMapping } from './file-mapping.ts';

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
