import type { Sql } from '../../platform/db/types.ts';

/** Ends the monthly mail with the ticket, or begins it again. Doing so twice changes nothing. */
export async function setOptOut(
  sql: Sql,
  companyId: number,
  employeeId: number,
  isOptedOut: boolean,
): Promise<void> {
  if (isOptedOut)
    await sql`
      insert into mail_opt_outs (company_id, employee_id)
      select company_id, id from employees where company_id = ${companyId} and id = ${employeeId} and erased_at is null
      on conflict do nothing`;
  else await sql`delete from mail_opt_outs where company_id = ${companyId} and employee_id = ${employeeId}`;
}

export async function readOptOut(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<{ companyName: string; locale: string; isOptedOut: boolean } | undefined> {
  const [found] = await sql<{ companyName: string; locale: string; isOptedOut: boolean }[]>`
    select c.name as "companyName", c.locale, o.at is not null as "isOptedOut"
    from employees e
    join companies c on c.id = e.company_id
    left join mail_opt_outs o on o.company_id = e.company_id and o.employee_id = e.id
    where e.company_id = ${companyId} and e.id = ${employeeId} and e.erased_at is null`;
  return found;
}
