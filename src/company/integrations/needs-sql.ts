import { isSilent } from '../../domain/rules/silent-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { unresolvedFailure } from './latest-runs.ts';
import type { Pace } from './pace.ts';

/** The facts that show whether an integration needs attention. */
export interface Needs {
  /** When the latest roster was accepted. */
  lastRosterAt: Date | null;
  /** How often a roster is expected; null: at no time. */
  pace: Pace | null;
  isSilent: boolean;
  /** The number of rosters that were refused since the last accepted one, and why the latest of them was. */
  refused: number;
  refusedCode: string | null;
  /** The field that the HR system does not show, if that is why. */
  refusedField: string | null;
  /** The number of conflicts, possible duplicates and entries that wait for a decision. */
  decisions: number;
  /** The run whose ends wait for approval. */
  heldRunId: number | null;
  /** The latest roster with which suspiciously many people left, and which nobody has marked as seen. */
  unseenRunId: number | null;
}

/** The columns of `Needs`, of an integration `i` with `needsOf`. */
export function needs(sql: Sql): Fragment {
  return sql`
    latest.accepted_at as "lastRosterAt", case when i.paced_seq = i.last_accept_seq then i.pace end as pace,
    ${isSilent(sql)} as "isSilent", coalesce(refusals.count, 0) as refused, refusals.code as "refusedCode",
    missing.field as "refusedField", open.decisions, held.id as "heldRunId", unseen.id as "unseenRunId"`;
}

export function needsOf(sql: Sql, companyId: number): Fragment {
  return sql`
    left join sync_runs latest on latest.company_id = ${companyId} and latest.id = i.last_run_id
    left join lateral (
      select sum(a.count)::int as count, (array_agg(a.code order by a.updated_at desc, a.id desc))[1] as code,
        (array_agg(a.sync_id order by a.updated_at desc, a.id desc))[1] as sync_id
      from sync_attempts a
      where i.disconnected_at is null and a.company_id = ${companyId} and a.integration_id = i.id
        and a.accept_seq >= i.last_accept_seq
    ) refusals on true
    left join roster_pulls missing on missing.company_id = ${companyId} and missing.integration_id = i.id
      and missing.sync_id = refusals.sync_id
    cross join lateral (
      select (
        (select count(*) from sync_conflicts c where c.company_id = ${companyId} and c.integration_id = i.id)
        + (select count(*) from possible_duplicates d
           where d.company_id = ${companyId} and d.integration_id = i.id and d.decision is null)
        + (select count(*) from waiting_entries w
           where w.company_id = ${companyId} and w.integration_id = i.id and w.decision is null)
      )::int as decisions
    ) open
    left join lateral (
      select r.id from sync_runs r
      where r.company_id = ${companyId} and r.integration_id = i.id and r.status = 'held'
      order by r.accept_seq desc limit 1
    ) held on true
    left join lateral (
      select r.id from sync_runs r
      where r.company_id = ${companyId} and r.integration_id = i.id and r.large_offboarding = 'unseen'
      order by r.id desc limit 1
    ) unseen on true`;
}

export type NeedyIntegration = Needs & { id: number; name: string };

/** Integrations that are silent, refuse rosters, or have open decisions. */
export async function selectIntegrationsNeedingAttention(
  sql: Sql,
  companyId: number,
): Promise<NeedyIntegration[]> {
  return await sql<NeedyIntegration[]>`
    select i.id, i.name, ${needs(sql)}
    from hr_integrations i
    ${needsOf(sql, companyId)}
    where i.company_id = ${companyId} and (${isSilent(sql)} or refusals.count > 0 or open.decisions > 0)
    order by i.id`;
}

/** The number of integrations that need somebody: for the reasons above, or because a run is held or has failed. */
export async function countNeedy(sql: Sql, companyId: number): Promise<number> {
  const [counted] = await sql<{ integrations: number }[]>`
    select count(*) as integrations
    from hr_integrations i
    ${needsOf(sql, companyId)}
    ${unresolvedFailure(sql)}
    where i.company_id = ${companyId} and (
      ${isSilent(sql)} or refusals.count > 0 or open.decisions > 0
      or (failed.id is not null and i.disconnected_at is null) or held.id is not null
      or unseen.id is not null)`;
  return counted?.integrations ?? 0;
}
