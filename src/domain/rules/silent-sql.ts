import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether the roster of integration `i` is overdue. An accepted roster ends this at once. */
export function isSilent(sql: Sql): Fragment {
  return sql`
    coalesce(i.disconnected_at is null and i.paced_seq = i.last_accept_seq and i.overdue_at <= now(), false)`;
}
