import { toWindows1252 } from '../../platform/files/windows-1252.ts';

/** 34,85 or -34,85 */
export const decimal = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

export function toBytes(lines: readonly string[]): Buffer {
  const bytes = toWindows1252(lines.map((line) => `${line}\r\n`).join(''));
  if (!bytes) throw new Error('a value that Windows-1252 lacks was not refused');
  return bytes;
}
