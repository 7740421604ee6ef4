/** `termStart` becomes "term start": names of fields that no catalogue knows stay readable. */
export function spacedName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
}

export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(shownValue).join(', ') || '–';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}
