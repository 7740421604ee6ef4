import type { Fragment } from '../../platform/db/fragments.ts';
import type { Insert } from '../../platform/db/inserting.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type CausedMailKind, MAIL_RULES, WHAT_MAILS_ARE_ABOUT } from './kinds.ts';

/** More mails of one statement are queued in batches of this size: docs/decisions/0033-one-way-to-claim-work.md. */
const BATCH = 1_000;

/**
 * Queues a mail to the employee of each row of a part, about the row's `id`, if the company mails its employees and mail is
 * set up. A statement about 100,000 people writes 100 rows. Like `emitted`, it executes nothing: `found` belongs to the parts of
 * a `changeAndInsert`, and `inserts` to its inserts.
 */
export function mailed(
  sql: Sql,
  companyId: number,
  kind: CausedMailKind,
  of: string,
): { found: Fragment; inserts: Insert[] } {
  const { urgency, validHours } = MAIL_RULES[kind];
  const mails = sql`
    select ${companyId}::bigint as company_id, ${kind}::text as kind, employee_id,
      jsonb_build_object(${WHAT_MAILS_ARE_ABOUT[kind]}::text, id) as about, ${urgency}::int as urgency,
      now() + make_interval(hours => ${validHours}) as expires_at
    from to_mail where (select count(*) from to_mail) <= ${BATCH}`;
  const batches = sql`
    select ${companyId}::bigint as company_id, ${kind}::text as kind, array_agg(employee_id order by place) as employee_ids,
      array_agg(id order by place) as about_ids
    from to_mail where (select count(*) from to_mail) > ${BATCH} group by place / ${BATCH}`;
  return {
    found: sql`
      to_mail as materialized (
        select r.id, r.employee_id, row_number() over (order by r.id) - 1 as place from ${sql.unsafe(of)} r
        where exists (select from companies where id = ${companyId} and mail_employees)
          and exists (select from installation where mail is not null)
      )`,
    inserts: [
      {
        as: 'mailed',
        into: 'mails',
        columns: ['company_id', 'kind', 'employee_id', 'about', 'urgency', 'expires_at'],
        rows: mails,
      },
      {
        as: 'mailed_in_batches',
        into: 'mail_batches',
        columns: ['company_id', 'kind', 'employee_ids', 'about_ids'],
        rows: batches,
      },
    ],
  };
}
