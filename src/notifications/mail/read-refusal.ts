import type { Sql } from '../../platform/db/types.ts';

/** Why mail does not reach a person. */
export interface MailRefusal {
  at: Date;
  reason: string;
}

/**
 * The refusal of the latest mail to the person's present address, if the mail server has refused that one for good. A mail
 * that was accepted since then, or another address, ends it.
 */
export async function readRefusal(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<MailRefusal | null> {
  const [last] = await sql<(MailRefusal & { isRefused: boolean })[]>`
    select m.settled_at as at, coalesce(m.reason, '') as reason, m.state = 'refused' as "isRefused"
    from mails m
    join employees e on e.company_id = m.company_id and e.id = m.employee_id
    where m.company_id = ${companyId} and m.employee_id = ${employeeId} and m.state in ('sent', 'refused')
      and m.sent_to = e.email
    order by m.settled_at desc, m.id desc limit 1`;
  return last?.isRefused ? { at: last.at, reason: last.reason } : null;
}
