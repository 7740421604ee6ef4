import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Page } from '../api/routes.ts';
import { DownloadLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Empty } from '../design/empty.tsx';
import type { IconName } from '../design/icon.tsx';
import { Loaded } from '../design/loaded.tsx';
import { PageHead } from '../design/page.tsx';
import { Pager } from '../design/pager.tsx';
import { SearchField } from '../design/search-field.tsx';
import { Table, type TableProps } from '../design/table.tsx';
import { useMessages } from '../language/use-messages.ts';
import { useListAddress } from './use-list-address.ts';

interface ListProps<Item> extends TableProps<Item> {
  query: UseQueryResult<Page<Item>>;
  /** The heading of a list that is a part of a page. Its filters are in the card. */
  heading?: { title: string; text?: ReactNode; actions?: ReactNode };
  /** The label of the search field. The address keeps what is searched for. */
  search?: string;
  /** More filters, beside the search. */
  filters?: ReactNode;
  /** Between the filters and the table. */
  note?: ReactNode;
  /** Without entries. */
  none: { icon: IconName; title: string; text?: ReactNode };
  /** Without entries that fit the filters; says the same as `none` if left out. */
  noneFound?: { title: string; text?: ReactNode } | false;
}

/** A list with its filters, its pages and what it says when it is empty. */
export function List<Item>({ heading, search, filters, note, none, noneFound, ...table }: ListProps<Item>) {
  const address = useListAddress();
  const { icon, title, text } = { ...none, ...(noneFound && { text: undefined, ...noneFound }) };
  const above = (search || filters) && (
    <div className={heading ? 'card-body stack' : 'row filters'}>
      {search && (
        <SearchField
          label={search}
          value={address.get('search')}
          onChange={(value) => address.set({ search: value })}
        />
      )}
      {filters}
    </div>
  );
  const empty = (
    <Empty icon={icon} title={title}>
      {text}
    </Empty>
  );
  if (heading)
    return (
      <Card {...heading} flush>
        {above}
        {note}
        <PagedTable {...table} empty={empty} />
      </Card>
    );
  return (
    <>
      {above}
      {note}
      <div className="card">
        <PagedTable {...table} empty={empty} />
      </div>
    </>
  );
}

/** The page of a list that the address names, or `empty`. The old page stays, faded, while the next one loads. */
function PagedTable<Item>({
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

/** A link to the list as a file, with the same filters. */
export function CsvLink({ href, size }: { href: string; size?: 'small' }) {
  const { common } = useMessages();
  return (
    <DownloadLink href={href} {...(size && { size })}>
      {common.exportCsv}
    </DownloadLink>
  );
}

/** A page that is a list. */
export function ListPage<Item>({
  title,
  text,
  actions,
  children,
  ...list
}: ListProps<Item> & { title: string; text: string; actions?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page">
      <PageHead title={title} text={text} actions={actions} />
      <List {...list} />
      {children}
    </div>
  );
}
