import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { type BreakdownField, byPartName, type PartSums, partsOf } from './breakdown-sql.ts';
import { type StatementFile, sumColumns, tableOf } from './statement-file.ts';

interface Wanted {
  /** YYYY-MM */
  month: string;
  by: BreakdownField;
}

/** The costs of a month by a field that charges have frozen, one page. */
export async function pageOfParts(
  sql: Sql,
  company: CompanyRecord,
  { month, by, ...request }: Wanted & PageRequest,
): Promise<Page<PartSums>> {
  return await pageOfRows<PartSums>(sql, partsOf(sql, company, { month, by }), byPartName(sql), request);
}

/** All parts, for a file or the command line. A company has far fewer of them than people. */
export async function readParts(
  sql: Sql,
  company: CompanyRecord,
  { month, by }: Wanted,
): Promise<PartSums[]> {
  return await sql<PartSums[]>`${partsOf(sql, company, { month, by })} ${byPartName(sql)}`;
}

export function exportBreakdown(
  read: ReadBatch,
  company: CompanyRecord,
  { month, by, language }: Wanted & { language: Language },
): StatementFile<PartSums> {
  const { columns: words, breakdown, fileName } = TEXTS[language].statements;
  async function* batches() {
    yield await read((sql) => readParts(sql, company, { month, by }));
  }
  return {
    fileName: `${fileName.csv}-${breakdown.fileName[by]}-${month}`,
    batches: batches(),
    ...tableOf<PartSums>([
      [words.month, () => month],
      [breakdown.by[by], ({ name }) => name ?? breakdown.none[by]],
      ...sumColumns(words),
    ]),
  };
}
