import { useCallback } from 'react';
import { useLocation, useRouter, useSearchParams } from 'wouter';

/**
 * The address contains the filters of a list, so that the list can be bookmarked and shared, and is unchanged after
 * going back from a person's page. Changing a filter leads to the first page.
 */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();
  const { base } = useRouter();
  const [path] = useLocation();
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      // While the next page loads, the list that was left is still mounted. A search that was typed just before must
      // not lead back to it.
      if (window.location.pathname !== `${base}${path}`) return;
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (!('page' in changes)) after.delete('page');
          for (const [name, value] of Object.entries(changes))
            if (value) after.set(name, value);
            else after.delete(name);
          return after;
        },
        { replace: true },
      );
    },
    [setSearch, base, path],
  );
  const valuesOf = (name: string): string[] => (search.get(name) ?? '').split(',').filter(Boolean);
  return {
    get: (name: string) => search.get(name) ?? '',
    /** The values of a filter that the page offers. An address may name others, which the service would refuse. */
    choices: <Choice extends string>(name: string, offered: readonly Choice[]): Choice[] => {
      const given = valuesOf(name);
      return offered.filter((choice) => given.includes(choice));
    },
    /** Of a filter whose values may have commas: one value, or none. */
    texts: (name: string): string[] => [search.get(name) ?? ''].filter(Boolean),
    ids: (name: string): number[] => valuesOf(name).map(Number).filter(Number.isSafeInteger),
    page: Math.max(1, Number(search.get('page')) || 1),
    set,
  };
}
