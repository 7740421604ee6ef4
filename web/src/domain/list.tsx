import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/routes.ts';
import { DownloadLink } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import type { IconName } from '../design/icon.tsx';
import { PageHead } from '../design/page.tsx';
import { SearchField } from '../design/search-field.tsx';
import type { TableProps } from '../design/table.tsx';
import { useMessages } from '../language/use-messages.ts';
import { PagedTable } from './paged-table.tsx';
import { useListAddress } from './use-list-address.ts';

interface ListProps<Item> extends TableProps<Item> {
  query: UseQueryResult<Page<Item>>;
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
export function List<Item>({ search, filters, note, none, noneFound, ...table }: ListProps<Item>) {
  const address = useListAddress();
  const { icon, title, text } = { ...none, ...(noneFound && { text: undefined, ...noneFound }) };
  return (
    <>
      {(search || filters) && (
        <div className="row filters">
          {search && (
            <SearchField
              label={search}
              value={address.get('search')}
              onChange={(value) => address.set({ search: value })}
            />
          )}
          {filters}
        </div>
      )}
      {note}
      <div className="card">
        <PagedTable
          {...table}
          empty={
            <Empty icon={icon} title={title}>
              {text}
            </Empty>
          }
        />
      </div>
    </>
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
