import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { LinkClass } from '../../platform/links/link-class.ts';
import { linkEnded } from '../../platform/links/page-links.ts';
import type { NamedParty, Proof } from './proof.ts';

/** How long a change of the e-mail address is worth a line in the contract. */
const RECENT_DAYS = 90;

/** The proof of offer `o`; null for answers from before proofs were recorded. */
export const proofOf = (sql: Sql): Fragment => sql`
  case when o.answered_on_paper then '{"by": "paper"}'::jsonb else o.proof end`;

/** The link by which somebody signs. */
export interface SigningLink {
  linkVersion: number;
  linkClass: LinkClass;
}

/**
 * Reads the proof of a signature by this link, in the transaction of the answer. A changed address ends the links that were sent to
 * the old one, so a mailed link that is still valid has reached the present address.
 */
export async function readProofOfLink(
  sql: Sql,
  companyId: number,
  employeeId: number,
  { linkVersion, linkClass }: SigningLink,
): Promise<Proof> {
  const [person] = await sql<PersonRow[]>`
    select email, link_version as "linkVersion",
      case when email_changed_at > now() - make_interval(days => ${RECENT_DAYS}) then email_changed_at end as "changedAt"
    from employees where company_id = ${companyId} and id = ${employeeId}`;
  if (person?.linkVersion !== linkVersion) throw linkEnded();
  if (linkClass === 'shown')
    return { by: 'shown', shownTo: await selectViewers(sql, companyId, employeeId, linkVersion) };
  const { email: mailedTo, changedAt } = person;
  if (!changedAt) return { by: 'mailed', mailedTo };
  const by = await selectChanger(sql, companyId, employeeId);
  return { by: 'mailed', mailedTo, addressChanged: { at: changedAt.toISOString(), by } };
}

interface PersonRow {
  email: string;
  linkVersion: number;
  changedAt: Date | null;
}

async function selectViewers(
  sql: Sql,
  companyId: number,
  employeeId: number,
  linkVersion: number,
): Promise<NamedParty[]> {
  return await sql<NamedParty[]>`
    select v.viewer_type as type, u.email as name
    from link_viewers v
    left join portal_users u on u.company_id = ${companyId} and v.viewer_type = 'portal-user' and u.id = v.viewer_id
    where v.company_id = ${companyId} and v.employee_id = ${employeeId} and v.link_version = ${linkVersion}
    order by v.last_at, v.viewer_type, v.viewer_id`;
}

/** Who has changed the person's e-mail address last. Of a roster: who sent it, or the integration that it was fetched for. */
async function selectChanger(sql: Sql, companyId: number, employeeId: number): Promise<NamedParty> {
  const [changer] = await sql<NamedParty[]>`
    select coalesce(u.email, k.name, i.name) as name,
      case when u.id is not null then 'portal-user' when k.id is not null then 'api-key' else change.type end as type
    from employees e
    cross join lateral (select e.email_changed_by_type as type, e.email_changed_by_id as id) change
    left join sync_runs r on r.company_id = ${companyId} and change.type = 'sync' and r.id = change.id
    left join hr_integrations i on i.company_id = ${companyId} and i.id = r.integration_id
    left join portal_users u on u.company_id = ${companyId}
      and u.id = case change.type when 'portal-user' then change.id else r.portal_user_id end
    left join api_keys k on k.company_id = ${companyId}
      and k.id = case change.type when 'api-key' then change.id else r.api_key_id end
    where e.company_id = ${companyId} and e.id = ${employeeId}`;
  if (!changer) throw linkEnded();
  return changer;
}
