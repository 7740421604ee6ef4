/** The service names receipts and contracts by their month, as in `Beleg 2026-11`. People read "Beleg November 2026". */
export function documentName(name: string, kind: string, month: (value: string) => string): string {
  if (kind === 'upload') return name;
  return name.replace(/\b\d{4}-\d{2}$/, (value) => month(value));
}
