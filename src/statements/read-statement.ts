import { selectCompanyDay } from '../day/company-day.ts';
import { rowsInBatches } from '../db/batches.ts';
import { type Page, type PageRequest, pageOfRows } from '../db/pages.ts';
import type { ReadBatch, Sql } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { byRecord, inNameOrder, type LineFilter, linesOf, type StatementLine } from './sql.ts';
import { readStatements, runningMonth, type Statement } from './statement.ts';

const ORDERS = { record: byRecord, name: inNameOrder } as const;

interface LineRequest extends PageRequest {
  order: keyof typeof ORDERS;
  search?: string;
}

/** The statement of a month. There is none for months ahead; a month without charges has zeros. */
export async function readStatement(sql: Sql, companyId: number, month: string): Promise<Statement> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day || month > runningMonth(day.today)) throw notFound();
  const [statement] = await readStatements(sql, day, [month]);
  if (!statement) throw new Error('a month gave no statement');
  return statement;
}

export async function pageOfLines(
  sql: Sql,
  companyId: number,
  month: string,
  { order, search, ...request }: LineRequest,
): Promise<Page<StatementLine>> {
  const lines = linesOf(sql, companyId, month, { ...(search !== undefined && { search }) });
  return await pageOfRows<StatementLine>(sql, lines, ORDERS[order](sql), request);
}

/** For exports, by name. */
export function readLines(
  read: ReadBatch,
  companyId: number,
  month: string,
  filter: Pick<LineFilter, 'withheldOnly'> = {},
): AsyncGenerator<StatementLine[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ keys: number[] }[]>`
        select array(
          select key from (${linesOf(sql, companyId, month, filter)} ${inNameOrder(sql)}) found
        ) as keys`;
      // The lines of one person are beside each other.
      return [...new Set(found?.keys)];
    },
    (sql, keys) =>
      sql<StatementLine[]>`${linesOf(sql, companyId, month, { ...filter, keys })} ${inNameOrder(sql)}`,
  );
}
