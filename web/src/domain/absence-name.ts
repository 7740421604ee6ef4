import type { Messages } from '../messages/en/catalogue.ts';

/** HR systems may send unknown types of absence, which are shown as "other". */
export function absenceName(type: string, { absence }: Messages['vocabulary']): string {
  return (absence as Record<string, string>)[type] ?? absence.other;
}
