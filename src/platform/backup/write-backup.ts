import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Environment } from '../config/config.ts';
import type { Target } from '../db/types.ts';
import { AppError, errorCode } from '../errors.ts';
import { commit, version } from '../version.ts';
import { copyStatement, selectSequences, selectServer, selectTables } from './backup-sql.ts';
import { withConnection } from './connect.ts';
import { encrypt } from './encrypted-file.ts';
import { FORMAT, type Manifest } from './manifest.ts';
import { dataRecord, valueRecord } from './records.ts';

export interface BackupOptions {
  target: Target;
  environment: Environment;
  secretKeys: readonly string[];
  files: { readonly [name: string]: string };
  passphrase: string;
  /** `part` is between 0 and 1. */
  onProgress?: (part: number, table: string) => void;
}

export interface BackupSummary {
  takenAt: string;
  tables: number;
  rows: number;
  bytes: number;
}

/** Creates the file, under its name only once it is complete and on disk. */
export async function writeBackup(file: string, options: BackupOptions): Promise<BackupSummary> {
  const unfinished = `${file}.unfinished`;
  const summary: BackupSummary = { takenAt: '', tables: 0, rows: 0, bytes: 0 };
  await rm(unfinished, { force: true });
  try {
    await withConnection(options.target, (client) =>
      pipeline(
        recordsOf(client, options, summary),
        createGzip({ level: 3 }),
        (packed: AsyncIterable<Buffer>) => encrypt(packed, options.passphrase),
        // Only the owner may read it.
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
      ),
    );
    const handle = await open(unfinished, 'r');
    await handle.sync();
    summary.bytes = (await handle.stat()).size;
    await handle.close();
    // Unlike `rename`, `link` does not replace a file.
    await link(unfinished, file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new AppError(
        'invalid-values',
        `${file} exists already. A backup replaces no file: choose another name.`,
      );
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return summary;
}

/** Yields all tables as of one moment, while the service runs. */
async function* recordsOf(
  client: pg.Client,
  options: BackupOptions,
  summary: BackupSummary,
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ now: Date }>('select now()');
  summary.takenAt = rows[0]?.now.toISOString() ?? '';
  const manifest: Manifest = {
    format: FORMAT,
    version,
    commit: commit() ?? null,
    environment: options.environment,
    takenAt: summary.takenAt,
    ...(await selectServer(client)),
    secretKeys: [...options.secretKeys],
    files: options.files,
  };
  yield valueRecord(manifest);
  const tables = await selectTables(client);
  const wholeBytes = tables.reduce((sum, { bytes }) => sum + bytes, 1);
  let doneBytes = 0;
  for (const { table, columns, bytes } of tables) {
    yield valueRecord({ table, columns });
    let rowsOfTable = 0;
    let read = 0;
    for await (const piece of client.query(copyTo(copyStatement({ table, columns }, 'to stdout')))) {
      const part = piece as Buffer;
      rowsOfTable += linesIn(part);
      read += part.length;
      options.onProgress?.((doneBytes + Math.min(read, bytes)) / wholeBytes, table);
      yield dataRecord(part);
    }
    yield valueRecord({ rows: rowsOfTable });
    doneBytes += bytes;
    summary.tables += 1;
    summary.rows += rowsOfTable;
  }
  // Read last: sequences know no snapshot, and must not be behind the rows.
  yield valueRecord({ sequences: await selectSequences(client) });
  await client.query('commit');
}

/** A row is a line. Line ends within a value are escaped. */
function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
