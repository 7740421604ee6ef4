import type { Messages } from '../messages/en/catalogue.ts';

/** HR systems may send kinds that no list knows; those count as others. */
export function absenceName(type: string, { absence }: Messages['vocabulary']): string {
  return (absence as Record<string, string>)[type] ?? absence.other;
}
