import { useCallback } from 'react';
import { useLocation, useRouter, useSearchParams } from 'wouter';

/**
 * The filters of a list live in the address: a list can be bookmarked, sent to a colleague, and is as it was when one
 * comes back from a person's page. Changing a filter begins again at the first page.
 */
export function useListAddress() {
  const [search, setSearch] = useSearchParams();
  const { base } = useRouter();
  const [path] = useLocation();
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      // A list that is being left is there, unseen, until the next page has been loaded: a search that was typed just
      // before must not lead back to it.
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
  return {
    get: (name: string) => search.get(name) ?? '',
    getList: (name: string) => (search.get(name) ?? '').split(',').filter(Boolean),
    page: Math.max(1, Number(search.get('page')) || 1),
    set,
  };
}
