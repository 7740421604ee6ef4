import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  applyMigration,
  CREATE_MIGRATIONS_TABLE,
  type Execute,
  MIGRATION_LOCK,
  type Migration,
  readMigrations,
} from '../db/migrate.ts';
import type { Target } from '../db/types.ts';
import { AppError } from '../errors.ts';
import {
  addForeignKeys,
  copyStatement,
  countRows,
  countTables,
  deleteRows,
  dropForeignKeys,
  selectTables,
  setSequence,
} from './backup-sql.ts';
import { withConnection } from './connect.ts';
import { unusable } from './encrypted-file.ts';
import type { BackupEnd, Manifest, TableEnd, TableHead } from './manifest.ts';
import { toManifest } from './read-backup.ts';
import type { Record } from './records.ts';

export interface Restored {
  tables: number;
  rows: number;
  /** Tables of the backup that are no part of the service. */
  leftOut: string[];
  /** Migrations that were applied after the data of an older version had been loaded. */
  migrated: number;
}

/**
 * Everything happens in one transaction: a restore that fails leaves the database as it was. The schema is made by the
 * migrations of this program, up to the backup's version; then the data is loaded; then the newer migrations run.
 */
export async function restoreBackup(
  target: Target,
  records: AsyncIterable<Record>,
  beforeCommit: () => Promise<void>,
): Promise<Restored> {
  return await withConnection(target, async (client) => {
    await client.query('begin');
    try {
      // Nodes that start meanwhile wait here before they migrate.
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await refuseFilled(client);
      const restored = await load(client, records[Symbol.asyncIterator]());
      await beforeCommit();
      await client.query('commit');
      // Without ANALYZE the planner assumes empty tables until autovacuum runs.
      await client.query('analyze').catch(() => {});
      return restored;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/** The migrations that the backup's data needs. Refuses a backup of a newer version. */
export function migrationsOf(manifest: Manifest, known = readMigrations()): Migration[] {
  for (const [index, { version, name, checksum }] of manifest.migrations.entries()) {
    if (!known[index])
      throw refused(
        `The backup was made by a newer version (${manifest.version}, migration ${version}, ${name}). Install that version, or a newer one.`,
      );
    if (known[index].checksum !== checksum)
      throw refused(`Migration ${version} (${name}) of the backup is not the one of this version.`);
  }
  return known.slice(0, manifest.migrations.length);
}

async function refuseFilled(client: pg.Client): Promise<void> {
  if ((await countTables(client)) > 0)
    throw refused(
      'The database is not empty. Restore into a new one: an empty DATA_DIR, or a database that no service has started on.',
    );
}

async function load(client: pg.Client, records: AsyncIterator<Record>): Promise<Restored> {
  const execute: Execute = async (text, values) => {
    await client.query(text, values);
  };
  const manifest = toManifest(await nextValue(records));
  const needed = migrationsOf(manifest);
  await execute(CREATE_MIGRATIONS_TABLE);
  for (const migration of needed) await applyMigration(execute, migration);

  const foreignKeys = await dropForeignKeys(client);
  const known = new Set((await selectTables(client)).map(({ table }) => table));
  for (const table of known) await deleteRows(client, table);
  const restored: Restored = { tables: 0, rows: 0, leftOut: [], migrated: 0 };
  let next = await nextValue(records);
  for (; isTable(next); next = await nextValue(records)) {
    const rows = await loadTable(client, next, records, known.has(next.table));
    if (rows === undefined) restored.leftOut.push(next.table);
    else {
      restored.tables += 1;
      restored.rows += rows;
    }
  }
  for (const sequence of (next as BackupEnd).sequences)
    if (known.has(sequence.table)) await setSequence(client, sequence);
  await addForeignKeys(client, foreignKeys);

  const newer = readMigrations().slice(needed.length);
  for (const migration of newer) await applyMigration(execute, migration);
  // The rows know the backup before this one at most. Their own age is that of this backup.
  await execute('update installation set backup_taken_at = $1', [manifest.takenAt]);
  return { ...restored, migrated: newer.length };
}

/** Returns the number of rows, or nothing for a table that is no part of the service. */
async function loadTable(
  client: pg.Client,
  head: TableHead,
  records: AsyncIterator<Record>,
  isKnown: boolean,
): Promise<number | undefined> {
  let end: unknown;
  async function* data(): AsyncGenerator<Buffer> {
    for (;;) {
      const record = await nextRecord(records);
      if (record.is === 'value') {
        end = record.value;
        return;
      }
      yield record.bytes;
    }
  }
  if (!isKnown) {
    for await (const _ of data());
    return undefined;
  }
  await pipeline(data(), client.query(copyFrom(copyStatement(head, 'from stdin'))));
  const rows = await countRows(client, head.table);
  if (rows !== (end as TableEnd).rows)
    throw unusable(`The table ${head.table} has ${rows} rows, and ${(end as TableEnd).rows} in the backup.`);
  return rows;
}

async function nextRecord(records: AsyncIterator<Record>): Promise<Record> {
  const { value, done } = await records.next();
  if (done) throw unusable('The backup ends too early.');
  return value;
}

async function nextValue(records: AsyncIterator<Record>): Promise<unknown> {
  const record = await nextRecord(records);
  if (record.is !== 'value') throw unusable('The backup has data where a description should be.');
  return record.value;
}

function isTable(value: unknown): value is TableHead {
  return typeof value === 'object' && value !== null && 'table' in value;
}

export function refused(message: string): AppError {
  return new AppError('restore-refused', `${message} Nothing was changed.`);
}
