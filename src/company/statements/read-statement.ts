import { selectCompanyDay } from '../../domain/day/company-day.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { readStatements, runningMonth, type Statement } from './statement.ts';
import {
  byRecord,
  type CostLine,
  inNameOrder,
  linesOf,
  type PresentNumbers,
  selectNumbers,
} from './statements-sql.ts';

export interface StatementLine extends CostLine {
  /** The ids in HR systems that the person has now. */
  hrIds: string[];
}

const ORDERS = { record: byRecord, name: inNameOrder } as const;

interface LineRequest extends PageRequest {
  order: keyof typeof ORDERS;
  search?: string;
}

/** The statement of a month. There is none for months ahead; a month without charges has zeros. */
export async function readStatement(sql: Sql, companyId: number, month: string): Promise<Statement> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  if (month > runningMonth(day.today))
    throw notFound(`There is no statement of ${month}: the month has not begun.`);
  const [statement] = await readStatements(sql, day, [month]);
  if (!statement) throw new Error('a month gave no statement');
  return statement;
}

/** Refuses years ahead, as months ahead are refused. */
export async function requireYear(sql: Sql, companyId: number, year: number): Promise<void> {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  if (year > Number(day.today.slice(0, 4)))
    throw notFound(`There are no statements of ${year}: the year has not begun.`);
}

export async function pageOfLines(
  sql: Sql,
  companyId: number,
  month: string,
  { order, search, ...request }: LineRequest,
): Promise<Page<StatementLine>> {
  const lines = linesOf(sql, companyId, month, { ...(search !== undefined && { search }) });
  const { total, items } = await pageOfRows<CostLine>(sql, lines, ORDERS[order](sql), request);
  return { total, items: await withNumbers(sql, companyId, items) };
}

/** For exports, by name. */
export function readLines(
  read: ReadBatch,
  companyId: number,
  month: string,
): AsyncGenerator<StatementLine[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ keys: number[] }[]>`
        select array(
          select key from (${linesOf(sql, companyId, month)} ${inNameOrder(sql)}) found
        ) as keys`;
      // The lines of one person are beside each other.
      return [...new Set(found?.keys)];
    },
    async (sql, keys) => {
      const lines = await sql<CostLine[]>`
        ${linesOf(sql, companyId, month, { keys })} ${inNameOrder(sql)}`;
      return await withNumbers(sql, companyId, lines);
    },
  );
}

/** Read for the lines of a page only: a query that skips lines would read the numbers of those too. */
async function withNumbers(
  sql: Sql,
  companyId: number,
  lines: readonly CostLine[],
): Promise<StatementLine[]> {
  const ids = lines.flatMap(({ employeeId }) => employeeId ?? []);
  const numbers =
    ids.length > 0 ? await selectNumbers(sql, companyId, ids) : new Map<number, PresentNumbers>();
  return lines.map((line) => {
    const now = numbers.get(line.employeeId ?? 0);
    // A number that was missing when the ticket was issued may be added later, so that payroll can book the line.
    return {
      ...line,
      personnelNumber: line.personnelNumber ?? now?.personnelNumber ?? null,
      hrIds: now?.hrIds ?? [],
    };
  });
}

/** The same for lines that show no ids of HR systems. Hardly anybody lacks a number, so that few are looked up. */
export async function fillNumbers<Line extends Pick<CostLine, 'employeeId' | 'personnelNumber'>>(
  sql: Sql,
  companyId: number,
  lines: readonly Line[],
): Promise<Line[]> {
  const lacking = lines.filter(({ personnelNumber }) => personnelNumber === null);
  const ids = lacking.flatMap(({ employeeId }) => employeeId ?? []);
  if (ids.length === 0) return [...lines];
  const numbers = await selectNumbers(sql, companyId, ids);
  return lines.map((line) => ({
    ...line,
    personnelNumber: line.personnelNumber ?? numbers.get(line.employeeId ?? 0)?.personnelNumber ?? null,
  }));
}
