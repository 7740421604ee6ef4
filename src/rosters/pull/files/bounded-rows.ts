import { setImmediate } from 'node:timers/promises';
import { TABLE_LIMITS } from '../../../platform/limits.ts';
import { unreadable } from '../source-error.ts';
import type { TableRow } from './table.ts';

/** The event loop gets a turn after so long. */
const TURN_MS = 20;

/** Collects the rows of a file, headings included, up to the limits of a table. A small file can describe a very large table. */
export class BoundedRows {
  readonly rows: TableRow[] = [];
  #cells = 0;
  #turnEnd = performance.now() + TURN_MS;

  add(row: TableRow): void {
    this.countCells(row.values.length);
    if (this.rows.length > TABLE_LIMITS.rows)
      throw unreadable(`The file has more than ${TABLE_LIMITS.rows} rows.`);
    requireColumns(row.values.length);
    this.rows.push(row);
  }

  /** Cells that were read, whether or not they are kept. */
  countCells(count: number): void {
    this.#cells += count;
    if (this.#cells > TABLE_LIMITS.cells)
      throw unreadable(`The file has more than ${TABLE_LIMITS.cells} cells.`);
  }

  /** To be awaited between two rows. */
  pause(): Promise<void> | undefined {
    return performance.now() < this.#turnEnd ? undefined : this.#giveTurn();
  }

  async #giveTurn(): Promise<void> {
    await setImmediate();
    this.#turnEnd = performance.now() + TURN_MS;
  }
}

export function requireColumns(count: number): void {
  if (count > TABLE_LIMITS.columns)
    throw unreadable(`The file has more than ${TABLE_LIMITS.columns} columns.`);
}
