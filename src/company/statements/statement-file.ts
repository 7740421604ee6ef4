import type { Cell } from '../../platform/files/csv.ts';

/** A file as a table. */
export interface StatementFile<Line> {
  /** Without `.csv`. */
  fileName: string;
  headings: string[];
  batches: AsyncGenerator<Line[]>;
  toRow: (line: Line) => Cell[];
}

export type StatementTable<Line> = Omit<StatementFile<Line>, 'batches'>;

export type Column<Line> = readonly [heading: string, show: (line: Line) => Cell];

export function tableOf<Line>(
  columns: readonly Column<Line>[],
): Pick<StatementTable<Line>, 'headings' | 'toRow'> {
  return {
    headings: columns.map(([heading]) => heading),
    toRow: (line) => columns.map(([, show]) => show(line)),
  };
}
