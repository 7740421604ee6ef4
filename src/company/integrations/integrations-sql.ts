import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { Sql } from '../../platform/db/types.ts';
import type {
  ApproveBy,
  ConnectionStatus,
  ExpectEvery,
  IntegrationStatus,
  IntegrationType,
  OnInvalid,
  SyncStatus,
} from './integration-types.ts';
import { lastSyncedAt, lastSyncOfIntegration, pullsOfIntegration, unresolvedFailure } from './latest-runs.ts';

export interface Integration {
  id: number;
  name: string;
  type: IntegrationType;
  status: IntegrationStatus;
  initialConnectionStatus: ConnectionStatus;
  lastSyncId: string | null;
  lastSyncStatus: SyncStatus;
  lastSyncedAt: Date | null;
  /** Whether a pull can be started: the service fetches its rosters, and is not doing so at the moment. */
  canTriggerSync: boolean;
  /** The number of rosters that were accepted: the version of the integration (docs/sync.md, "Outdated rosters"). */
  version: number;
}

/** The first applied run completes the initial connection. */
export async function selectIntegrations(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Integration[]> {
  return await sql<Integration[]>`
    select i.id, i.name, i.type,
      case
        when i.disconnected_at is not null then 'disconnected'
        when failed.id is not null or pulls.has_failed then 'error'
        when last_sync.accept_seq is null then 'pending'
        else 'connected'
      end as status,
      case
        when i.last_applied_run_id is not null then 'completed'
        when i.last_failed_run_id is not null or pulls.has_failed then 'failed'
        else 'pending'
      end as "initialConnectionStatus",
      last_sync.sync_id as "lastSyncId",
      coalesce(last_sync.status, 'never') as "lastSyncStatus",
      ${lastSyncedAt(sql)} as "lastSyncedAt", coalesce(last_sync.accept_seq, 0) as version,
      i.disconnected_at is null and pulls.are_possible and not pulls.is_open as "canTriggerSync"
    from hr_integrations i
    ${lastSyncOfIntegration(sql, companyId)}
    ${unresolvedFailure(sql)}
    ${pullsOfIntegration(sql, companyId)}
    where i.company_id = ${companyId} and i.id = any(${ids}::bigint[])`;
}

export interface IntegrationSettings {
  name?: string;
  autoSyncDefault?: boolean;
  holdCount?: number | null;
  holdPercent?: number | null;
  approveBy?: ApproveBy;
  onInvalid?: OnInvalid;
  expectEvery?: ExpectEvery;
  /** The e-mail address that gets this integration's mails without an account. */
  technicalContact?: string | null;
  /** The integrations whose people its rosters match, whatever the scope of the sender. */
  takesOver?: readonly number[];
  /** All types of absence that the integration names itself. */
  absenceTypes?: OwnAbsenceTypes;
}

export interface NewIntegration {
  name: string;
  type: IntegrationType;
  holdCount?: number | null;
  holdPercent?: number | null;
  approveBy?: ApproveBy;
}

export async function insertIntegration(
  sql: Sql,
  companyId: number,
  { name, type, holdCount = null, holdPercent = null, approveBy = 'anyone' }: NewIntegration,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into hr_integrations (company_id, name, type, hold_count, hold_percent, approve_by)
    values (${companyId}, ${name}, ${type}, ${holdCount}, ${holdPercent}, ${approveBy}) returning id`;
  if (!row) throw new Error('insert into hr_integrations returned nothing');
  return row.id;
}

export interface LockedIntegration {
  type: IntegrationType;
  disconnectedAt: Date | null;
  absenceTypes: OwnAbsenceTypes;
}

export async function lockIntegration(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<LockedIntegration | undefined> {
  const [row] = await sql<LockedIntegration[]>`
    select type, disconnected_at as "disconnectedAt", absence_types as "absenceTypes" from hr_integrations
    where company_id = ${companyId} and id = ${id} for no key update`;
  return row;
}

/** Ids are unique over all companies, although rows are keyed by company. */
export async function selectCompanyOfIntegration(sql: Sql, id: number): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id as "companyId" from hr_integrations where id = ${id}`;
  return row?.companyId;
}

export async function setDisconnected(
  sql: Sql,
  companyId: number,
  id: number,
  disconnected: boolean,
): Promise<void> {
  await sql`
    update hr_integrations set disconnected_at = ${disconnected ? sql`now()` : null}, connected_at = now(),
      paced_seq = null, updated_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

export async function updateIntegration(
  sql: Sql,
  companyId: number,
  id: number,
  settings: IntegrationSettings,
): Promise<void> {
  const values = {
    name: settings.name,
    auto_sync_default: settings.autoSyncDefault,
    hold_count: settings.holdCount,
    hold_percent: settings.holdPercent,
    approve_by: settings.approveBy,
    on_invalid: settings.onInvalid,
    expect_every: settings.expectEvery,
    technical_contact: settings.technicalContact,
    takes_over: settings.takesOver && [...settings.takesOver],
    // When the next roster is overdue has to be worked out anew.
    paced_seq: settings.expectEvery && null,
    absence_types: settings.absenceTypes && sql.json({ ...settings.absenceTypes }),
    // Removes the roster mark: with another setting the same roster may have another effect.
    mark_facts: null,
  };
  const given = Object.fromEntries(Object.entries(values).filter((entry) => entry[1] !== undefined));
  await sql`update hr_integrations set ${sql(given)}, updated_at = now() where company_id = ${companyId} and id = ${id}`;
}

export async function selectSettings(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<Required<IntegrationSettings> | undefined> {
  const [settings] = await sql<Required<IntegrationSettings>[]>`
    select name, auto_sync_default as "autoSyncDefault", hold_count as "holdCount",
      hold_percent::float8 as "holdPercent", approve_by as "approveBy", on_invalid as "onInvalid",
      expect_every as "expectEvery", technical_contact as "technicalContact", takes_over as "takesOver",
      absence_types as "absenceTypes"
    from hr_integrations where company_id = ${companyId} and id = ${id}`;
  return settings;
}

/** The rule that decides when a run is held for approval. */
export async function selectHoldRule(
  sql: Sql,
  companyId: number,
  id: number,
): Promise<{ count: number | null; percent: number | null }> {
  const [rule] = await sql<{ count: number | null; percent: number | null }[]>`
    select hold_count as count, hold_percent::float8 as percent
    from hr_integrations where company_id = ${companyId} and id = ${id}`;
  return rule ?? { count: null, percent: null };
}

export async function integrationExists(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const found = await sql`select from hr_integrations where company_id = ${companyId} and id = ${id}`;
  return found.length > 0;
}
