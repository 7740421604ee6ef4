import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Page } from '../api/routes.ts';
import { Loaded } from '../design/loaded.tsx';
import { Pager } from '../design/pager.tsx';
import { Table, type TableProps } from '../design/table.tsx';
import { useListAddress } from './use-list-address.ts';

/** The page of a list that the address names, or `empty`. The old page stays, faded, while the next one loads. */
export function PagedTable<Item>({
  query,
  empty,
  ...table
}: TableProps<Item> & { query: UseQueryResult<Page<Item>>; empty: ReactNode }) {
  const { set } = useListAddress();
  const { page: shown = 1, totalPages = 1, total = 0 } = query.data ?? {};
  // The list has become shorter and the page no longer exists: go to the last page.
  useEffect(() => {
    if (total > 0 && shown > totalPages) set({ page: String(totalPages) });
  });
  return (
    <Loaded query={query} lines={10}>
      {(page) =>
        page.total === 0 ? (
          empty
        ) : (
          <div className={query.isPlaceholderData ? 'table-fading' : undefined}>
            <Table {...table} items={page.data} />
            <Pager {...page} onPage={(next) => set({ page: String(next) })} />
          </div>
        )
      }
    </Loaded>
  );
}
