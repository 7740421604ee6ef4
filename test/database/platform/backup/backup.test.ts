import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { beginDemo } from '../../../../src/demo/begin-demo.ts';
import type { Manifest } from '../../../../src/platform/backup/manifest.ts';
import { checkBackup, openBackup } from '../../../../src/platform/backup/read-backup.ts';
import { migrationsOf, restoreBackup } from '../../../../src/platform/backup/restore-backup.ts';
import { writeBackup } from '../../../../src/platform/backup/write-backup.ts';
import { migrate, readMigrations } from '../../../../src/platform/db/migrate.ts';
import { until } from '../../../pure/support/until.ts';
import { createDemoDatabase } from '../../support/demo.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { allRows } from './rows.ts';

const PASSPHRASE = 'correct horse battery staple';
const MIGRATIONS = readMigrations();
const folder = await mkdtemp(join(tmpdir(), 'transit-backup-'));
after(() => rm(folder, { recursive: true, force: true }));

const { database: source } = await createDemoDatabase();
await source.sql`insert into installation (environment) values ('staging')`;
const before = await allRows(source.sql);
const file = join(folder, 'demo.backup');
const summary = await backUp(source, file);

async function backUp(database: TestDatabase, name: string) {
  return await writeBackup(name, {
    target: database.server.target,
    environment: 'staging',
    secretKeys: ['geheim'],
    files: { 'specimen.json': '{}' },
    passphrase: PASSPHRASE,
  });
}

const restore = (database: TestDatabase, name = file, beforeCommit = async () => {}) =>
  restoreBackup(database.server.target, openBackup({ file: name, passphrase: PASSPHRASE }), beforeCommit);

/** All rows but for one value: a restored database knows how old the backup is that has its data. */
async function restoredRows({ sql }: TestDatabase, { takenAt } = summary) {
  const [noted] = await sql<{ takenAt: Date }[]>`select backup_taken_at as "takenAt" from installation`;
  assert.equal(noted?.takenAt.toISOString(), takenAt);
  await sql`update installation set backup_taken_at = null`;
  return await allRows(sql);
}

async function countTables({ sql }: TestDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_class where relnamespace = 'public'::regnamespace`;
  return row?.count ?? -1;
}

describe('a backup', () => {
  it('contains every row of every table, and is restored with all of them', async () => {
    const target = await createTestDatabase({ empty: true });
    const restored = await restore(target);
    assert.deepEqual(await restoredRows(target), before);
    const rows = Object.entries(before)
      .filter(([name]) => name !== '(sequences)')
      .reduce((sum, [, found]) => sum + found.length, 0);
    assert.deepEqual([summary.rows, restored.rows], [rows, rows]);
    assert.deepEqual([restored.leftOut, restored.migrated], [[], 0]);
    assert.deepEqual(await constraints(target), await constraints(source));
    // The restored database goes on where the other one was.
    await beginDemo(target.sql, 'staging');
  });

  it('is of one moment: what is committed while it is written is not in it', async () => {
    await source.sql`create table own_moment (number integer)`;
    const during = join(folder, 'during.backup');
    const writing = await source.sql.begin(async (tx) => {
      await tx`lock table own_moment`;
      const begun = backUp(source, during);
      // Asked outside of the transaction, which would see the same activity again and again.
      await until('the backup waits for the table', async () => {
        const [found] = await source.sql<{ count: number }[]>`
          select count(*) from pg_stat_activity
          where datname = current_database() and application_name = 'transit-backup' and wait_event_type = 'Lock'`;
        return found?.count === 1;
      });
      await tx`insert into own_moment values (1)`;
      // In an object: a promise would be awaited before the commit.
      return { begun };
    });
    await writing.begun;
    await source.sql`drop table own_moment`;
    const values: unknown[] = [];
    for await (const record of openBackup({ file: during, passphrase: PASSPHRASE }))
      if (record.is === 'value') values.push(record.value);
    const head = values.findIndex((value) => (value as { table?: string }).table === 'own_moment');
    assert.deepEqual(values[head + 1], { rows: 0 });
  });

  it('tells its version, its environment and its secrets only to those who have the passphrase', async () => {
    const manifest = await checkBackup({ file, passphrase: PASSPHRASE });
    assert.partialDeepStrictEqual(manifest, {
      environment: 'staging',
      secretKeys: ['geheim'],
      files: { 'specimen.json': '{}' },
    });
    assert.equal(manifest.migrations.length, MIGRATIONS.length);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await readFile(file)).includes('geheim'), false);
    await assert.rejects(
      checkBackup({ file, passphrase: 'another passphrase' }),
      /passphrase is not the one/,
    );
  });

  it('replaces no file, and leaves none if it fails', async () => {
    await assert.rejects(backUp(source, file), /exists already/);
    const lost = join(folder, 'lost.backup');
    const empty = await createTestDatabase({ empty: true });
    await assert.rejects(backUp(empty, lost));
    for (const name of [lost, `${lost}.unfinished`]) await assert.rejects(stat(name), { code: 'ENOENT' });
  });
});

describe('a restore', () => {
  it('is refused by a database that has tables', async () => {
    await assert.rejects(restore(source), /database is not empty/);
    assert.deepEqual(await allRows(source.sql), before);
  });

  it('that fails leaves the database empty', async () => {
    const target = await createTestDatabase({ empty: true });
    const bytes = await readFile(file);
    const cut = join(folder, 'cut.backup');
    await writeFile(cut, bytes.subarray(0, bytes.length - 20_000));
    await assert.rejects(restore(target, cut), { code: 'backup-unusable' });
    assert.equal(await countTables(target), 0);
    await assert.rejects(
      restore(target, file, async () => {
        throw new Error('the disk is full');
      }),
      /the disk is full/,
    );
    assert.equal(await countTables(target), 0);
    await restore(target);
    assert.deepEqual(await restoredRows(target), before);
  });

  it('migrates the data of an older version', async () => {
    const old = await createTestDatabase({ empty: true });
    await migrate(old.sql, { migrations: MIGRATIONS.slice(0, -1) });
    const oldFile = join(folder, 'old.backup');
    await backUp(old, oldFile);
    const target = await createTestDatabase({ empty: true });
    assert.equal((await restore(target, oldFile)).migrated, 1);
    assert.deepEqual(await migrate(target.sql), []);
  });

  it('of a newer or changed version is refused', async () => {
    const manifest: Manifest = await checkBackup({ file, passphrase: PASSPHRASE });
    assert.throws(() => migrationsOf(manifest, MIGRATIONS.slice(0, -1)), /made by a newer version/);
    const other = manifest.migrations.map((migration) => ({ ...migration, checksum: '0' }));
    assert.throws(() => migrationsOf({ ...manifest, migrations: other }), /is not the one of this version/);
  });

  it('leaves out tables that are no part of the service', async () => {
    await source.sql`create table own_notes as select 1 as note`;
    const noted = join(folder, 'noted.backup');
    const made = await backUp(source, noted);
    const target = await createTestDatabase({ empty: true });
    assert.deepEqual((await restore(target, noted)).leftOut, ['own_notes']);
    assert.deepEqual(await restoredRows(target, made), before);
    await source.sql`drop table own_notes`;
  });
});

async function constraints({ sql }: TestDatabase): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`;
  return rows.map(({ text }) => text);
}
