import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The people of a company whom mail does not reach: the mail server has refused the latest mail to their present address for
 * good. A mail that was accepted since then, or another address, ends it. Columns `employee_id`, `at`, `reason`.
 */
export function undeliverable(sql: Sql, companyId: number): Fragment {
  return sql`
    select distinct on (m.employee_id) m.employee_id, m.settled_at as at, coalesce(m.reason, '') as reason
    from mails m
    join employees e on e.company_id = ${companyId} and e.id = m.employee_id and e.email = m.sent_to
    where m.company_id = ${companyId} and m.state = 'refused' and m.employee_id is not null
      and not exists (
        select from mails later
        where later.company_id = ${companyId} and later.employee_id = m.employee_id and later.state = 'sent'
          and later.sent_to = m.sent_to and (later.settled_at, later.id) > (m.settled_at, m.id))
    order by m.employee_id, m.settled_at desc, m.id desc`;
}
