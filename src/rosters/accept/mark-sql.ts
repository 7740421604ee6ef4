import type { OnInvalid } from '../../company/integrations/integration-types.ts';
import { versionOf } from '../../company/integrations/latest-runs.ts';
import type { OwnAbsenceTypes } from '../../domain/person/absence-kinds.ts';
import type { Sql } from '../../platform/db/types.ts';
import { READING_VERSION } from '../receive/reading-version.ts';
import type { RosterMark } from '../receive/roster-mark.ts';
import type { AcceptingIntegration } from '../runs/runs-sql.ts';
import type { Warning } from '../runs/sync-outcomes.ts';

/** The last applied run of an integration, if a body that equals its body would change nothing. */
export interface MarkedRun extends RosterMark {
  runId: number;
  /** The run that was read: the marked one, unless that was unchanged itself. */
  readRunId: number;
  acceptSeq: number;
  entryCount: number;
  /** Invalid entries. Only pulled rosters have a mark with some: their settings cannot change from one to the next. */
  invalid: number;
  warnings: Warning[];
}

export interface OpenIntegration extends AcceptingIntegration {
  /** The company's business date. */
  today: string;
  onInvalid: OnInvalid;
  /** The types of absence that it names itself. */
  absenceTypes: OwnAbsenceTypes;
  mark: MarkedRun | null;
}

/**
 * An integration and its mark. The mark is missing
 * - if a later run was accepted;
 * - if the last run allowed none (`mayEqualTheNext` of `finishRun`), or the settings have changed since: `mark_facts` is null;
 * - if other reading rules or types of absence are in force;
 * - if `roster_facts` was raised since.
 */
export async function selectOpenIntegration(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<OpenIntegration | undefined> {
  const [integration] = await sql<OpenIntegration[]>`
    select i.disconnected_at is not null as "isDisconnected", ${versionOf(sql, companyId)} as "lastAcceptSeq",
      business_date(c.time_zone, c.clock_frozen_on) as today, i.on_invalid as "onInvalid",
      i.absence_types as "absenceTypes",
      exists (
        select from hr_sources s
        where s.company_id = ${companyId} and s.integration_id = i.id and s.state = 'active') as "isPulled",
      case when r.id is not null then json_build_object(
        'runId', r.id, 'readRunId', coalesce(r.same_as_run_id, r.id), 'acceptSeq', r.accept_seq, 'syncId', r.sync_id, 'syncIdAt', r.sync_id_at, 'bodyBytes', r.body_bytes,
        'digest', encode(r.body_digest, 'hex'), 'entryCount', r.entry_count, 'invalid', coalesce((r.counts ->> 'invalid')::int, 0), 'warnings', r.problems) end as mark
    from hr_integrations i
    join companies c on c.id = i.company_id
    left join sync_runs r on r.company_id = i.company_id and r.id = i.last_applied_run_id
      and i.mark_facts = c.roster_facts and r.accept_seq = ${versionOf(sql, companyId)}
      and r.reading_version = ${READING_VERSION} and r.absence_types = i.absence_types and r.sync_id_at is not null
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  return integration;
}

/**
 * Makes a run the latest and the last applied one of its integration, in the place of the marked run. False if the mark holds no
 * longer: a change of the settings, which may also change the types of absence, sets `mark_facts` to null. False also while another
 * transaction has the integration locked: it may be changing just that, and accepting does not wait for it.
 */
export async function passMarkOn(
  sql: Sql,
  companyId: number,
  integrationId: number,
  { runId, acceptSeq }: MarkedRun,
  nextRunId: number,
): Promise<boolean> {
  const passed = await sql`
    with marked as materialized (
      select i.id from hr_integrations i
      join companies c on c.id = ${companyId}
      where i.company_id = ${companyId} and i.id = ${integrationId} and i.disconnected_at is null
        and i.last_applied_run_id = ${runId} and i.mark_facts = c.roster_facts
        and ${versionOf(sql, companyId)} = ${acceptSeq}
      for no key update of i skip locked
    )
    update hr_integrations i set last_accept_seq = ${acceptSeq + 1}, last_run_id = ${nextRunId},
      last_applied_run_id = ${nextRunId}, updated_at = now()
    from marked m
    where i.company_id = ${companyId} and i.id = m.id`;
  return passed.count === 1;
}
