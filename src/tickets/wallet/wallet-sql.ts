import type { Sql } from '../../platform/db/types.ts';

/** The data of a pass, and whether the pass may still be issued. */
export interface PassTicket {
  id: number;
  month: string;
  validFrom: string;
  validUntil: string;
  startsAt: Date;
  /**
   * 03:00 on the day after the last day, in the company's time zone, so that nobody is stranded at midnight.
   */
  expiresAt: Date;
  /** The UTC offsets of the company's time zone at these two moments, in seconds. */
  startsOffset: number;
  expiresOffset: number;
  isVoid: boolean;
  isOver: boolean;
  firstName: string;
  lastName: string;
  companyName: string;
  locale: string;
}

export type VoidReason = 'paused' | 'no-ticket' | 'replaced';

/** A pass without a valid ticket. Names are empty if the pass was replaced: it may be on the phone of a stranger. */
export interface VoidPass extends Pick<PassTicket, 'firstName' | 'lastName' | 'companyName' | 'locale'> {
  voidReason: VoidReason;
}

export function isVoidPass(pass: PassTicket | VoidPass): pass is VoidPass {
  return 'voidReason' in pass;
}

/**
 * The columns of the ticket `t` of company `c`, with its moments `m`. PostgreSQL computes the offsets, because it knows every time
 * zone that a company can have.
 */
export const TICKET_COLUMNS = `t.id, t.month, t.valid_from as "validFrom", t.valid_until as "validUntil",
      m.starts_at as "startsAt", m.expires_at as "expiresAt",
      extract(epoch from (m.starts_at at time zone c.time_zone) - (m.starts_at at time zone 'UTC'))::int as "startsOffset",
      extract(epoch from (m.expires_at at time zone c.time_zone) - (m.expires_at at time zone 'UTC'))::int as "expiresOffset"`;

export const TICKET_MOMENTS = `cross join lateral (
      select t.valid_from::timestamp at time zone c.time_zone as starts_at,
        (t.valid_until + 1 + time '03:00') at time zone c.time_zone as expires_at
    ) m`;

/** A frozen clock has a day but no time: there, a ticket expires on the day after its last day. */
export const IS_OVER = `coalesce(c.clock_frozen_on > t.valid_until, now() >= m.expires_at)`;

export async function selectPassTicket(
  sql: Sql,
  companyId: number,
  ticketId: number,
): Promise<PassTicket | undefined> {
  const [ticket] = await sql<PassTicket[]>`
    select ${sql.unsafe(TICKET_COLUMNS)},
      t.voided_at is not null as "isVoid", ${sql.unsafe(IS_OVER)} as "isOver",
      e.first_name as "firstName", e.last_name as "lastName", c.name as "companyName", c.locale
    from tickets t
    join employees e on e.company_id = t.company_id and e.id = t.employee_id
    join companies c on c.id = t.company_id
    ${sql.unsafe(TICKET_MOMENTS)}
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
  return ticket;
}
