import type { Fragment } from '../db/fragments.ts';
import type { Sql, Transaction } from '../db/types.ts';
import { type EventData, type EventType, MOST_OF_A_TYPE } from './types.ts';

/** Writes events in the transaction of what they tell. */
export async function tell<Type extends EventType>(
  tx: Transaction,
  companyId: number,
  type: Type,
  data: readonly EventData<Type>[],
): Promise<void> {
  if (data.length === 0) return;
  const told = data.length > MOST_OF_A_TYPE ? [{ count: data.length }] : data;
  await tx`
    insert into events (company_id, type, data)
    select ${companyId}, ${type}, told.data from jsonb_array_elements(${tx.json(told as never)}) as told (data)`;
}

interface Told {
  /** A name for the part, unless the statement tells nothing else. */
  as?: string;
  /** The name of the part whose rows `r` are told, one event each. */
  of: string;
  /** Only these rows. */
  where?: Fragment;
  /** The fields of one row, as arguments of jsonb_build_object. Fields that are null are left out. */
  each: Fragment;
  /** The fields that all rows share, which stay if only the number of rows is told. */
  all?: Fragment;
  /** A column of the rows, unless it is `id`. */
  orderBy?: string;
}

/**
 * A `with` part of a statement that changes rows: it tells each of them, or only their number if there are more than
 * 1,000. A statement about 100,000 people writes one row here.
 */
export function told(sql: Sql, companyId: number, type: EventType, rows: Told): Fragment {
  const { as = 'told', where = sql`true`, each, all = sql``, orderBy = 'id' } = rows;
  const of = sql.unsafe(rows.of);
  const counted = sql.unsafe(`${as}_count`);
  return sql`
    ${counted} as materialized (select count(*) as rows from ${of} r where ${where}),
    ${sql.unsafe(as)} as (
      insert into events (company_id, type, data)
      select ${companyId}, ${type}, jsonb_strip_nulls(data) from (
        (select jsonb_build_object(${each}) as data from ${of} r
          where (select rows from ${counted}) <= ${MOST_OF_A_TYPE} and ${where}
          order by r.${sql.unsafe(orderBy)})
        union all
        select jsonb_build_object(${all}) || jsonb_build_object('count', rows) from ${counted}
          where rows > ${MOST_OF_A_TYPE}
      ) data_of_rows
    )`;
}
