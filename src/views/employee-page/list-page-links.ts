import { byName } from '../../domain/person/order-sql.ts';
import { rowsInBatches } from '../../platform/db/batches.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { type LinkViewer, noteLinkViewer } from '../../platform/links/link-viewers-sql.ts';
import type { PageLink } from '../../platform/links/page-links.ts';

export interface ListedPageLink {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
  link: string;
}

type Row = Omit<ListedPageLink, 'link'> & { linkVersion: number };

/** Lists the links to the pages of everybody whose data is not erased, by name. */
export async function listPageLinks(
  sql: Sql,
  companyId: number,
  pageLink: PageLink,
  viewer: LinkViewer,
): Promise<ListedPageLink[]> {
  const rows = await sql<Row[]>`${people(sql, companyId)} ${inOrder(sql)}`;
  return await toLinks(sql, rows, companyId, pageLink, viewer);
}

/** For exports: a company may have hundreds of thousands. */
export function readPageLinks(
  read: ReadBatch,
  companyId: number,
  pageLink: PageLink,
  viewer: LinkViewer,
): AsyncGenerator<ListedPageLink[]> {
  return rowsInBatches(
    read,
    async (sql) => {
      const [found] = await sql<{ ids: number[] }[]>`
        select array(select "employeeId" from (${people(sql, companyId)} ${inOrder(sql)}) found) as ids`;
      return found?.ids ?? [];
    },
    async (sql, ids) => {
      const rows = await sql<
        Row[]
      >`${people(sql, companyId)} and e.id = any(${ids}::bigint[]) ${inOrder(sql)}`;
      return await toLinks(sql, rows, companyId, pageLink, viewer);
    },
  );
}

export const PAGE_LINK_HEADINGS = ['EMPLOYEE', 'FIRST NAME', 'LAST NAME', 'E-MAIL', 'LINK'];

/** The columns for a terminal or a file. */
export function pageLinkRow({ employeeId, firstName, lastName, email, link }: ListedPageLink) {
  return [employeeId, firstName, lastName, email, link];
}

async function toLinks(
  sql: Sql,
  rows: readonly Row[],
  companyId: number,
  pageLink: PageLink,
  viewer: LinkViewer,
): Promise<ListedPageLink[]> {
  await noteLinkViewer(sql, companyId, viewer, rows);
  return rows.map(({ linkVersion, ...person }) => ({
    ...person,
    link: pageLink({ companyId, employeeId: person.employeeId, linkVersion }, 'shown'),
  }));
}

const inOrder = (sql: Sql): Fragment => sql`order by ${byName(sql)}`;

function people(sql: Sql, companyId: number): Fragment {
  return sql`
    select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.email,
      e.link_version as "linkVersion"
    from employees e where e.company_id = ${companyId} and e.erased_at is null`;
}
