import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The order of lists by name, for the columns of employee `e`. The id settles ties, so that pages do not overlap. */
export const byName = (sql: Sql): Fragment =>
  sql`e.last_name collate people_order, e.first_name collate people_order, e.id`;
