import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type CausedMailKind, MAIL_RULES, WHAT_MAILS_ARE_ABOUT } from './kinds.ts';

/** More mails of one statement are queued in batches of this size: docs/decisions/0033-one-way-to-claim-work.md. */
const BATCH = 1_000;

/**
 * Queues a mail to the employee of each row of a part, about the row's `id`, if the company mails its employees and mail is
 * set up. A statement about 100,000 people writes 100 rows. Like `emitted`, it executes nothing: it returns parts for the `with` of a
 * statement, after the part that it reads.
 */
export function mailed(sql: Sql, companyId: number, kind: CausedMailKind, of: string): Fragment {
  const { urgency, validHours } = MAIL_RULES[kind];
  return sql`
    to_mail as materialized (
      select r.id, r.employee_id, row_number() over (order by r.id) - 1 as place from ${sql.unsafe(of)} r
      where exists (select from companies where id = ${companyId} and mail_employees)
        and exists (select from installation where mail is not null)
    ), mailed as (
      insert into mails (company_id, kind, employee_id, about, urgency, expires_at)
      select ${companyId}::bigint, ${kind}::text, employee_id, jsonb_build_object(${WHAT_MAILS_ARE_ABOUT[kind]}::text, id),
        ${urgency}::int, now() + make_interval(hours => ${validHours})
      from to_mail where (select count(*) from to_mail) <= ${BATCH}
    ), mailed_in_batches as (
      insert into mail_batches (company_id, kind, employee_ids, about_ids)
      select ${companyId}::bigint, ${kind}::text, array_agg(employee_id order by place), array_agg(id order by place)
      from to_mail where (select count(*) from to_mail) > ${BATCH} group by place / ${BATCH}
    )`;
}
