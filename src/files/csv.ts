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

/**
 * Prevents formula injection: a spreadsheet evaluates cells that begin like a formula. The apostrophe makes
 * them text.
 */
function harmless(text: string): string {
  return /^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
}
