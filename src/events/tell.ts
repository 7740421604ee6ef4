import type { Fragment } from '../db/fragments.ts';
import type { Insert } from '../db/inserting.ts';
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
  // A cluster inserts one row in a third of the time if the statement names it.
  if (told.length === 1) {
    await tx`insert into events (company_id, type, data) values (${companyId}, ${type}, ${tx.json(told[0] as never)})`;
    return;
  }
  await tx`
    insert into events (company_id, type, data)
    select ${companyId}, ${type}, told.data from jsonb_array_elements(${tx.json(told as never)}) as told (data)`;
}

export interface ToldRows {
  /** A part with the number of rows, in the column `rows`. */
  counted: Fragment;
  insert: Insert;
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
 * Tells each row of a part, or only their number if there are more than 1,000. A statement about 100,000 people writes one
 * row here. `counted` belongs to the parts of the statement, and `insert` to its inserts.
 */
export function told(sql: Sql, companyId: number, type: EventType, rows: Told): ToldRows {
  const { as = 'told', where = sql`true`, each, all = sql``, orderBy = 'id' } = rows;
  const of = sql.unsafe(rows.of);
  const counted = sql.unsafe(`${as}_count`);
  return {
    counted: sql`${counted} as materialized (select count(*) as rows from ${of} r where ${where})`,
    insert: {
      as,
      into: 'events',
      columns: ['company_id', 'type', 'data'],
      rows: sql`
        select ${companyId}::bigint as company_id, ${type}::text as type, jsonb_strip_nulls(data) as data from (
          (select jsonb_build_object(${each}) as data from ${of} r
            where (select rows from ${counted}) <= ${MOST_OF_A_TYPE} and ${where}
            order by r.${sql.unsafe(orderBy)})
          union all
          select jsonb_build_object(${all}) || jsonb_build_object('count', rows) from ${counted}
            where rows > ${MOST_OF_A_TYPE}
        ) data_of_rows`,
    },
  };
}
