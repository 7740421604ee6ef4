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
  /** The name of the part whose rows are told, one event each, in the order of `id`. */
  of: string;
  /** The fields of one row, as arguments of jsonb_build_object. The row is `r`. */
  each: Fragment;
  /** The fields that all rows share, if there are so many that only their number is told. */
  all?: Fragment;
  orderBy?: string;
}

/**
 * A `with` part of a statement that changes rows: it tells each of them, or only their number if there are more than
 * 1,000. A statement about 100,000 people writes one row here.
 */
export function told(sql: Sql, companyId: number, type: EventType, rows: Told): Fragment {
  const { as = 'told', each, all = sql`'{}'::jsonb`, orderBy = 'id' } = rows;
  const of = sql.unsafe(rows.of);
  return sql`
    ${sql.unsafe(`${as}_count`)} as materialized (select count(*) as rows from ${of}),
    ${sql.unsafe(as)} as (
      insert into events (company_id, type, data)
      select ${companyId}, ${type}, data from (
        (select jsonb_strip_nulls(jsonb_build_object(${each})) as data from ${of} r
          where (select rows from ${sql.unsafe(`${as}_count`)}) <= ${MOST_OF_A_TYPE}
          order by ${sql.unsafe(orderBy)})
        union all
        select jsonb_strip_nulls(${all}) || jsonb_build_object('count', rows) from ${sql.unsafe(`${as}_count`)}
          where rows > ${MOST_OF_A_TYPE}
      ) events_of_rows
    )`;
}
