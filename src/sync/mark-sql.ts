import type { Fragment } from '../db/fragments.ts';
import { keepShardsInPlace } from '../db/shards.ts';
import { together } from '../db/together.ts';
import type { Sql } from '../db/types.ts';
import type { OnInvalid } from '../integrations/vocabulary.ts';
import type { OwnAbsenceTypes } from '../person/absence-kinds.ts';
import { READING_VERSION } from '../roster/reading-version.ts';
import type { RosterMark } from '../roster/roster-mark.ts';
import type { AcceptingIntegration } from './sql.ts';
import type { Warning } from './vocabulary.ts';

/** The last applied run of an integration, if a body that equals its body would change nothing. */
interface MarkedRun extends RosterMark {
  entryCount: number;
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
  return await select(sql, companyId, integrationId, sql``);
}

/**
 * As `selectOpenIntegration`, and locks the integration as `lockForAcceptance` does. If it waits for the lock and the
 * integration has another last run then, the mark is missing: the statement does not see that run yet.
 */
export async function lockOpenIntegration(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<OpenIntegration | undefined> {
  const [, integration] = await together([
    keepShardsInPlace(sql, 'short'),
    select(sql, companyId, integrationId, sql`for no key update of i`),
  ]);
  return integration;
}

async function select(
  sql: Sql,
  companyId: number,
  integrationId: number,
  lock: Fragment,
): Promise<OpenIntegration | undefined> {
  const [integration] = await sql<OpenIntegration[]>`
    select i.disconnected_at is not null as "isDisconnected", i.last_accept_seq as "lastAcceptSeq",
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
    where i.company_id = ${companyId} and i.id = ${integrationId} ${lock}`;
  return integration;
}
