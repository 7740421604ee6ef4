import type { AbsenceKind } from '../../domain/person/absence-kinds.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import type { AbsenceType, Mapping } from './hr-system.ts';
import { nextPullAt, type Schedule } from './schedule.ts';

/** `draft`: it is being set up or changed. */
export type SourceState = 'active' | 'draft';

/** A type of absence that is asked for, with what it means once the source is in use. */
export interface MappedType extends AbsenceType {
  kind: AbsenceKind;
}

export interface StoredMapping extends Mapping {
  absenceTypes: readonly MappedType[];
}

/** Where the rosters of an integration come from. */
export interface Source {
  integrationId: number;
  state: SourceState;
  system: string;
  /** The inputs that may be shown. */
  settings: Record<string, string>;
  /** The other inputs, sealed. */
  secrets: string;
  mapping: StoredMapping | null;
  schedule: Schedule;
  nextPullAt: Date | null;
  updatedAt: Date;
}

const COLUMNS = `integration_id as "integrationId", state, system, settings, secrets, mapping, schedule,
  next_pull_at as "nextPullAt", updated_at as "updatedAt"`;

export async function selectSource(
  sql: Sql,
  companyId: number,
  integrationId: number,
  state: SourceState,
): Promise<Source | undefined> {
  const [source] = await sql<Source[]>`
    select ${sql.unsafe(COLUMNS)} from hr_sources
    where company_id = ${companyId} and integration_id = ${integrationId} and state = ${state}`;
  return source;
}

export interface DraftSource {
  system: string;
  settings: Record<string, string>;
  secrets: string;
  mapping: StoredMapping | null;
}

export async function upsertDraft(
  sql: Sql,
  companyId: number,
  integrationId: number,
  { system, settings, secrets, mapping }: DraftSource,
): Promise<void> {
  const values = sql`${system}, ${sql.json(settings)}, ${secrets}, ${mapping && sql.json(structuredClone(mapping) as never)}`;
  await sql`
    insert into hr_sources (company_id, integration_id, state, system, settings, secrets, mapping, updated_at)
    values (${companyId}, ${integrationId}, 'draft', ${values}, now())
    on conflict (company_id, integration_id, state) do update
    set system = excluded.system, settings = excluded.settings, secrets = excluded.secrets, mapping = excluded.mapping,
      updated_at = excluded.updated_at`;
}

export async function updateDraftMapping(
  sql: Sql,
  companyId: number,
  integrationId: number,
  mapping: StoredMapping,
): Promise<boolean> {
  const { count } = await sql`
    update hr_sources set mapping = ${sql.json(structuredClone(mapping) as never)}, updated_at = now()
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'draft'`;
  return count === 1;
}

/** The draft becomes the source in use, in the place of the one before. */
export async function activateDraft(
  sql: Sql,
  companyId: number,
  integrationId: number,
  schedule: Schedule,
): Promise<void> {
  await deleteSource(sql, companyId, integrationId, 'active');
  await sql`
    update hr_sources set state = 'active', schedule = ${schedule}, next_pull_at = ${nextPullAt(sql, companyId, schedule)}, updated_at = now()
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'draft'`;
}

export async function updateSchedule(
  sql: Sql,
  companyId: number,
  integrationId: number,
  schedule: Schedule,
): Promise<void> {
  await sql`
    update hr_sources set schedule = ${schedule}, next_pull_at = ${nextPullAt(sql, companyId, schedule)}, updated_at = now()
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'active'`;
}

export async function deleteSource(
  sql: Sql,
  companyId: number,
  integrationId: number,
  state: SourceState,
): Promise<boolean> {
  const { count } = await sql`
    delete from hr_sources
    where company_id = ${companyId} and integration_id = ${integrationId} and state = ${state}`;
  return count === 1;
}

/** Companies that have a source whose time has come. */
export async function findCompaniesWithDueSources(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct s.company_id as id from hr_sources s
    where s.next_pull_at <= now()`);
}

export interface DueSource {
  integrationId: number;
  system: string;
  schedule: Schedule;
  dueAt: string;
  isDisconnected: boolean;
}

/** Locks the sources of a company whose time has come. Those that another node has locked are left to it. */
export async function lockDueSources(sql: Sql, companyId: number): Promise<DueSource[]> {
  return await sql<DueSource[]>`
    select s.integration_id as "integrationId", s.system, s.schedule, s.next_pull_at::text as "dueAt",
      i.disconnected_at is not null as "isDisconnected"
    from hr_sources s
    join hr_integrations i on i.company_id = ${companyId} and i.id = s.integration_id
    where s.company_id = ${companyId} and s.next_pull_at <= now()
    order by s.integration_id for no key update of s skip locked`;
}

export async function setNextPull(
  sql: Sql,
  companyId: number,
  integrationId: number,
  schedule: Schedule,
): Promise<void> {
  await sql`
    update hr_sources set next_pull_at = ${nextPullAt(sql, companyId, schedule)}
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'active'`;
}

export interface SealedSource {
  companyId: number;
  integrationId: number;
  state: SourceState;
  secrets: string;
}

export async function selectSealedSources(sql: Pool): Promise<SealedSource[]> {
  return await sql<SealedSource[]>`
    select company_id as "companyId", integration_id as "integrationId", state, secrets from hr_sources order by company_id, integration_id, state`;
}

/** Only if nobody has changed the credentials meanwhile. */
export async function replaceSealed(sql: Pool, source: SealedSource, secrets: string): Promise<void> {
  const { companyId, integrationId, state } = source;
  await sql`
    update hr_sources set secrets = ${secrets}
    where company_id = ${companyId} and integration_id = ${integrationId} and state = ${state}
      and secrets = ${source.secrets}`;
}
