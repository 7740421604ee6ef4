import { sweepDroppedFiles } from '../rosters/pull/file-drop/dropped-files-sql.ts';
import { deleteOldPreviews } from '../rosters/pull/pulls-sql.ts';
import { sweepStaged } from '../rosters/pull/staging-sql.ts';
import { sweepUploads } from '../rosters/receive/sweep-uploads.ts';
import { deleteOldProgress } from '../rosters/runs/progress-sql.ts';
import type { JobContext } from './job.ts';

/** Deletes uploads and staged people that disconnected clients and dead workers have left behind. */
export async function sweepAbandonedUploads({ sql, log, signal }: JobContext): Promise<void> {
  const swept = await sweepUploads(sql, signal);
  if (swept > 0) log.info({ swept }, 'abandoned roster uploads deleted');
  await deleteOldProgress(sql);
  await sweepStaged(sql);
  await deleteOldPreviews(sql);
  await sweepDroppedFiles(sql);
}
