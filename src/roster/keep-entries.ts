import type { Transaction } from '../db/types.ts';
import { requireAll, uploadGone } from './copy-entries.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import { insertWholeUpload, keepUpload, type UploadKey } from './sql.ts';

/** Keeps all entries or none: an upload is swept together with its entries. */
export async function keepEntries(
  tx: Transaction,
  key: UploadKey,
  integrationId: number,
  { entryCount, entries, upload }: ReceivedRoster,
): Promise<void> {
  if (!upload) return requireAll(await insertWholeUpload(tx, key, integrationId, entries), entryCount);
  // Fails if the upload was swept while the last bytes arrived. A kept upload is never swept.
  if (!(await keepUpload(tx, key))) throw uploadGone();
}
