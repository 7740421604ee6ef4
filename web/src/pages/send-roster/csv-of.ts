import type { Language } from '../../../../texts/language.ts';

/** Writes a CSV file as Excel opens it in this language. */
export function csvOf(rows: readonly (readonly string[])[], language: Language): string {
  const separator = language === 'de' ? ';' : ',';
  const line = (row: readonly string[]) =>
    row.map((value) => quoted(harmless(value), separator)).join(separator);
  return rows.map((row) => `${line(row)}\r\n`).join('');
}

/** Spreadsheets run a text that begins like this as a formula. */
const harmless = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

function quoted(value: string, separator: string): string {
  const isPlain = !value.includes(separator) && !/["\r\n]/.test(value);
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}
