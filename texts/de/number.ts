import { USUAL_LOCALES } from '../language.ts';

const format = new Intl.NumberFormat(USUAL_LOCALES.de);

/** A number as people write it, with separators: messages contain no bare numbers. */
export function n(value: number): string {
  return format.format(value);
}
