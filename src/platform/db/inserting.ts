import type { Fragment } from './fragments.ts';
import { atCompany } from './planner.ts';
import type { Sql } from './types.ts';

/** Rows that a statement inserts and that its other parts have found. */
export interface Insert {
  /** The name of the part. */
  as: string;
  into: string;
  columns: readonly string[];
  /** The rows, with the columns by their names, in the order in which they are inserted. */
  rows: Fragment;
  /** The company, which is the first column, if its server is to insert the rows on a cluster: see `atCompany`. */
  at?: number;
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

/**
 * Executes one statement that changes rows and inserts others about them. On a cluster it is several statements: an
 * INSERT … SELECT that reads another part would send that part to every server, so with one of them down nobody's company
 * could be changed. There the rows go through this process, and dates in the result are text.
 */
export async function changeAndInsert<Row extends object>(sql: Sql, statement: Statement): Promise<Row[]> {
  if (!sql.isDistributed) return await inOneStatement<Row>(sql, statement);
  // Several statements need a transaction.
  return 'begin' in sql
    ? ((await sql.begin((tx) => inSeveralStatements<Row>(tx, statement))) as Row[])
    : await inSeveralStatements<Row>(sql, statement);
}

async function inOneStatement<Row extends object>(
  sql: Sql,
  { parts, inserts, result = sql`select` }: Statement,
): Promise<Row[]> {
  const inserting = inserts.map(
    (insert) => sql`, ${sql.unsafe(insert.as)} as (${insertInto(sql, insert)} ${insert.rows})`,
  );
  const rows = await sql<Row[]>`with ${parts} ${inserting} ${result}`;
  return [...rows];
}

async function inSeveralStatements<Row extends object>(
  sql: Sql,
  { parts, inserts, result }: Statement,
): Promise<Row[]> {
  const collected = inserts.map(
    ({ rows }, index) => sql`${asJson(sql, rows)} as ${sql.unsafe(`rows_${index}`)},`,
  );
  const [found] = await sql<Record<string, string | null>[]>`
    with ${parts} select ${collected} ${result ? asJson(sql, result) : sql`null::text`} as result`;
  for (const [index, insert] of inserts.entries()) {
    const rows = found?.[`rows_${index}`];
    if (rows) await insertRows(sql, insert, rows);
  }
  return JSON.parse(found?.['result'] ?? '[]');
}

/** As text, which this process does not have to parse. `found` alone would be a column of that name if there is one. */
function asJson(sql: Sql, rows: Fragment): Fragment {
  return sql`(select json_agg(found.*)::text from (${rows}) found)`;
}

async function insertRows(sql: Sql, insert: Insert, rows: string): Promise<void> {
  const { at, columns, into } = insert;
  const from = sql`json_populate_recordset(${sql.unsafe(`null::${into}`)}, ${rows}::text::json) r`;
  const values = (names: readonly string[]) => sql.unsafe(names.map((name) => `r.${name}`).join(', '));
  if (at === undefined) {
    await sql`${insertInto(sql, insert)} select ${values(columns)} from ${from}`;
    return;
  }
  const { id, join } = atCompany(sql, at);
  await sql`${insertInto(sql, insert)} select ${id}, ${values(columns.slice(1))} from ${from} ${join}`;
}

function insertInto(sql: Sql, { into, columns, withIds = false }: Insert): Fragment {
  const overriding = withIds ? 'overriding system value' : '';
  return sql.unsafe(`insert into ${into} (${columns.join(', ')}) ${overriding}`);
}
