import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

// An integration `i` points to the last one of its runs that was applied, and to the last one that failed. The last one accepted is
// looked up: accepting a roster does not wait for a transaction that has locked the integration, so `last_run_id` and `last_accept_seq`
// may be behind until that run is over (`setLastRun`).
// A link `l` has a `last_run_id` too, of another meaning: the run that listed it last. It is null while the link counts as
// listed by the last applied roster.

/** Joins `last_sync`, the last sync of the integration: its latest accepted run, whatever became of it. */
export function lastSyncOfIntegration(sql: Sql, companyId: number): Fragment {
  return sql`
    left join lateral (
      select r.accept_seq, r.sync_id, r.status, r.finished_at, r.accepted_at from sync_runs r
      where r.company_id = ${companyId} and r.integration_id = i.id
      order by r.accept_seq desc limit 1
    ) last_sync on true`;
}

/** The version of integration `i`: the number of its latest accepted roster, and 0 before the first one. */
export function versionOf(sql: Sql, companyId: number): Fragment {
  return sql`
    coalesce((
      select max(r.accept_seq) from sync_runs r where r.company_id = ${companyId} and r.integration_id = i.id), 0)`;
}

/**
 * Joins `last_sync`, the last sync that listed a link `l` of the integration. An applied roster lists every present link,
 * so theirs is the integration's last applied run. A link that has ended, or whose end is held, stores the run that listed it last.
 */
export function lastSyncOfLink(sql: Sql): Fragment {
  return sql`
    left join sync_runs last_sync on l.type = 'hr-integration' and last_sync.company_id = l.company_id
      and last_sync.id = case
        when l.ended_at is null then coalesce(l.last_run_id, i.last_applied_run_id)
        else l.last_run_id
      end`;
}

/** When a run finished; until then, when it was accepted. */
export function lastSyncedAt(sql: Sql): Fragment {
  return sql`coalesce(last_sync.finished_at, last_sync.accepted_at)`;
}

/** Joins `failed`, the last failed run, unless a later one was applied. */
export function unresolvedFailure(sql: Sql): Fragment {
  return sql`
    left join sync_runs applied on applied.company_id = i.company_id and applied.id = i.last_applied_run_id
    left join sync_runs failed on failed.company_id = i.company_id and failed.id = i.last_failed_run_id
      and failed.accept_seq > coalesce(applied.accept_seq, 0)`;
}

/**
 * Joins `pulls`: whether the integration has a source that can be fetched, whether a pull is under way, and whether the latest one has
 * failed.
 */
export function pullsOfIntegration(sql: Sql, companyId: number): Fragment {
  return sql`
    cross join lateral (
      select exists (
          select from hr_sources s
          where s.company_id = ${companyId} and s.integration_id = i.id and s.state = 'active'
            -- Its files come when they come.
            and s.system <> 'file-drop') as are_possible,
        exists (
          select from roster_pulls p
          where p.company_id = ${companyId} and p.integration_id = i.id and p.finished_at is null
            and not p.awaits_source) as is_open,
        coalesce((
          select p.status = 'failed' from roster_pulls p
          where p.company_id = ${companyId} and p.integration_id = i.id and p.purpose = 'roster' and p.finished_at is not null
            and not p.awaits_source
          order by p.id desc limit 1), false) as has_failed
    ) pulls`;
}
