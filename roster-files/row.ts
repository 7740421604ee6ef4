/** One row of a table, headings included. `line` is the line of the file on which it begins, or the row of a sheet. */
export interface Row {
  line: number;
  values: string[];
}

export function isBlank(values: readonly string[]): boolean {
  return values.every((value) => value.trim() === '');
}
