/** One row of a table, headings included. */
export interface Row {
  /** The line of the file on which it begins, or the row of a sheet. */
  line: number;
  /** The row as a spreadsheet numbers it: blank rows count, line breaks inside of values do not. */
  row: number;
  values: string[];
}

export function isBlank(values: readonly string[]): boolean {
  return values.every((value) => value.trim() === '');
}
