import type { Company, CompanySettings } from '../../api/types.ts';

export const SETTINGS = [
  'name',
  'locale',
  'timeZone',
  'defaultPlanType',
  'autoEnrol',
  'subsidyCents',
  'orderUntilDay',
  'cancelUntilDay',
  'pauseUntilDay',
  'retentionMonths',
] as const satisfies readonly (keyof CompanySettings)[];

export function settingsOf(company: Company): CompanySettings {
  return Object.fromEntries(SETTINGS.map((name) => [name, company[name]])) as unknown as CompanySettings;
}

/** Only what is different is sent, so that two people who change different things do not undo each other. */
export function changedSettings(before: CompanySettings, after: CompanySettings): Partial<CompanySettings> {
  return Object.fromEntries(
    SETTINGS.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}

/** "12,50" and "12.50" are both twelve fifty. Undefined: not an amount. */
export function readEuros(text: string): number | undefined {
  const match = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function showEuros(cents: number, locale: string): string {
  return (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2, useGrouping: false });
}
