import { deleteOldLog, selectCompaniesWithOldLog } from '../audit/delete-log.ts';
import { deleteOldBulkActions, selectCompaniesWithOldBulkActions } from '../bulk-actions/sql.ts';
import type { Kept, Retention } from '../config/retention.ts';
import type { Pool } from '../db/types.ts';
import { deleteOldEvents, selectCompaniesWithOldEvents } from '../events/sql.ts';
import { deleteSettledMails, selectCompaniesWithSettledMails } from '../mail/sql.ts';
import { deleteOldAttempts, selectCompaniesWithOldAttempts } from '../sync/attempts-sql.ts';
import { deleteOldChanges, selectCompaniesWithOldChanges } from '../sync/old-changes-sql.ts';
import { deleteOldDeliveries, selectCompaniesWithOldDeliveries } from '../webhooks/deliveries-sql.ts';
import type { Job } from './job.ts';

interface Old {
  selectCompanies(sql: Pool, days: number): Promise<number[]>;
  /** Deletes the oldest rows of a company, about this many. Returns their number, which is smaller when none is left. */
  deletePart(sql: Pool, companyId: number, days: number, most: number): Promise<number>;
  /** Rows of one statement: few enough for a second. */
  most: number;
}

const OLD: Record<Kept, Old> = {
  deliveries: {
    selectCompanies: selectCompaniesWithOldDeliveries,
    deletePart: deleteOldDeliveries,
    most: 5_000,
  },
  mails: { selectCompanies: selectCompaniesWithSettledMails, deletePart: deleteSettledMails, most: 10_000 },
  events: { selectCompanies: selectCompaniesWithOldEvents, deletePart: deleteOldEvents, most: 10_000 },
  // Each may be about 20,000 people.
  bulkActions: {
    selectCompanies: selectCompaniesWithOldBulkActions,
    deletePart: deleteOldBulkActions,
    most: 1,
  },
  attempts: { selectCompanies: selectCompaniesWithOldAttempts, deletePart: deleteOldAttempts, most: 5_000 },
  syncChanges: { selectCompanies: selectCompaniesWithOldChanges, deletePart: deleteOldChanges, most: 10_000 },
  auditLog: { selectCompanies: selectCompaniesWithOldLog, deletePart: deleteOldLog, most: 10_000 },
};

/** Deletes what is older than its retention, in short statements. */
export const deleteOldRecords =
  (retention: Retention): Job =>
  async ({ sql, log, signal }) => {
    for (const [kept, { selectCompanies, deletePart, most }] of Object.entries(OLD)) {
      const days = retention[kept as Kept];
      let deleted = 0;
      for (const companyId of await selectCompanies(sql, days))
        for (let part = most; part >= most && !signal.aborted; ) {
          part = await deletePart(sql, companyId, days, most);
          deleted += part;
        }
      if (deleted > 0) log.info({ kept, days, deleted }, 'old records deleted');
    }
  };
