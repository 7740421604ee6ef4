const format = new Intl.NumberFormat('de-DE');

/** A number as people write it, with separators: messages contain no bare numbers. */
export function n(value: number): string {
  return format.format(value);
}
