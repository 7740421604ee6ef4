import { deleteOldLog, selectCompaniesWithOldLog } from '../domain/audit/delete-log.ts';
import { deleteOldEvents, selectCompaniesWithOldEvents } from '../domain/events/events-sql.ts';
import type { Kept, Retention } from '../platform/config/retention.ts';
import { oldRows } from '../platform/db/old-rows.ts';
import type { Pool } from '../platform/db/types.ts';
import { deleteOldChanges, selectCompaniesWithOldChanges } from '../rosters/runs/old-changes-sql.ts';
import { eachOnItsOwn } from './each-company.ts';
import type { Job } from './job.ts';

interface Old {
  selectCompanies(sql: Pool, days: number): Promise<number[]>;
  /** Deletes the oldest rows of a company, about this many. Returns their number, which is smaller when none is left. */
  deletePart(sql: Pool, companyId: number, days: number, max: number): Promise<number>;
  /** Rows of one statement: few enough for a second. */
  max: number;
}

export const OLD: Record<Kept, Old> = {
  deliveries: { ...oldRows({ table: 'webhook_deliveries', key: ['id'], at: 'at' }), max: 5_000 },
  // They contain addresses. Waiting ones stay.
  mails: { ...oldRows({ table: 'mails', key: ['id'], at: 'settled_at' }), max: 10_000 },
  events: { selectCompanies: selectCompaniesWithOldEvents, deletePart: deleteOldEvents, max: 10_000 },
  // Each may be about 20,000 people. What was done is in the audit log.
  bulkActions: { ...oldRows({ table: 'bulk_actions', key: ['id'], at: 'finished_at' }), max: 1 },
  attempts: {
    ...oldRows({ table: 'sync_attempts', key: ['integration_id', 'id'], at: 'updated_at' }),
    max: 5_000,
  },
  pulls: { ...oldRows({ table: 'roster_pulls', key: ['id'], at: 'finished_at' }), max: 5_000 },
  passes: { ...oldRows({ table: 'wallet_passes', key: ['id'], at: 'retired_at' }), max: 5_000 },
  syncChanges: { selectCompanies: selectCompaniesWithOldChanges, deletePart: deleteOldChanges, max: 10_000 },
  auditLog: { selectCompanies: selectCompaniesWithOldLog, deletePart: deleteOldLog, max: 10_000 },
};

/** Deletes what is older than its retention, in short statements. */
export const deleteOldRecords =
  (retention: Retention): Job =>
  async (context) => {
    const { sql, log, signal } = context;
    for (const [kept, { selectCompanies, deletePart, max }] of Object.entries(OLD)) {
      const days = retention[kept as Kept];
      let deleted = 0;
      const companyIds = await selectCompanies(sql, days);
      await eachOnItsOwn(context, companyIds, 'old records could not be deleted', async (companyId) => {
        for (let part = max; part >= max && !signal.aborted; ) {
          part = await deletePart(sql, companyId, days, max);
          deleted += part;
        }
      });
      if (deleted > 0) log.info({ kept, days, deleted }, 'old records deleted');
    }
  };
