import type { Sql } from '../../platform/db/types.ts';
import type { RecordedChange } from './list-changes.ts';

/** The names that the sentence of an entry needs, as they are now. Null: it has none, or is gone. */
interface EntryNames {
  person: { id: number; name: string } | null;
  integration: { id: number; name: string } | null;
  /** The key, user, invitation, webhook or document. */
  thing: string | null;
}

export type NamedChange = RecordedChange & EntryNames;

/** Adds the names to a page or a batch of the log, with one statement. */
export async function nameEntries(
  sql: Sql,
  companyId: number,
  entries: readonly RecordedChange[],
): Promise<NamedChange[]> {
  const rows = await sql<(EntryNames & { id: number })[]>`
    select a.id,
      case when e.id is not null
        then json_build_object('id', e.id, 'name', e.first_name || ' ' || e.last_name) end as person,
      case when i.id is not null then json_build_object('id', i.id, 'name', i.name) end as integration,
      case a.subject_type
        when 'api-key' then (select name from api_keys k where k.company_id = ${companyId} and k.id = a.subject_id)
        when 'portal-user' then (
          select email from portal_users u where u.company_id = ${companyId} and u.id = a.subject_id)
        when 'portal-invitation' then (
          select email from portal_invitations v where v.company_id = ${companyId} and v.id = a.subject_id)
        when 'document' then (select name from documents d where d.company_id = ${companyId} and d.id = a.subject_id)
        when 'webhook' then coalesce(a.details ->> 'host', (
          select substring(url from '//([^/?#]+)') from webhook_endpoints w
          where w.company_id = ${companyId} and w.id = a.subject_id))
      end as thing
    from audit_log a
    left join employees e on e.company_id = ${companyId} and e.erased_at is null and e.id = case a.subject_type
      when 'employee' then a.subject_id
      when 'contract-offer' then (
        select employee_id from contract_offers o where o.company_id = ${companyId} and o.id = a.subject_id)
      when 'document' then (
        select employee_id from documents d where d.company_id = ${companyId} and d.id = a.subject_id)
      when 'mail' then (select employee_id from mails m where m.company_id = ${companyId} and m.id = a.subject_id)
      else (a.details ->> 'employeeId')::bigint end
    left join hr_integrations i on i.company_id = ${companyId} and i.id = case a.subject_type
      when 'hr-integration' then a.subject_id
      else (a.details ->> 'integrationId')::bigint end
    where a.company_id = ${companyId} and a.id = any(${entries.map(({ id }) => id)}::bigint[])`;
  const names = new Map(rows.map(({ id, ...named }) => [id, named]));
  return entries.map((entry) => ({ ...entry, ...(names.get(entry.id) ?? NAMELESS) }));
}

const NAMELESS: EntryNames = { person: null, integration: null, thing: null };
