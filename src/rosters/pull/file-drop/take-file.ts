import { createHash, type Hash } from 'node:crypto';
import { lockIntegration } from '../../../company/integrations/integrations-sql.ts';
import { type Actor, recordChange } from '../../../domain/audit/record-change.ts';
import { counterOf, countUp } from '../../../platform/db/counters-sql.ts';
import { drawId } from '../../../platform/db/draw-ids.ts';
import type { Pool, Sql, Transaction } from '../../../platform/db/types.ts';
import { AppError } from '../../../platform/errors.ts';
import { DROPS, RATES } from '../../../platform/limits.ts';
import { refused } from '../../../platform/refusals.ts';
import { mayStillSubmit, noLongerAllowed, tooManyUnfinished } from '../../accept/accept-roster.ts';
import { openForRosters } from '../../accept/open-for-rosters.ts';
import { countOpenRuns } from '../../runs/runs-sql.ts';
import { insertPull, newSyncId } from '../pulls-sql.ts';
import {
  type ArrivingFile,
  completeFile,
  countOpenPulls,
  type DropPlace,
  deleteEarlierFiles,
  deleteFile,
  endAwaitingPulls,
  type FileFacts,
  findPullOfOrigin,
  findPullOfSameFile,
  insertArriving,
  insertPart,
  selectDropState,
} from './dropped-files-sql.ts';

export interface OfferedFile extends DropPlace {
  name: string;
  /** Null: the file was in a folder. */
  keyId: number | null;
  /** Of a file in a folder: it is never the same as that of another file. */
  origin: string | null;
}

/** Counts a file before it is read. Returns the seconds to wait if too many have come. */
export async function countFile(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
): Promise<number | undefined> {
  const counter = counterOf(`drops ${companyId} ${integrationId}`);
  return (await countUp(sql, counter, RATES.dropsOfIntegration)).wait;
}

/**
 * Stores a file while it arrives, and queues its pull. Once this has returned, the file is durable and will be read exactly once. If the
 * newest file of the integration has the same content, came on the same business date and did not fail, its pull is returned, and
 * nothing is stored. A file that does not arrive whole leaves nothing behind. Returns the syncId of the pull.
 */
export async function takeFile(
  sql: Pool,
  offered: OfferedFile,
  chunks: AsyncIterable<Buffer>,
): Promise<string> {
  const { companyId, integrationId, name } = offered;
  const file = { companyId, integrationId, name, id: await drawId(sql, 'dropped_files') };
  const parts = new Parts(sql, file);
  try {
    for await (const chunk of chunks) await parts.add(chunk);
    return await sql.begin((tx) => accept(tx, offered, parts));
  } catch (error) {
    // If this fails, a sweep deletes it.
    if (parts.isStored) await deleteFile(sql, file).catch(() => {});
    throw error;
  }
}

/** Of equal size, whatever the sender sends at a time. A small file is one part, and is stored only when it is complete. */
class Parts {
  readonly file: ArrivingFile;
  readonly #sql: Pool;
  readonly #hash: Hash = createHash('sha256');
  readonly #waiting = Buffer.allocUnsafeSlow(DROPS.partBytes);
  #waitingBytes = 0;
  #count = 0;
  bytes = 0;

  constructor(sql: Pool, file: ArrivingFile) {
    this.#sql = sql;
    this.file = file;
  }

  /** Whether the database has any of it. */
  get isStored(): boolean {
    return this.#count > 0;
  }

  async add(chunk: Buffer): Promise<void> {
    this.bytes += chunk.length;
    if (this.bytes > DROPS.fileBytes)
      throw new AppError('payload-too-large', `A file may have at most ${DROPS.fileBytes} bytes.`);
    this.#hash.update(chunk);
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.#waiting, this.#waitingBytes, from);
      from += copied;
      this.#waitingBytes += copied;
      if (this.#waitingBytes === DROPS.partBytes) await this.#store(this.#sql);
    }
  }

  /** Stores what is left. */
  async end(tx: Transaction): Promise<void> {
    if (this.#waitingBytes > 0) await this.#store(tx);
  }

  digest(): Buffer {
    return this.#hash.digest();
  }

  async #store(sql: Pool | Transaction): Promise<void> {
    if (this.#count === 0) await insertArriving(sql, this.file);
    await insertPart(sql, this.file, this.#count, this.#waiting.subarray(0, this.#waitingBytes));
    this.#count += 1;
    this.#waitingBytes = 0;
  }
}

async function accept(tx: Transaction, offered: OfferedFile, parts: Parts): Promise<string> {
  const { companyId, keyId, origin } = offered;
  if (parts.bytes === 0) throw new AppError('malformed-request', 'The file is empty.');
  // A source that is being activated either sees the file, or is seen here. Of equal files that come at once, the second finds the first.
  await lockIntegration(tx, offered.companyId, offered.integrationId);
  const { today } = await openForRosters(tx, companyId, offered.integrationId);
  const submitter = { keyId, userId: null };
  if (!(await mayStillSubmit(tx, companyId, submitter))) throw noLongerAllowed(submitter);
  const state = await selectDropState(tx, offered);
  if (!state) throw refused('takes-no-files');
  const facts = { bytes: parts.bytes, sha256: parts.digest(), receivedOn: today };
  const known =
    (origin === null ? undefined : await findPullOfOrigin(tx, offered, origin)) ??
    (await findPullOfSameFile(tx, offered, facts));
  if (known !== undefined) {
    if (parts.isStored) await deleteFile(tx, parts.file);
    return known;
  }
  if (state === 'active') await refuseTooMany(tx, offered);
  else await endAwaitingPulls(tx, offered, 'file-replaced');
  const syncId = await queue(tx, offered, parts, { ...facts, awaitsSource: state === 'draft' });
  if (state === 'draft') await deleteEarlierFiles(tx, offered, parts.file.id);
  return syncId;
}

/** Each becomes a roster, and so many of those may wait. */
async function refuseTooMany(tx: Transaction, place: DropPlace): Promise<void> {
  const open = await countOpenPulls(tx, place);
  const { unfinished } = await countOpenRuns(tx, place.companyId, place.integrationId);
  if (open + unfinished >= DROPS.files) throw tooManyUnfinished(DROPS.files);
}

async function queue(
  tx: Transaction,
  { companyId, integrationId, name, keyId, origin }: OfferedFile,
  parts: Parts,
  { awaitsSource, ...facts }: FileFacts & { awaitsSource: boolean },
): Promise<string> {
  await parts.end(tx);
  await completeFile(tx, parts.file, facts);
  const syncId = newSyncId();
  await insertPull(tx, companyId, {
    ...{ integrationId, syncId, purpose: 'roster', slot: null, keyId, userId: null, allowsGaps: false },
    file: { id: parts.file.id, origin, awaitsSource },
  });
  const actor: Actor = keyId === null ? { type: 'system' } : { type: 'api-key', id: keyId };
  await recordChange(tx, companyId, {
    ...{ actor, action: 'hr-file-dropped', details: { file: name } },
    subject: { type: 'hr-integration', id: integrationId },
  });
  return syncId;
}
