import { haveLinksLeft } from '../../domain/rules/has-left-sql.ts';
import { isConflictOf } from '../../domain/rules/open-conflict-sql.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { PageOwner } from '../../platform/links/page-links.ts';
import type { Document } from '../../tickets/documents/documents-sql.ts';

/** The person whose page it is. */
export interface Owner extends PageOwner {
  dateOfBirth: string;
}

const OWNER = `e.company_id as "companyId", e.id as "employeeId", e.link_version as "linkVersion", e.date_of_birth as "dateOfBirth"`;

/** Erased people are not found. */
export async function selectOwner(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<Owner | undefined> {
  const [owner] = await sql<Owner[]>`
    select ${sql.unsafe(OWNER)} from employees e
    where e.company_id = ${companyId} and e.id = ${employeeId} and e.erased_at is null`;
  return owner;
}

export async function selectOwnerOfOffer(
  sql: Sql,
  companyId: number,
  offerId: number,
): Promise<Owner | undefined> {
  const [owner] = await sql<Owner[]>`
    select ${sql.unsafe(OWNER)} from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.id = ${offerId} and e.erased_at is null`;
  return owner;
}

export interface CompanyOfPage {
  name: string;
  timeZone: string;
  /** Whom the employee can ask. */
  contact: string | null;
  privacyNote: string | null;
}

export async function selectCompanyOfPage(sql: Sql, companyId: number): Promise<CompanyOfPage | undefined> {
  const [company] = await sql<CompanyOfPage[]>`
    select name, time_zone as "timeZone", contact, privacy_note as "privacyNote" from companies where id = ${companyId}`;
  return company;
}

export type PageDocument = Pick<Document, 'id' | 'name' | 'kind' | 'fileType' | 'createdAt'>;

/** A receipt a month for more than ten years. */
const MAX_DOCUMENTS = 150;

/** The newest documents that the person can download. */
export async function selectPageDocuments(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<PageDocument[]> {
  return await sql<PageDocument[]>`
    select id, name, kind, file_type as "fileType", created_at as "createdAt" from documents
    where company_id = ${companyId} and employee_id = ${employeeId} and downloadable
    order by created_at desc, id desc limit ${MAX_DOCUMENTS}`;
}

export async function ownsDocument(
  sql: Sql,
  { companyId, employeeId }: PageOwner,
  id: number,
): Promise<boolean> {
  const found = await sql`
    select from documents where company_id = ${companyId} and id = ${id} and employee_id = ${employeeId}`;
  return found.length > 0;
}

/**
 * Selects the people with this e-mail address, in all companies, whose link may be mailed (docs/employee-page.md): neither
 * erased nor gone, and without an open conflict. One search per company, because the index begins with the company.
 */
export async function selectOwnersByEmail(sql: Pool, email: string): Promise<PageOwner[]> {
  return await sql<PageOwner[]>`
    select e.company_id as "companyId", e.id as "employeeId", e.link_version as "linkVersion"
    from companies c
    cross join lateral (
      select company_id, id, link_version, term_number, term_start from employees
      where company_id = c.id and email_normal = normal_email(${email}) and erased_at is null
      offset 0
    ) e
    where not (
        select ${haveLinksLeft(sql, sql`business_date(c.time_zone, c.clock_frozen_on)`)}
        from hr_links l where l.company_id = e.company_id and l.employee_id = e.id)
      and not exists (
        select from hr_links l join sync_conflicts k on ${isConflictOf(sql)}
        where l.company_id = e.company_id and l.employee_id = e.id)
    order by e.company_id, e.id`;
}
