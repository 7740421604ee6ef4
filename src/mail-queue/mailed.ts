import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';
import { type EmployeeMailKind, MAIL_RULES } from './kinds.ts';

/**
 * A part of a `with` that queues a mail to the employee of each row of another part, if the company mails its employees
 * and mail is set up. One statement for any number of people. `about` are arguments of `jsonb_build_object`; the row is `r`.
 */
export function mailed(
  sql: Sql,
  companyId: number,
  kind: EmployeeMailKind,
  { of, about }: { of: string; about: Fragment },
): Fragment {
  const { urgency, validHours } = MAIL_RULES[kind];
  return sql`
    mailed as (
      insert into mails (company_id, kind, employee_id, about, urgency, expires_at)
      select ${companyId}, ${kind}, r.employee_id, jsonb_build_object(${about}), ${urgency},
        now() + make_interval(hours => ${validHours})
      from ${sql.unsafe(of)} r
      where exists (select from companies where id = ${companyId} and mail_employees)
        and exists (select from installation where mail is not null)
    )`;
}
