type Cell = string | number | null;

/** As RFC 4180 has it, every cell quoted. */
export function toCsv(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return toCsvLines([headings, ...rows]);
}

export function toCsvLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map((cell) => quote(harmless(String(cell ?? '')))).join(','));
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A spreadsheet runs a cell that begins like a formula, and names come from outside. The apostrophe makes it text. */
function harmless(text: string): string {
  return /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
