import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { isLocked } from './failures.ts';
import { allowLong } from './limit-transactions.ts';
import type { Pool, Sql } from './types.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** The schema that the migrations create, for readers. */
const SCHEMA = 'schema.sql';
/** An arbitrary constant. Every node must take the same lock. */
export const MIGRATION_LOCK = 7_236_401;

export const CREATE_MIGRATIONS_TABLE = `
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    breaking boolean not null,
    applied_at timestamptz not null default now()
  )`;

export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /** Line one is `-- breaking`: older code does not work with the schema any more. */
  breaking: boolean;
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
  breaking: boolean;
}

export function readMigrations(folder = FOLDER): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && file !== SCHEMA);
  const migrations = files.sort().map((file, index) => {
    const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!match || Number(match[1]) !== index + 1)
      throw new AppError(
        'incompatible-schema',
        `migrations/${file} should be number ${index + 1} in the row.`,
      );
    const sql = readFileSync(join(folder, file), 'utf8');
    return {
      version: index + 1,
      name: match[2] ?? '',
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
      breaking: /^-- breaking\b/.test(sql),
    };
  });
  return migrations;
}

interface Options {
  migrations?: readonly Migration[];
  /** Called with the number of migrations before the first attempt. */
  onPending?: (count: number) => void;
}

/** Below PostgreSQL's deadlock_timeout of one second: in a deadlock the migration gives way, not a request. */
const LOCK_TIMEOUT_MS = 800;
const PAUSE_MS = 500;
const MAX_WAIT_MS = 15 * 60_000;

/**
 * Applies pending migrations and returns their names. Several nodes may call this at once: one applies them,
 * the others wait. All migrations run in one transaction, so a failure leaves nothing behind. A migration waits for
 * transactions of older nodes in attempts: while it waits for a table, everybody else would wait behind it.
 */
export async function migrate(
  sql: Pool,
  { migrations = readMigrations(), onPending = () => {} }: Options = {},
): Promise<string[]> {
  const deadline = Date.now() + MAX_WAIT_MS;
  let announce = onPending;
  for (;;) {
    try {
      return await migrateOnce(sql, migrations, (count) => {
        announce(count);
        announce = () => {};
      });
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function migrateOnce(
  sql: Pool,
  migrations: readonly Migration[],
  onPending: (count: number) => void,
): Promise<string[]> {
  return await sql.begin(async (tx) => {
    allowLong(tx);
    // No time limit, for waiting nodes too: an index on a large table takes long.
    await tx`set local statement_timeout = 0`;
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx.unsafe(CREATE_MIGRATIONS_TABLE);
    const applied = await tx<Applied[]>`
      select version, name, checksum, breaking from schema_migrations order by version`;
    refuseWhatDoesNotFit(applied, migrations);
    const missing = migrations.slice(applied.length);
    const execute: Execute = async (text, values) => {
      await (values ? tx.unsafe(text, values) : tx.unsafe(text).simple());
    };
    if (missing.length > 0) onPending(missing.length);
    for (const migration of missing) await applyMigration(execute, migration);
    return missing.map(fileName);
  });
}

/** Names of migrations: those that the database lacks, and those that this version does not know. */
export interface MigrationState {
  applied: number;
  missing: string[];
  newer: string[];
}

/** Changes nothing. Throws if this version cannot work with the database. */
export async function readMigrationState(
  sql: Sql,
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationState> {
  const [table] = await sql<{ isThere: boolean }[]>`
    select to_regclass('schema_migrations') is not null as "isThere"`;
  const applied = table?.isThere
    ? await sql<Applied[]>`select version, name, checksum, breaking from schema_migrations order by version`
    : [];
  refuseWhatDoesNotFit(applied, migrations);
  return {
    applied: applied.length,
    missing: migrations.slice(applied.length).map(fileName),
    newer: applied.slice(migrations.length).map(fileName),
  };
}

function fileName({ version, name }: { version: number; name: string }): string {
  return `${String(version).padStart(4, '0')}_${name}`;
}

function refuseWhatDoesNotFit(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (known && known.checksum !== row.checksum)
      throw new AppError(
        'incompatible-schema',
        `Migration ${row.version} (${row.name}) has been changed since it was applied to this database. ` +
          'Applied migrations are never edited: restore the file and add a new one.',
      );
    if (!known && row.breaking)
      throw new AppError(
        'incompatible-schema',
        `This database was upgraded by a newer version of the service (migration ${row.version}, ${row.name}) ` +
          'that this version cannot work with. Install the newer version.',
      );
  }
}

/** Runs several statements without values, or one with values. */
export type Execute = (text: string, values?: (string | number | boolean)[]) => Promise<void>;

export async function applyMigration(execute: Execute, migration: Migration): Promise<void> {
  const { version, name, sql, checksum, breaking } = migration;
  await execute(sql);
  await execute('insert into schema_migrations (version, name, checksum, breaking) values ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    breaking,
  ]);
}
