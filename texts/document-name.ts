/** What the service makes itself. It names the documents in the language of the company: `Beleg 2026-11`. */
const MADE = {
  Beleg: 'receipt',
  Receipt: 'receipt',
  Erstattung: 'refund',
  Refund: 'refund',
  'Vertrag Jobticket': 'contract',
  'Job ticket contract': 'contract',
} as const;

export type DocumentTitles = Record<(typeof MADE)[keyof typeof MADE], string>;

/** Receipts and contracts in the reader's language: "Beleg November 2026". An upload keeps the name it was given. */
export function documentName(
  name: string,
  kind: string,
  titles: DocumentTitles,
  month: (value: string) => string,
): string {
  const [, title, value] = /^(.+) (\d{4}-\d{2})$/.exec(name) ?? [];
  if (kind === 'upload' || title === undefined || value === undefined) return name;
  return `${title in MADE ? titles[MADE[title as keyof typeof MADE]] : title} ${month(value)}`;
}
