import { TABLE_LIMITS } from '../../../platform/limits.ts';
import { unreadable } from '../source-error.ts';
import type { TableRow } from './table.ts';

/** Collects the rows of a file, headings included, up to the limits of a table. A small file can describe a very large table. */
export class BoundedRows {
  readonly rows: TableRow[] = [];
  #cells = 0;
  #hasHeadings = false;

  add(row: TableRow): void {
    this.countCells(row.values.length);
    this.keep(row);
  }

  /** Cells of a row that was read, whether or not it is kept. Headings do not count. */
  countCells(count: number): void {
    if (this.#hasHeadings) this.#cells += count;
    this.#hasHeadings = true;
    if (this.#cells > TABLE_LIMITS.cells)
      throw unreadable(`The file has more than ${TABLE_LIMITS.cells} cells.`);
  }

  /** A row whose cells have been counted. */
  keep(row: TableRow): void {
    if (this.rows.length > TABLE_LIMITS.rows) throw tooManyRows();
    requireColumns(row.values.length);
    this.rows.push(row);
  }
}

export const tooManyRows = () => unreadable(`The file has more than ${TABLE_LIMITS.rows} rows.`);

export function requireColumns(count: number): void {
  if (count > TABLE_LIMITS.columns)
    throw unreadable(`The file has more than ${TABLE_LIMITS.columns} columns.`);
}
