import { useEffect, useState } from 'react';
import type { Body } from '../../api/client.ts';
import type { Employee } from '../../api/routes.ts';

type Who = Body<'POST /bulk-actions'>['who'];
type Filter = NonNullable<Who['filter']>;

/** The people chosen for an action: some of them, over several pages, or everybody who matches the filters. */
export function useSelection(filter: Filter, total: number) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const filters = JSON.stringify(filter);
  // Other filters show other people: nobody must stay selected whom the reader does not see.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are why it is cleared.
  useEffect(() => {
    setIds(new Set());
    setIsAll(false);
  }, [filters]);
  const clear = () => {
    setIds(new Set());
    setIsAll(false);
  };
  const change = (people: readonly Employee[], selects: boolean) => {
    const next = new Set(isAll ? [] : ids);
    for (const { id } of people)
      if (selects) next.add(id);
      else next.delete(id);
    setIsAll(false);
    setIds(next);
  };
  return {
    isAll,
    people: isAll ? total : ids.size,
    has: ({ id }: Employee) => isAll || ids.has(id),
    toggle: (person: Employee) => change([person], isAll ? true : !ids.has(person.id)),
    change,
    selectAll: () => setIsAll(true),
    clear,
    who: (isAll ? { filter } : { ids: [...ids] }) satisfies Who as Who,
  };
}

export type Selection = ReturnType<typeof useSelection>;
