import { hasLeft } from '../../domain/rules/has-left-sql.ts';
import { hasOpenConflict } from '../../domain/rules/open-conflict-sql.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';

export interface JoiningCompany {
  name: string;
  locale: string;
  isOn: boolean;
  version: number;
  showsStrangers: boolean;
  contact: string | null;
  privacyNote: string | null;
}

export async function selectJoiningCompany(sql: Sql, companyId: number): Promise<JoiningCompany | undefined> {
  const [company] = await sql<JoiningCompany[]>`
    select name, locale, join_link as "isOn", join_version as version, join_strangers as "showsStrangers",
      contact, privacy_note as "privacyNote"
    from companies where id = ${companyId}`;
  return company;
}

export async function raiseJoinVersion(sql: Sql, companyId: number): Promise<void> {
  await sql`update companies set join_version = join_version + 1, updated_at = now() where id = ${companyId}`;
}

/** The people of the company with this address and birth date whose link may be mailed, as for `/me`. */
export async function selectJoining(
  sql: Sql,
  companyId: number,
  email: string,
  dateOfBirth: string,
): Promise<PageOwner[]> {
  return await sql<PageOwner[]>`
    select e.company_id as "companyId", e.id as "employeeId", e.link_version as "linkVersion"
    from employees e
    join companies c on c.id = ${companyId}
    where e.company_id = ${companyId} and e.email_normal = normal_email(${email}) and e.date_of_birth = ${dateOfBirth}
      and e.erased_at is null and not ${hasOpenConflict(sql)}
      and not ${hasLeft(sql, sql`business_date(c.time_zone, c.clock_frozen_on)`)}
    order by e.id`;
}

/** So many strangers are kept. Anybody with the link can be one. */
const MAX_STRANGERS = 200;

/** The same address again replaces what it said before. */
export async function insertStranger(
  sql: Sql,
  companyId: number,
  { email, dateOfBirth }: { email: string; dateOfBirth: string },
): Promise<void> {
  await sql`
    insert into join_requests (company_id, email, date_of_birth, asked_at)
    select ${companyId}, normal_email(${email}), ${dateOfBirth}, now()
    where (select count(*) from join_requests where company_id = ${companyId}) < ${MAX_STRANGERS}
    on conflict (company_id, email) do update set date_of_birth = excluded.date_of_birth, asked_at = excluded.asked_at`;
}

export interface Stranger {
  id: number;
  email: string;
  dateOfBirth: string;
  askedAt: Date;
  /** Somebody with this address is known: the birth date differs, or the person has left. */
  isKnownAddress: boolean;
}

export async function selectStrangers(sql: Sql, companyId: number): Promise<Stranger[]> {
  return await sql<Stranger[]>`
    select j.id, j.email, j.date_of_birth as "dateOfBirth", j.asked_at as "askedAt",
      exists (
        select from employees e
        where e.company_id = ${companyId} and e.email_normal = j.email and e.erased_at is null) as "isKnownAddress"
    from join_requests j where j.company_id = ${companyId} order by j.asked_at, j.id`;
}

export async function deleteStranger(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const { count } = await sql`delete from join_requests where company_id = ${companyId} and id = ${id}`;
  return count > 0;
}

const KEPT = '30 days';

export async function selectCompaniesWithOldStrangers(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct company_id as id from join_requests
    where asked_at < now() - ${KEPT}::interval order by 1`);
}

export async function deleteOldStrangers(sql: Sql, companyId: number): Promise<void> {
  await sql`delete from join_requests where company_id = ${companyId} and asked_at < now() - ${KEPT}::interval`;
}
