import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface Column<Item> {
  title: string;
  show: (item: Item) => ReactNode;
  /** The class of the cells. `end` applies to the title as well. */
  className?: string;
  end?: boolean;
  /** Only screen readers read the title, for example of a column of buttons. */
  quietTitle?: boolean;
  /** On a phone, where a row is a small card: the value follows its title, or stands in the corner of the card. */
  onPhone?: 'named' | 'corner';
  /** The list can be sorted by this field. */
  sortField?: string;
}

/** By which field a list is sorted. */
interface Sorting {
  field: string;
  order: 'asc' | 'desc';
  onSort: (field: string, order: 'asc' | 'desc') => void;
}

/** Rows can be selected. */
interface Selecting<Item> {
  isSelected: (item: Item) => boolean;
  onToggle: (item: Item) => void;
  /** The label of a row's box, for screen readers. */
  labelOf: (item: Item) => string;
  /** The box in the head selects all rows of the page. */
  allLabel: string;
  onToggleAll: (items: readonly Item[], selects: boolean) => void;
}

export interface TableProps<Item> {
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string | number;
  sorting?: Sorting;
  selecting?: Selecting<Item> | undefined;
}

export function Table<Item>({
  items,
  columns,
  keyOf,
  sorting,
  selecting,
}: TableProps<Item> & { items: readonly Item[] }) {
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            {selecting && (
              <th className="select-cell">
                <SelectAll items={items} selecting={selecting} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} className={selecting?.isSelected(item) ? 'is-selected' : undefined}>
              {selecting && (
                <td className="select-cell">
                  <input
                    type="checkbox"
                    aria-label={selecting.labelOf(item)}
                    checked={selecting.isSelected(item)}
                    onChange={() => selecting.onToggle(item)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td
                  key={column.title}
                  className={classOf(column)}
                  data-label={column.onPhone === 'named' ? column.title : undefined}
                >
                  {column.show(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading<Item>({
  column: { title, end, quietTitle, sortField },
  sorting,
}: {
  column: Column<Item>;
  sorting: Sorting | undefined;
}) {
  const className = end ? 'end' : undefined;
  if (!sorting || !sortField)
    return (
      <th className={className}>{quietTitle ? <span className="hidden-visually">{title}</span> : title}</th>
    );
  const isSorted = sorting.field === sortField;
  const next = isSorted && sorting.order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      className={className}
      aria-sort={isSorted ? (sorting.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={isSorted ? `sort-button sort-${sorting.order}` : 'sort-button'}
        onClick={() => sorting.onSort(sortField, next)}
      >
        {title}
        <Icon name="up" />
      </button>
    </th>
  );
}

function SelectAll<Item>({ items, selecting }: { items: readonly Item[]; selecting: Selecting<Item> }) {
  const selected = items.filter(selecting.isSelected).length;
  const isAll = items.length > 0 && selected === items.length;
  return (
    <input
      type="checkbox"
      aria-label={selecting.allLabel}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !isAll;
      }}
      onChange={() => selecting.onToggleAll(items, !isAll)}
    />
  );
}

function classOf<Item>({ className, end, onPhone }: Column<Item>): string | undefined {
  return [className, end && 'end', onPhone === 'corner' && 'corner'].filter(Boolean).join(' ') || undefined;
}
