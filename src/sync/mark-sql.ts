import { changeAndInsert } from '../db/inserting.ts';
import type { Sql } from '../db/types.ts';
import { told } from '../events/tell.ts';
import type { OnInvalid } from '../integrations/vocabulary.ts';
import type { OwnAbsenceTypes } from '../person/absence-kinds.ts';
import { READING_VERSION } from '../roster/reading-version.ts';
import type { RosterMark } from '../roster/roster-mark.ts';
import { type NewRun, toJson } from './sql.ts';
import { unchangedCounts, type Warning } from './vocabulary.ts';

/** The last applied run of an integration, if a body that equals its body would change nothing. */
interface MarkedRun extends RosterMark {
  entryCount: number;
  warnings: Warning[];
}

export interface OpenIntegration {
  isDisconnected: boolean;
  /** The company's business date. */
  today: string;
  onInvalid: OnInvalid;
  /** The types of absence that it names itself. */
  absenceTypes: OwnAbsenceTypes;
  mark: MarkedRun | null;
}

/**
 * An integration and its mark. The mark is missing if a later run was accepted, if the last run left a conflict, a held
 * end or an invalid entry or the settings have changed since (`mark_facts` is null), if other reading rules or types
 * of absence are in force, or if
 * `roster_facts` was raised since.
 */
export async function selectOpenIntegration(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<OpenIntegration | undefined> {
  const [integration] = await sql<OpenIntegration[]>`
    select i.disconnected_at is not null as "isDisconnected",
      business_date(c.time_zone, c.clock_frozen_on) as today, i.on_invalid as "onInvalid",
      i.absence_types as "absenceTypes",
      case when r.id is not null then json_build_object(
        'runId', r.id, 'syncId', r.sync_id, 'syncIdAt', r.sync_id_at, 'bodyBytes', r.body_bytes,
        'digest', encode(r.body_digest, 'hex'), 'entryCount', r.entry_count, 'warnings', r.problems) end as mark
    from hr_integrations i
    join companies c on c.id = i.company_id
    left join sync_runs r on r.company_id = i.company_id and r.id = i.last_applied_run_id
      and i.last_run_id = i.last_applied_run_id and i.mark_facts = c.roster_facts
      and r.reading_version = ${READING_VERSION} and r.absence_types = i.absence_types and r.sync_id_at is not null
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  return integration;
}

/** The run is over at once. It is the next one that a body is compared with. */
export async function insertUnchangedRun(sql: Sql, companyId: number, run: NewRun): Promise<number> {
  const { body } = run;
  const success = told(sql, companyId, 'sync.succeeded', {
    of: 'made',
    each: sql`'hrIntegrationId', r.integration_id, 'syncId', r.sync_id`,
  });
  const parts = sql`
    made as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, attempts, api_key_id,
        portal_user_id, body_digest, body_bytes, sync_id_at, reading_version, absence_types, entry_count, counts, problems,
        accepted_at, started_at, finished_at)
      select ${companyId}, ${run.integrationId}, ${run.syncId}, ${run.acceptSeq}, 'succeeded', 1, ${run.keyId},
        ${run.userId}, ${body.digest}, ${body.bytes}, ${body.syncIdAt}, ${READING_VERSION}, ${sql.json({ ...body.absenceTypes })}, ${run.entryCount},
        ${sql.json({ ...unchangedCounts(run.entryCount) })}, ${toJson(sql, run.warnings)}, moment, moment, moment
      from clock_timestamp() moment
      returning company_id, integration_id, id, sync_id
    ), marked as (
      update hr_integrations i set last_accept_seq = ${run.acceptSeq}, last_run_id = made.id,
        last_applied_run_id = made.id, updated_at = now()
      from made where i.company_id = ${companyId} and i.id = made.integration_id
    ), ${success.counted}`;
  const [row] = await changeAndInsert<{ id: number }>(sql, {
    parts,
    inserts: [success.insert],
    result: sql`select id from made`,
  });
  if (!row) throw new Error('insert into sync_runs returned nothing');
  return row.id;
}
