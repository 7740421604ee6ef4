import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The price of a ticket on a day, by the same rule as the function ticket_price_cents of the database: before the first
 * price, the first price counts. Written out, because the servers of a cluster have a copy of the prices for joins, but
 * refuse functions that read tables.
 */
export function ticketPrice(sql: Sql, day: Fragment): Fragment {
  return sql`coalesce(
    (select priced.cents from ticket_prices priced where priced.valid_from <= ${day} order by priced.valid_from desc limit 1),
    (select priced.cents from ticket_prices priced order by priced.valid_from limit 1))`;
}
