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
    select email, link_version as "linkVersion", email_changed_by_type as "changedByType", email_changed_by_id as "changedById",
      case when email_changed_at > now() - make_interval(days => ${RECENT_DAYS}) then email_changed_at end as "changedAt"
    from employees where company_id = ${companyId} and id = ${employeeId}`;
  if (person?.linkVersion !== linkVersion) throw linkEnded();
  if (linkClass === 'shown')
    return { by: 'shown', shownTo: await selectViewers(sql, companyId, employeeId, linkVersion) };
  const { email, changedAt, changedByType, changedById } = person;
  if (!changedAt || !changedByType) return { by: 'mailed', mailedTo: email };
  const by =
    changedByType === 'sync'
      ? await selectSender(sql, companyId, changedById)
      : await namedParty(sql, companyId, changedByType, changedById);
  return { by: 'mailed', mailedTo: email, addressChanged: { at: changedAt.toISOString(), by } };
}

interface PersonRow {
  email: string;
  linkVersion: number;
  changedAt: Date | null;
  changedByType: NamedParty['type'] | null;
  changedById: number | null;
}

async function selectViewers(
  sql: Sql,
  companyId: number,
  employeeId: number,
  linkVersion: number,
): Promise<NamedParty[]> {
  const viewers = await sql<{ type: 'operator' | 'portal-user'; id: number }[]>`
    select viewer_type as type, viewer_id as id from link_viewers
    where company_id = ${companyId} and employee_id = ${employeeId} and link_version = ${linkVersion}
    order by last_at, viewer_type, viewer_id`;
  const named: NamedParty[] = [];
  for (const { type, id } of viewers) named.push(await namedParty(sql, companyId, type, id));
  return named;
}

/** Selects the sender of a run's roster: a portal user or an API key. */
async function selectSender(sql: Sql, companyId: number, runId: number | null): Promise<NamedParty> {
  const [run] = await sql<{ userId: number | null; keyId: number | null; integration: string }[]>`
    select r.portal_user_id as "userId", r.api_key_id as "keyId", i.name as integration
    from sync_runs r join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where r.company_id = ${companyId} and r.id = ${runId}`;
  if (run?.userId) return await namedParty(sql, companyId, 'portal-user', run.userId);
  if (run?.keyId) return await namedParty(sql, companyId, 'api-key', run.keyId);
  return { type: 'sync', name: run?.integration ?? null };
}

async function namedParty(
  sql: Sql,
  companyId: number,
  type: NamedParty['type'],
  id: number | null,
): Promise<NamedParty> {
  if (type !== 'portal-user' && type !== 'api-key') return { type, name: null };
  const [found] = await (type === 'portal-user'
    ? sql<{ name: string }[]>`
      select email as name from portal_users where company_id = ${companyId} and id = ${id}`
    : sql<{ name: string }[]>`select name from api_keys where company_id = ${companyId} and id = ${id}`);
  return { type, name: found?.name ?? null };
}
