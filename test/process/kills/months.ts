/** The first of a month of the future, so that the real date never matters: 2026-01-01 is number 0. */
export function firstOf(month: number): string {
  return new Date(Date.UTC(2026, month, 1)).toISOString().slice(0, 10);
}
