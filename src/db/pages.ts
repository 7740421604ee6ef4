import type { Fragment } from './fragments.ts';
import type { Sql } from './types.ts';

export const SORT_FIELDS = ['id', 'createdAt', 'updatedAt'] as const;
type SortField = (typeof SORT_FIELDS)[number];
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

/** So many rows are sorted in no time; what matches more often than that is met soon enough in the order of an index. */
const FEW = 10_000;

/**
 * How many rows match, and the ids of one page of them. `matching` is `table e where …`.
 * The id settles ties, so that no row is on two pages or on none.
 *
 * Few matches are found in one pass, which also counts them. To look for them in the order of an index would mean a
 * second pass, through the whole table row by row. Where there is a cheaper way to their number it is `known` already,
 * and shows whether there are few.
 */
export async function pageOfIds(
  sql: Sql,
  matching: Fragment,
  order: ListOrder,
  known?: number,
): Promise<{ total: number; ids: number[] }> {
  const direction = sql.unsafe(order.sortOrder);
  const column = sql.unsafe(COLUMNS[order.sortField]);
  const columns = order.sortField === 'id' ? sql`e.id` : sql`e.id, e.${column}`;
  const page = sql`
    order by e.${column} ${direction}, e.id ${direction}
    limit ${order.perPage} offset ${(order.page - 1) * order.perPage}`;
  if (known === undefined || known <= FEW) {
    const [few] = await sql<{ total: number; ids: number[] }[]>`
      with few as materialized (select ${columns} from ${matching} limit ${FEW + 1})
      select (select count(*) from few) as total, array(select e.id from few e ${page}) as ids`;
    if (few && few.total <= FEW) return few;
  }
  const [many] = await sql<{ total: number; ids: number[] }[]>`
    select ${known === undefined ? sql`(select count(*) from ${matching})` : sql`${known}::bigint`} as total, array(select e.id from ${matching} ${page}) as ids`;
  return many ?? { total: 0, ids: [] };
}
