import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, errorCode } from '../errors.ts';
import { decrypt, unusable } from './encrypted-file.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { type Record, readRecords } from './records.ts';

export interface BackupSource {
  file: string;
  passphrase: string;
  /** `part` is between 0 and 1. */
  onProgress?: (part: number) => void;
}

/** The records of a backup, decrypted and unpacked while they are read. */
export async function* openBackup({ file, passphrase, onProgress }: BackupSource): AsyncGenerator<Record> {
  const size = await sizeOf(file);
  const packed = decrypt(counted(createReadStream(file), size, onProgress), passphrase);
  // The callback of `pipeline` has nothing to do: reading the last stream rejects with the error of any of them.
  yield* readRecords(pipeline(packed, createGunzip(), () => {}));
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new AppError('invalid-values', `${file} cannot be read (${errorCode(error) ?? 'unknown reason'}).`);
  }
}

async function* counted(
  source: AsyncIterable<Buffer>,
  size: number,
  onProgress?: (part: number) => void,
): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const piece of source) {
    read += piece.length;
    onProgress?.(read / Math.max(1, size));
    yield piece;
  }
}

/** Reads the whole file, so that a damaged one is refused before anything is touched. */
export async function checkBackup(source: BackupSource): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let isComplete = false;
  for await (const record of openBackup(source)) {
    if (record.is !== 'value') continue;
    manifest ??= toManifest(record.value);
    isComplete = isObject(record.value) && 'sequences' in record.value;
  }
  if (!manifest || !isComplete) throw unusable('The backup is damaged or incomplete. Nothing was restored.');
  return manifest;
}

export function toManifest(value: unknown): Manifest {
  if (!isObject(value) || value['format'] !== FORMAT)
    throw unusable('The backup has a format that this version does not know. Use a newer version.');
  return value as unknown as Manifest;
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
