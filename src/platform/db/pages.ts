import type { Fragment } from './fragments.ts';
import { comparingSets } from './planner.ts';
import type { Pool, Sql } from './types.ts';

export const SORT_FIELDS = ['id', 'createdAt', 'updatedAt'] as const;
type SortField = (typeof SORT_FIELDS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;

export interface PageRequest {
  page: number;
  perPage: number;
}

/** A place in the order of a list: that of the record with this id and this value of the sort field. */
export interface Position {
  /** As PostgreSQL writes it: dates of JavaScript have no microseconds. */
  value: string;
  id: number;
}

/** Pages by key: those after a position, instead of those with a number. */
export interface Continuation {
  /** Null for the first page. */
  after: Position | null;
  /** The number of matches when the first page was read; they are counted once. */
  total: number | null;
}

export interface ListOrder extends PageRequest {
  sortField: SortField;
  sortOrder: (typeof SORT_ORDERS)[number];
  /** If it is given, `page` does not count. */
  continuation?: Continuation;
}

export interface Page<Item> {
  total: number;
  items: Item[];
  /** With pages by key: the position of the last record, or null if it is the last of all. */
  last?: Position | null;
}

const COLUMNS: Record<SortField, string> = { id: 'id', createdAt: 'created_at', updatedAt: 'updated_at' };

interface KnownOfMatches {
  /** The number of matches, if it was counted in a cheaper way. */
  total?: number;
  /**
   * Whether matching compares two large sets. If their rows were just written and have no statistics, the planner
   * would compare each row with each other row.
   */
  comparesLargeSets?: boolean;
}

/** Up to this many rows are sorted. More frequent matches are found quickly in the order of an index. */
const FEW = 10_000;

/** One page of rows in a fixed order. `rows` is a whole select, to which the order is appended. */
export async function pageOfRows<Row extends object>(
  sql: Sql,
  rows: Fragment,
  orderBy: Fragment,
  request: PageRequest,
): Promise<Page<Row>> {
  const [counted] = await sql<{ total: number }[]>`select count(*) as total from (${rows}) found`;
  const items = await sql<Row[]>`${rows} ${orderBy} ${limit(sql, request)}`;
  return { total: counted?.total ?? 0, items };
}

/**
 * One page of records in the order that the client asked for. `matching` is `table e where …`; `select` reads the
 * records of the page by their ids, in any order.
 */
export async function pageOfRecords<Item extends { id: number }>(
  sql: Pool,
  matching: Fragment,
  order: ListOrder,
  select: (ids: number[]) => Promise<Item[]>,
  known: KnownOfMatches = {},
): Promise<Page<Item>> {
  const { ids, ...page } = order.continuation
    ? await pageAfter(sql, matching, order, order.continuation, known)
    : await pageOfIds(sql, matching, order, known);
  const found = new Map((await select(ids)).map((item) => [item.id, item]));
  return { ...page, items: ids.flatMap((id) => found.get(id) ?? []) };
}

/** The ids of the page after a position. One more id is selected, to know whether another page follows. */
async function pageAfter(
  sql: Pool,
  matching: Fragment,
  order: ListOrder,
  { after, total }: Continuation,
  known: KnownOfMatches,
): Promise<{ total: number; ids: number[]; last: Position | null }> {
  const { perPage, sortField } = order;
  const direction = sql.unsafe(order.sortOrder);
  const beyond = sql.unsafe(order.sortOrder === 'asc' ? '>' : '<');
  const column = sql.unsafe(COLUMNS[sortField]);
  // Cast to the column's type: a column converted to text for each row could not use the index.
  const type = sql.unsafe(sortField === 'id' ? 'bigint' : 'timestamptz');
  const rest = after
    ? sql`and (e.${column}, e.id) ${beyond} (${after.value}::${type}, ${after.id}::bigint)`
    : sql``;
  const isComparing = known.comparesLargeSets === true;
  const rows = await comparingSets(
    sql,
    isComparing,
    (tx) => tx<Position[]>`
      select e.id, e.${column}::text as value from ${matching} ${rest}
      order by e.${column} ${direction}, e.id ${direction} limit ${perPage + 1}`,
  );
  const counted =
    total ?? known.total ?? (await comparingSets(sql, isComparing, (tx) => count(tx, matching)));
  const shown = rows.slice(0, perPage);
  return {
    total: counted,
    ids: shown.map(({ id }) => id),
    last: rows.length > perPage ? (shown.at(-1) ?? null) : null,
  };
}

async function count(sql: Sql, matching: Fragment): Promise<number> {
  const [counted] = await sql<{ total: number }[]>`select count(*) as total from ${matching}`;
  return counted?.total ?? 0;
}

/**
 * The number of matching rows and the ids of one page. The id settles ties, so that no row is on two pages or on none.
 *
 * Few matches are found in one pass, which also counts them. Looking for them in the order of an index would need a
 * second pass through the whole table, row by row. A known total decides which case it is.
 */
async function pageOfIds(
  sql: Pool,
  matching: Fragment,
  order: ListOrder,
  known: KnownOfMatches,
): Promise<{ total: number; ids: number[] }> {
  const direction = sql.unsafe(order.sortOrder);
  const column = sql.unsafe(COLUMNS[order.sortField]);
  const columns = order.sortField === 'id' ? sql`e.id` : sql`e.id, e.${column}`;
  const page = sql`order by e.${column} ${direction}, e.id ${direction} ${limit(sql, order)}`;
  const findFew = async (tx: Sql) => {
    const [found] = await tx<{ total: number; ids: number[] }[]>`
      with few as materialized (select ${columns} from ${matching} limit ${FEW + 1})
      select (select count(*) from few) as total, array(select e.id from few e ${page}) as ids`;
    return found;
  };
  if (known.total === undefined || known.total <= FEW) {
    const few = await comparingSets(sql, known.comparesLargeSets === true, findFew);
    if (few && few.total <= FEW) return few;
  }
  const total =
    known.total === undefined ? sql`(select count(*) from ${matching})` : sql`${known.total}::bigint`;
  const [many] = await sql<{ total: number; ids: number[] }[]>`
    select ${total} as total, array(select e.id from ${matching} ${page}) as ids`;
  return many ?? { total: 0, ids: [] };
}

function limit(sql: Sql, { page, perPage }: PageRequest): Fragment {
  return sql`limit ${perPage} offset ${(page - 1) * perPage}`;
}
