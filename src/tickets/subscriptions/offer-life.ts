import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * Whether offer `o` awaits an answer that can still be given. A lapsed offer blocks nothing. The schema computes
 * `answer_until` from the day of the offer.
 */
export function awaitsAnswer(sql: Sql, { today }: { today: string | Fragment }): Fragment {
  return sql`o.status = 'pending' and o.withdrawn_at is null and o.answer_until >= ${today}::date`;
}
