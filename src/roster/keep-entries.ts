import type { Transaction } from '../db/types.ts';
import { requireAll, uploadGone } from './copy-entries.ts';
import type { ReceivedRoster } from './receive-roster.ts';
import { insertWholeUpload, keepUpload, type UploadKey } from './sql.ts';

/** All of them or none: an upload is swept together with its entries, and one that is there has them all. */
export async function keepEntries(
  tx: Transaction,
  key: UploadKey,
  integrationId: number,
  { entryCount, entries, upload }: ReceivedRoster,
): Promise<void> {
  if (!upload) return requireAll(await insertWholeUpload(tx, key, integrationId, entries), entryCount);
  // It was swept while the last bytes were on their way; once it is kept, nobody sweeps it.
  if (!(await keepUpload(tx, key))) throw uploadGone();
}
