import type { ReactNode } from 'react';

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
}

export interface TableProps<Item> {
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string | number;
}

export function Table<Item>({ items, columns, keyOf }: TableProps<Item> & { items: readonly Item[] }) {
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            {columns.map(({ title, end, quietTitle }) => (
              <th key={title} className={end ? 'end' : undefined}>
                {quietTitle ? <span className="hidden-visually">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
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

function classOf<Item>({ className, end, onPhone }: Column<Item>): string | undefined {
  return [className, end && 'end', onPhone === 'corner' && 'corner'].filter(Boolean).join(' ') || undefined;
}
