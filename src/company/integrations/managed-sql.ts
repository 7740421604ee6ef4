import type { Sql } from '../../platform/db/types.ts';
import { type Integration, type IntegrationSettings, selectIntegrations } from './integrations-sql.ts';
import { type Needs, needs, needsOf } from './needs-sql.ts';

interface Managed extends Required<Omit<IntegrationSettings, 'name'>>, Needs {
  disconnectedAt: Date | null;
  /** The number of people who are linked now. */
  people: number;
  /** The HR system that its rosters are fetched from. */
  source: string | null;
}

export type ManagedIntegration = Integration & Managed;

/** Selects all integrations of a company, or one of them, with their settings. */
export async function selectManagedIntegrations(
  sql: Sql,
  companyId: number,
  id: number | null = null,
): Promise<ManagedIntegration[]> {
  const rows = await sql<(Managed & { id: number })[]>`
    select i.id, i.auto_sync_default as "autoSyncDefault", i.hold_count as "holdCount",
      i.hold_percent::float8 as "holdPercent", i.approve_by as "approveBy", i.on_invalid as "onInvalid",
      i.expect_every as "expectEvery", i.technical_contact as "technicalContact", i.takes_over as "takesOver",
      i.absence_types as "absenceTypes", i.disconnected_at as "disconnectedAt",
      ${needs(sql)},
      (select count(*) from hr_links l
       where l.company_id = ${companyId} and l.integration_id = i.id and l.ended_at is null) as people,
      (select s.system from hr_sources s
       where s.company_id = ${companyId} and s.integration_id = i.id and s.state = 'active') as source
    from hr_integrations i
    ${needsOf(sql, companyId)}
    where i.company_id = ${companyId} and (${id}::bigint is null or i.id = ${id})
    order by i.id`;
  const ids = rows.map((row) => row.id);
  const records = new Map((await selectIntegrations(sql, companyId, ids)).map((item) => [item.id, item]));
  return rows.flatMap((row) => {
    const integration = records.get(row.id);
    return integration ? [{ ...row, ...integration }] : [];
  });
}
