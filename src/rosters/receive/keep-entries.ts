import { withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { uploadGone } from './copy-entries.ts';
import { withAbsences } from './entry-lines.ts';
import type { ReceivedRoster } from './incoming-roster.ts';
import {
  countEntries,
  fillInKnownAbsences,
  insertWholeUpload,
  keepUpload,
  replaceLines,
  selectKnownAbsences,
  type UploadKey,
} from './uploads-sql.ts';

/** Keeps all entries or none: an upload is swept together with its entries. The first statement makes the upload that a run refers to. */
export async function keepEntries(
  tx: Transaction,
  key: UploadKey,
  integrationId: number,
  { entryCount, lines, upload, keepsAbsences }: ReceivedRoster,
): Promise<void> {
  if (!upload) await insertWholeUpload(tx, key, integrationId, lines);
  // Fails if the upload was swept while the last bytes arrived. A kept upload is never swept.
  else if (!(await keepUpload(tx, key))) throw uploadGone();
  // Batches are committed asynchronously: a crash of the database may have taken some of them since.
  else if ((await countEntries(tx, key)) !== entryCount) throw entriesLost();
  if (!keepsAbsences) return;
  if (upload) await fillInAbsences(tx, key, integrationId);
  else {
    const known = await selectKnownAbsences(tx, key.companyId, integrationId);
    if (known.size > 0) await replaceLines(tx, key, withAbsences(lines, known));
  }
}

const entriesLost = () =>
  new AppError(
    'database-unavailable',
    'The database was restarted while the roster arrived. Please send it again.',
  );

/** Entries without absences get those that the person's number listed last. The new entries have no statistics yet. */
async function fillInAbsences(tx: Transaction, key: UploadKey, integrationId: number): Promise<void> {
  await withoutNestedLoops(tx, true, () => fillInKnownAbsences(tx, key, integrationId));
}
