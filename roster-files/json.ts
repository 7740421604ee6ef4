/**
 * Reads the people of a JSON file: a list, or an object with such a list, by default the body of a sync. Undefined: it is
 * neither. Throws `SyntaxError`.
 */
export function readJsonEntries(
  text: string,
  lists: readonly string[] = ['employees'],
): unknown[] | undefined {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (Array.isArray(value)) return value;
  const fields: Record<string, unknown> = typeof value === 'object' ? { ...value } : {};
  return lists.map((name) => fields[name]).find((list) => Array.isArray(list));
}
