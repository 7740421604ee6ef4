/** A file of people, whatever its format. */
export interface FileTable {
  headings: readonly string[];
  /** At least one. */
  rows: readonly TableRow[];
}

export interface TableRow {
  /** As a spreadsheet numbers it, or the number of the entry in JSON. */
  row: number;
  values: readonly string[];
  /** The row has only further values of a list, such as absences: the person is in the row before. */
  isContinuation?: true;
}
