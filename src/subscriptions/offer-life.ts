import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';

/** In whole UTC days after the day of the offer. Afterwards its link has expired. */
export const DAYS_TO_ANSWER = 60;

/** Whether offer `o` awaits an answer that can still be given. A lapsed offer blocks nothing. */
export function awaitsAnswer(sql: Sql): Fragment {
  return sql`
    o.status = 'pending' and o.withdrawn_at is null
      and (o.created_at at time zone 'UTC')::date + ${DAYS_TO_ANSWER}::int >= (now() at time zone 'UTC')::date`;
}
