import type { Sql } from '../db/types.ts';

/** A viewer of links of class `shown`: a portal user, or the operator on the command line. */
export interface LinkViewer {
  type: string;
  id?: number | undefined;
}

interface SeenLink {
  employeeId: number;
  linkVersion: number;
}

/**
 * Records who sees the links to these people's pages or contracts: a contract signed by such a link names the viewers
 * (docs/employee-page.md). Call it before the links are sent, so that every view is recorded. A second view on the same day
 * writes nothing. People who are deleted meanwhile are left out.
 */
export async function noteLinkViewer(
  sql: Sql,
  companyId: number,
  viewer: LinkViewer,
  links: readonly SeenLink[],
): Promise<void> {
  if (links.length === 0) return;
  if ('begin' in sql) return await sql.begin((tx) => noteLinkViewer(tx, companyId, viewer, links));
  const there = await sql<{ id: number }[]>`
    select id from employees
    where company_id = ${companyId} and id = any(${links.map(({ employeeId }) => employeeId)}::bigint[])
    order by id for key share`;
  const ids = new Set(there.map(({ id }) => id));
  const kept = links.filter(({ employeeId }) => ids.has(employeeId));
  await sql`
    insert into link_viewers as v (company_id, employee_id, viewer_type, viewer_id, link_version)
    select distinct on (employee_id) ${companyId}::bigint, employee_id, ${viewer.type}::text, ${viewer.id ?? 0}::bigint,
      link_version
    from unnest(${kept.map(({ employeeId }) => employeeId)}::bigint[], ${kept.map(({ linkVersion }) => linkVersion)}::int[])
      as seen (employee_id, link_version)
    order by employee_id
    on conflict (company_id, employee_id, viewer_type, viewer_id)
      do update set link_version = excluded.link_version, last_at = excluded.last_at
      where v.link_version <> excluded.link_version or excluded.last_at - v.last_at > interval '1 day'`;
}
