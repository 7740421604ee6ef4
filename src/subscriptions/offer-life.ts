import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';

/** Whole days in UTC, the one of the offer not counted. After that its link has expired. */
export const DAYS_TO_ANSWER = 60;

/** Of an offer `o`: it awaits an answer that can still be given. One that nobody can answer any more stands in nobody's way. */
export function awaitsAnswer(sql: Sql): Fragment {
  return sql`
    o.status = 'pending' and o.withdrawn_at is null
      and (o.created_at at time zone 'UTC')::date + ${DAYS_TO_ANSWER}::int >= (now() at time zone 'UTC')::date`;
}
