import { VIEW_ACTIONS } from '../../domain/audit/actions.ts';
import { type NamedActor, namedActor } from '../../domain/audit/list-changes.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { type Page, type PageRequest, pageOfRows } from '../../platform/db/pages.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { Change } from '../../rosters/runs/list-changes.ts';
import type { Outcome, Reason } from '../../rosters/runs/sync-outcomes.ts';

interface Entry {
  at: Date;
  actor: NamedActor;
}

interface AuditHistoryEntry extends Entry {
  source: 'audit';
  action: string;
  details: object;
}

interface SyncHistoryEntry extends Entry {
  source: 'sync';
  /** The outcome of the sync for this person. */
  action: Outcome;
  reason: Reason;
  /** The fields that changed. */
  details: Change['fields'];
  run: { id: number; syncId: string | null; integrationId: number; integrationName: string };
}

/** The actions of entries about groups that rules have decided. */
export const GROUP_MOVES = { joined: 'group-joined', left: 'group-left' } as const;

export type HistoryEntry = AuditHistoryEntry | SyncHistoryEntry;

/**
 * Lists all changes to a person, without views, their contracts, documents and groups, with the user or the sync that made
 * them, newest first.
 */
export async function readHistory(
  sql: Sql,
  companyId: number,
  employeeId: number,
  request: PageRequest,
): Promise<Page<HistoryEntry>> {
  const history = sql`
    select at, source, actor, action, reason, details, run from (${entries(sql, companyId, employeeId)}) entry`;
  return await pageOfRows(sql, history, sql`order by at desc, source, id desc`, request);
}

function entries(sql: Sql, companyId: number, employeeId: number): Fragment {
  return sql`
    select a.at, 'audit' as source, a.id, ${namedActor(sql)} as actor, a.action, null::text as reason, a.details,
      null::json as run
    from audit_log a
    where a.company_id = ${companyId} and a.action <> all(${[...VIEW_ACTIONS]}::text[]) and (
      (a.subject_type = 'employee' and a.subject_id = ${employeeId})
      or (a.subject_type = 'contract-offer' and a.subject_id in (
        select id from contract_offers where company_id = ${companyId} and employee_id = ${employeeId}))
      or (a.subject_type = 'document' and a.subject_id in (
        select id from documents where company_id = ${companyId} and employee_id = ${employeeId}))
    )
    union all
    select coalesce(r.finished_at, r.accepted_at, r.created_at), 'sync', s.id,
      json_build_object('type', 'sync', 'id', r.id, 'name', i.name), s.outcome, s.reason, s.fields,
      json_build_object('id', r.id, 'syncId', r.sync_id, 'integrationId', i.id, 'integrationName', i.name)
    from sync_changes s
    join sync_runs r on r.company_id = s.company_id and r.id = s.run_id
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id
    where s.company_id = ${companyId} and s.employee_id = ${employeeId} and s.outcome <> 'listing'
    union all
    -- The audit log has the choices by hand.
    select m.created_at, 'audit', m.id, json_build_object('type', 'system', 'id', null, 'name', null),
      case when m.group_id is null then ${GROUP_MOVES.left} else ${GROUP_MOVES.joined} end, null, jsonb_build_object('group', m.group_name), null
    from group_memberships m
    where m.company_id = ${companyId} and m.employee_id = ${employeeId} and not m.by_hand`;
}
