import { formatEuros } from '../../texts/format.ts';

/** Writes an amount with its sign: how costs change. */
export function difference(cents: number): string {
  return `${cents < 0 ? '-' : '+'}${formatEuros(Math.abs(cents), 'en')}`;
}
