import { ENDPOINTS } from '../../../src/notifications/webhooks/sender-sql.ts';
import type { ClaimTable } from '../../../src/platform/claims/claims.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { PULLS } from '../../../src/rosters/pull/pulls-sql.ts';
import { UPLOADS } from '../../../src/rosters/receive/uploads-sql.ts';
import { RUNS } from '../../../src/rosters/runs/runs-sql.ts';
import { REGISTRATIONS } from '../../../src/tickets/wallet/lasting/registrations-sql.ts';
import { BULK_ACTIONS } from '../../../src/views/bulk-actions/bulk-actions-sql.ts';

const MAILS: ClaimTable = { table: 'mails', token: 'attempts', until: 'claim_ends_at', seconds: 300 };
const OF_WORKERS = [RUNS, PULLS, ENDPOINTS, REGISTRATIONS, BULK_ACTIONS, MAILS];

/**
 * Lets the time of claims pass that were made before the kill, so that no round waits for minutes. A worker that survived the kill
 * of its database and has renewed its claim since keeps it.
 */
export async function endClaims(sql: Pool, killedAt: Date, ofWorkers: boolean): Promise<void> {
  for (const { table, until, seconds } of [UPLOADS, ...(ofWorkers ? OF_WORKERS : [])]) {
    const companies = await sql<{ id: number }[]>`
      select distinct company_id as id from ${sql(table)}
      where ${sql(until)} > now() and ${sql(until)} <= ${killedAt}::timestamptz + make_interval(secs => ${seconds})`;
    for (const { id } of companies)
      await sql`
        update ${sql(table)} set ${sql(until)} = ${killedAt}::timestamptz
        where company_id = ${id} and ${sql(until)} > ${killedAt}::timestamptz
          and ${sql(until)} <= ${killedAt}::timestamptz + make_interval(secs => ${seconds})`;
  }
}
