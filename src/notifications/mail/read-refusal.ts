import { undeliverable } from '../../domain/mail-queue/undeliverable-sql.ts';
import { byName } from '../../domain/person/order-sql.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Why mail does not reach a person. */
export interface MailRefusal {
  at: Date;
  reason: string;
}

export interface UndeliverablePerson extends MailRefusal {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
}

export async function readRefusal(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<MailRefusal | null> {
  const [found] = await sql<MailRefusal[]>`
    select at, reason from (${undeliverable(sql, companyId)}) u where employee_id = ${employeeId}`;
  return found ?? null;
}

/** Everybody whom mail does not reach, by name. */
export async function listUndeliverable(
  sql: Sql,
  companyId: number,
  request: PageRequest,
): Promise<Page<UndeliverablePerson>> {
  return await pageOfRows(
    sql,
    sql`
      select u.employee_id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email, u.at, u.reason
      from (${undeliverable(sql, companyId)}) u
      join employees e on e.company_id = ${companyId} and e.id = u.employee_id`,
    sql`order by ${byName(sql)}`,
    request,
  );
}
