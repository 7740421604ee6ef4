/** Reads the people of a JSON file: a list, or the body of a sync. Undefined: it is neither. Throws `SyntaxError`. */
export function readJsonEntries(text: string): unknown[] | undefined {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const list = Array.isArray(value) ? value : (value as { employees?: unknown } | null)?.employees;
  return Array.isArray(list) ? list : undefined;
}
