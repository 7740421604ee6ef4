import { useMessages } from '../language/use-messages.ts';

/** Says where an error of a roster is: the person's number, the entry counted from 1, the field in words. */
export function useRosterPlace(
  entryName?: (position: number) => string,
): (error: { pointer: string; hrId?: string }) => string {
  const { syncs, details } = useMessages();
  const names: Record<string, string> = details;
  return ({ pointer, hrId }) => {
    const [, list = '', position, ...path] = pointer.split('/');
    const isEntry = list === 'employees' && position !== undefined;
    const [field = ''] = isEntry ? path : [list];
    const name = names[field] ?? field;
    if (!isEntry) return `${name}:`;
    const entry = entryName?.(Number(position)) ?? syncs.entryNumber(Number(position) + 1);
    const who = hrId === undefined ? entry : syncs.numberInEntry(hrId, entry);
    return name ? syncs.invalidAt(who, name) : `${who}:`;
  };
}
