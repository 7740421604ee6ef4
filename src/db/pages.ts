import type { Sql } from './connect.ts';
import type { Fragment } from './fragments.ts';

export const SORT_FIELDS = ['id', 'createdAt', 'updatedAt'] as const;
export type SortField = (typeof SORT_FIELDS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;

export interface ListOrder {
  page: number;
  perPage: number;
  sortField: SortField;
  sortOrder: (typeof SORT_ORDERS)[number];
}

export interface Page<Item> {
  total: number;
  items: Item[];
}

const COLUMNS: Record<SortField, string> = { id: 'id', createdAt: 'created_at', updatedAt: 'updated_at' };

/**
 * How many rows match, and the ids of one page of them, as of one moment. `matching` is `table e where …`.
 * The id settles ties, so that no row is on two pages or on none.
 */
export async function pageOfIds(
  sql: Sql,
  matching: Fragment,
  order: ListOrder,
): Promise<{ total: number; ids: number[] }> {
  const direction = sql.unsafe(order.sortOrder);
  const column = sql.unsafe(COLUMNS[order.sortField]);
  const ordering =
    order.sortField === 'id' ? sql`e.id ${direction}` : sql`e.${column} ${direction}, e.id ${direction}`;
  const [result] = await sql<{ total: number; ids: number[] }[]>`
    select (select count(*) from ${matching}) as total,
      array(
        select e.id from ${matching}
        order by ${ordering} limit ${order.perPage} offset ${(order.page - 1) * order.perPage}
      ) as ids`;
  return result ?? { total: 0, ids: [] };
}
