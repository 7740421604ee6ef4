import { subscriptionStatus } from '../../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../../platform/db/fragments.ts';
import type { Sql } from '../../../platform/db/types.ts';
import {
  IS_OVER,
  type PassTicket,
  TICKET_COLUMNS,
  TICKET_MOMENTS,
  type VoidPass,
  type VoidReason,
} from '../wallet-sql.ts';

/** A pass with what it shows at this moment. */
export interface Pass {
  companyId: number;
  id: number;
  employeeId: number;
  serial: string;
  /** Encrypted with `SECRET_KEY`. */
  token: string;
  tokenDigest: Buffer;
  /** The number of the latest change that was noted, and its time in `changedAt`. */
  changedNumber: number;
  changedAt: Date;
  /** Whether it now shows something else than after that change. */
  isChanged: boolean;
  isRetired: boolean;
  shown: PassTicket | VoidPass;
}

/**
 * What passes show: the table of docs/wallet.md as one query, and the only place that decides it. The columns `reason` (null: there
 * is a valid ticket), `t` and `digest` of each pass `p`.
 *
 * The ticket is the latest one that is neither void nor over: in the first hours of a month that of the month before is still valid.
 */
export function shownByPasses(sql: Sql, companyId: number, which: Fragment): Fragment {
  const today = sql`greatest(business_date(c.time_zone, c.clock_frozen_on), c.issued_through)`;
  return sql`
    from wallet_passes p
    join companies c on c.id = p.company_id
    join employees e on e.company_id = p.company_id and e.id = p.employee_id
    left join lateral (
      select ${sql.unsafe(TICKET_COLUMNS)}
      from tickets t
      ${sql.unsafe(TICKET_MOMENTS)}
      where t.company_id = ${companyId} and t.employee_id = p.employee_id and t.voided_at is null
        and t.month >= (date_trunc('month', ${today}::timestamp) - interval '1 month')::date
        and not ${sql.unsafe(IS_OVER)}
      order by t.month desc limit 1
    ) t on true
    cross join lateral (
      select case
        when p.retired_at is not null or e.erased_at is not null or e.pass_version <> p.pass_version then 'replaced'
        when t.id is not null then null
        when ${subscriptionStatus(sql, today)} = 'paused' then 'paused'
        else 'no-ticket' end as reason
    ) v
    cross join lateral (
      select sha256(convert_to((case when v.reason = 'replaced' then jsonb_build_array(v.reason)
        else jsonb_build_array(v.reason, t.id, t."validFrom", t."validUntil", e.first_name, e.last_name, c.name, c.locale, c.time_zone)
        end)::text, 'UTF8')) as digest
    ) s
    where p.company_id = ${companyId} and ${which}`;
}

interface Row extends PassTicket, Omit<Pass, 'shown'> {
  reason: VoidReason | null;
  passId: number;
}

/** One pass, or none. */
export async function selectPass(sql: Sql, companyId: number, which: Fragment): Promise<Pass | undefined> {
  const [row] = await sql<Row[]>`
    select p.company_id as "companyId", p.id as "passId", p.employee_id as "employeeId", p.serial, p.token,
      p.token_digest as "tokenDigest", p.changed_number as "changedNumber", p.changed_at as "changedAt",
      s.digest <> p.digest as "isChanged", p.retired_at is not null as "isRetired", v.reason,
      t.*, false as "isVoid", false as "isOver",
      case when v.reason = 'replaced' then '' else e.first_name end as "firstName",
      case when v.reason = 'replaced' then '' else e.last_name end as "lastName", c.name as "companyName", c.locale
    ${shownByPasses(sql, companyId, which)}`;
  return row && toPass(row);
}

function toPass(row: Row): Pass {
  const { passId, employeeId, serial, token, tokenDigest, changedNumber, changedAt, isChanged, isRetired } =
    row;
  const { reason, firstName, lastName, companyName, locale, ...ticket } = row;
  const common = { firstName, lastName, companyName, locale };
  const { id, month, validFrom, validUntil, startsAt, expiresAt, startsOffset, expiresOffset } = ticket;
  const shown: PassTicket | VoidPass = reason
    ? { ...common, voidReason: reason }
    : {
        ...common,
        ...{ id, month, validFrom, validUntil, startsAt, expiresAt, startsOffset, expiresOffset },
        ...{ isVoid: false, isOver: false },
      };
  return {
    companyId: row.companyId,
    id: passId,
    ...{ employeeId, serial, token, tokenDigest, changedNumber, changedAt, isChanged, isRetired, shown },
  };
}
