import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';
import { type CausedMailKind, MAIL_RULES, WHAT_MAILS_ARE_ABOUT } from './kinds.ts';

/** More mails of one statement are queued in batches of this size: docs/mail.md. */
const BATCH = 1_000;

/**
 * Parts of a `with` that queue a mail to the employee of each row of another part, about the row's `id`, if the company
 * mails its employees and mail is set up. A statement about 100,000 people writes 100 rows.
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
      select ${companyId}, ${kind}, employee_id, jsonb_build_object(${WHAT_MAILS_ARE_ABOUT[kind]}::text, id), ${urgency},
        now() + make_interval(hours => ${validHours})
      from to_mail where (select count(*) from to_mail) <= ${BATCH}
    ), mailed_in_batches as (
      insert into mail_batches (company_id, kind, employee_ids, about_ids)
      select ${companyId}, ${kind}, array_agg(employee_id order by place), array_agg(id order by place)
      from to_mail where (select count(*) from to_mail) > ${BATCH} group by place / ${BATCH}
    )`;
}
