import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { type EventData, type EventType, maxSingleEvents } from './event-types.ts';

/** Every number of rows makes another statement, whose plan the database keeps. */
const ROWS_AT_ONCE = 100;

/**
 * Writes events in the transaction of what they report. If there are more than `maxSingleEvents`, one event carries their number
 * and the fields in which all agree.
 */
export async function emit<Type extends EventType>(
  tx: Transaction,
  companyId: number,
  type: Type,
  data: readonly EventData<Type>[],
): Promise<void> {
  if (data.length === 0) return;
  const written =
    data.length > maxSingleEvents(type) ? [{ ...commonFields(data), count: data.length }] : data;
  for (let from = 0; from < written.length; from += ROWS_AT_ONCE) {
    const part = written.slice(from, from + ROWS_AT_ONCE);
    const rows = part.map((each) => ({ company_id: companyId, type, data: tx.json(each as never) }));
    await tx`insert into events ${tx(rows, 'company_id', 'type', 'data')}`;
  }
}

function commonFields<Data extends object>(all: readonly Data[]): Partial<Data> {
  const [first] = all;
  const fields = Object.entries(first ?? {}) as [keyof Data, unknown][];
  return Object.fromEntries(
    fields.filter(([name, value]) => all.every((data) => data[name] === value)),
  ) as Partial<Data>;
}

interface EmittedPart {
  /** The name of the part whose rows `r` are emitted, one event each. */
  of: string;
  /** Only these rows. */
  where?: Fragment;
  /** The fields of one row, as arguments of jsonb_build_object. Fields that are null are left out. */
  each: Fragment;
  /** The fields that all rows share, which stay if only the number of rows is emitted. */
  all?: Fragment;
  /** A column of the rows, unless it is `id`. */
  orderBy?: string;
}

/**
 * Emits each row of a part, or only their number if there are more than `maxSingleEvents`. A statement about 100,000 people writes
 * one row here. It executes nothing: it returns parts for the `with` of a statement, after the part that it reads. One of them,
 * `emitted_count`, has the number of rows in the column `rows`.
 */
export function emitted(sql: Sql, companyId: number, type: EventType, rows: EmittedPart): Fragment {
  const { where = sql`true`, each, all = sql``, orderBy = 'id' } = rows;
  const of = sql.unsafe(rows.of);
  const maxSingle = maxSingleEvents(type);
  return sql`
    emitted_count as materialized (select count(*) as rows from ${of} r where ${where}), emitted as (
      insert into events (company_id, type, data)
      select ${companyId}::bigint, ${type}::text, jsonb_strip_nulls(data) from (
        (select jsonb_build_object(${each}) as data from ${of} r
          where (select rows from emitted_count) <= ${maxSingle} and ${where}
          order by r.${sql.unsafe(orderBy)})
        union all
        select jsonb_build_object(${all}) || jsonb_build_object('count', rows) from emitted_count
          where rows > ${maxSingle}
      ) data_of_rows
    )`;
}
