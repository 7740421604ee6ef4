import type { Fragment } from './fragments.ts';
import type { Sql } from './types.ts';

/** Rows that a statement inserts and that its other parts have found. */
export interface Insert {
  /** The name of the part. */
  as: string;
  into: string;
  columns: readonly string[];
  /** The rows, with the columns by their names, in the order in which they are inserted. */
  rows: Fragment;
  /** Whether the rows bring their ids. */
  withIds?: boolean;
}

interface Statement {
  /** The `with` parts that find and change rows. */
  parts: Fragment;
  /** None refers to another one. */
  inserts: readonly Insert[];
  /** A select of what is returned. */
  result?: Fragment;
}

/** Executes one statement that changes rows and inserts others about them. */
export async function changeAndInsert<Row extends object>(
  sql: Sql,
  { parts, inserts, result = sql`select` }: Statement,
): Promise<Row[]> {
  const inserting = inserts.map(
    (insert) => sql`, ${sql.unsafe(insert.as)} as (${insertInto(sql, insert)} ${insert.rows})`,
  );
  const rows = await sql<Row[]>`with ${parts} ${inserting} ${result}`;
  return [...rows];
}

function insertInto(sql: Sql, { into, columns, withIds = false }: Insert): Fragment {
  const overriding = withIds ? 'overriding system value' : '';
  return sql.unsafe(`insert into ${into} (${columns.join(', ')}) ${overriding}`);
}
