const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount with its currency in the given locale. */
export function formatEuros(cents: number, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
    formats.set(locale, format);
  }
  return format.format(cents / 100);
}
