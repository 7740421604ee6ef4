type Cell = string | number | null;

/** Formats rows as CSV (RFC 4180) with every cell quoted. */
export function toCsv(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return toCsvLines([headings, ...rows]);
}

export function toCsvLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map((cell) => quote(harmless(String(cell ?? '')))).join(','));
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const FORMULA = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]';
const FIRST_OF_CELL = new RegExp(`^(?=\\s*${FORMULA}|[\\t\\r\\n])`);
const FIRST_AFTER_SEMICOLON = new RegExp(`;(?=[\\s"]*${FORMULA})`, 'g');

/**
 * Prevents formula injection: a spreadsheet evaluates cells that begin like a formula. The apostrophe makes them
 * text. A spreadsheet that splits at semicolons takes what follows one for a cell.
 */
function harmless(text: string): string {
  return text.replace(FIRST_AFTER_SEMICOLON, ";'").replace(FIRST_OF_CELL, "'");
}
