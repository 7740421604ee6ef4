import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RosterLimits } from '../config/roster-limits.ts';
import { AppError } from '../errors.ts';
import type { RosterEntry } from './entry.ts';
import { SMALL_BODY_BYTES } from './limits.ts';
import { RosterReader } from './roster-reader.ts';
import { selectHrIds } from './sql.ts';
import { Upload, type UploadStore } from './upload.ts';
import type { Slots } from './upload-slots.ts';
import type { RosterWarning } from './warnings.ts';

export interface ReceivedRoster {
  syncId: string;
  /** SHA-256 of the body after decompression. */
  digest: Buffer;
  entryCount: number;
  warnings: readonly RosterWarning[];
  /** Those of a small roster. Those of a large one are stored, under its upload. */
  entries: readonly RosterEntry[];
  upload: Upload | undefined;
}

interface Receiving {
  companyId: number;
  integrationId: number;
  store: UploadStore;
  slots: Slots;
  limits: RosterLimits;
  signal: AbortSignal;
}

/**
 * Reads and checks a roster while it arrives, and hands it to `use`. Memory stays flat: a small roster is kept in it, a
 * large one goes to the database in batches. Whatever goes wrong, in `use` too, nothing of it is kept.
 */
export async function receiveRoster<Result>(
  body: AsyncIterable<Buffer>,
  receiving: Receiving,
  use: (roster: ReceivedRoster) => Promise<Result>,
): Promise<Result> {
  const { slots, limits, signal } = receiving;
  const reader = new RosterReader(limits);
  const digest = createHash('sha256');
  let upload: Upload | undefined;
  let hasSlot = false;
  let bytes = 0;
  let isUsed = false;

  const store = async () => {
    if (reader.isRefused) return;
    if (!hasSlot) {
      await slots.take(receiving.companyId, signal);
      hasSlot = true;
    }
    upload ??= await Upload.begin(receiving.store, receiving.companyId, receiving.integrationId);
    upload.add(reader.takeEntries());
    await upload.storeIfFull();
    // What has come meanwhile is not all: without this, two megabytes are read before the database gets its next bytes.
    await setImmediate();
  };

  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limits.bytes) throw tooManyBytes(limits);
      digest.update(chunk);
      reader.push(chunk, reader.isRefused ? undefined : upload?.lines);
      if (upload || (bytes > SMALL_BODY_BYTES && reader.waiting > 0)) await store();
    }
    const { syncId, entryCount, warnings } = reader.end();
    const stored = (await upload?.finish()) ?? entryCount;
    // Of one that is refused the rest was not stored; why it is refused is said next.
    if (stored !== entryCount && !reader.isRefused)
      throw new Error(`${stored} entries were stored where ${entryCount} were read`);
    await refuseRepetitions(reader, receiving, upload);
    const entries = upload ? [] : reader.takeEntries();
    const result = await use({ syncId, digest: digest.digest(), entryCount, warnings, entries, upload });
    isUsed = true;
    return result;
  } finally {
    if (!isUsed) await upload?.discard();
    if (hasSlot) slots.release(receiving.companyId);
  }
}

export const tooManyBytes = (limits: RosterLimits) =>
  new AppError('payload-too-large', `A roster may have ${limits.bytes} bytes, decompressed.`);

/** Equal hashes are compared by their texts, wherever these are by now. */
async function refuseRepetitions(
  reader: RosterReader,
  { companyId, store }: Receiving,
  upload: Upload | undefined,
): Promise<void> {
  if (reader.repetitions.length === 0) return reader.refuseIfWrong();
  const stored = upload
    ? await selectHrIds(
        store.sql,
        companyId,
        upload.key.uploadId,
        reader.repetitions.map(({ before }) => before),
      )
    : reader.hrIds();
  reader.confirmRepetitions(stored);
  reader.refuseIfWrong();
}
