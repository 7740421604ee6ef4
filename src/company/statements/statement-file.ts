import type { Cell } from '../../platform/files/csv.ts';

/** A file as a table. */
export interface StatementFile<Line> {
  /** Without `.csv`. */
  fileName: string;
  headings: string[];
  batches: AsyncGenerator<Line[]>;
  toRow: (line: Line) => Cell[];
}
