import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { connect } from '../../../../src/platform/db/connect.ts';
import { type Migration, migrate, readMigrations } from '../../../../src/platform/db/migrate.ts';
import type { Database } from '../../../../src/platform/db/types.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const databases = await Promise.all(Array.from({ length: 7 }, () => createTestDatabase({ empty: true })));
const fresh = () => {
  const database = databases.pop();
  assert(database, 'make more databases above');
  return database;
};

function migration(version: number, sql: string): Migration {
  return {
    version,
    name: `step_${version}`,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    breaking: sql.startsWith('-- breaking'),
  };
}

async function tables({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  return rows.map(({ name }) => name);
}

const one = migration(1, 'create table a (id int);');
const two = migration(2, 'create table b (id int); create table c (id int);');

describe('migrations', () => {
  it('create the schema in an empty database, and do nothing the second time', async () => {
    const database = fresh();
    const applied = await migrate(database.sql);
    assert.equal(applied.length, readMigrations().length);
    assert.equal(applied[0], '0001_companies');
    assert.deepEqual(await migrate(database.sql), []);
  });

  it('started by many nodes at once apply each step once', async () => {
    const database = fresh();
    const nodes = Array.from({ length: 6 }, () => connect(database.server.target));
    const results = await Promise.all(nodes.map((node) => migrate(node.sql)));
    await Promise.all(nodes.map((node) => node.close()));
    assert.deepEqual(results.map((applied) => applied.length).sort(), [
      0,
      0,
      0,
      0,
      0,
      readMigrations().length,
    ]);
  });

  it('are rolled back completely when one fails', async () => {
    const database = fresh();
    const broken = migration(2, 'create table b (id int); insert into nowhere values (1);');
    await assert.rejects(migrate(database.sql, { migrations: [one, broken] }), /nowhere/);
    assert.deepEqual(await tables(database), []);
    assert.deepEqual(await migrate(database.sql, { migrations: [one, two] }), ['0001_step_1', '0002_step_2']);
    assert.deepEqual(await tables(database), ['a', 'b', 'c', 'schema_migrations']);
  });

  it('give way to a transaction that waits for a table they have changed', async () => {
    const { sql } = fresh();
    const tables = migration(1, 'create table a (id int); create table b (id int);');
    await migrate(sql, { migrations: [tables] });
    const change = migration(2, 'alter table a add column x int; alter table b add column x int;');
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'b'::regclass and not granted`).length === 1;
    let pending = 0;
    const migrating: Promise<string[]>[] = [];
    await sql.begin(async (tx) => {
      await tx`select from b`;
      const onPending = () => pending++;
      migrating.push(migrate(sql, { migrations: [tables, change], onPending }));
      await until('the migration holds a and waits for b', isWaiting);
      await tx`select from a`;
    });
    assert.deepEqual(await Promise.all(migrating), [['0002_step_2']]);
    assert.equal(pending, 1, 'told once');
  });

  it('refuse a database whose applied migration has been edited since', async () => {
    const database = fresh();
    await migrate(database.sql, { migrations: [one] });
    await assert.rejects(
      migrate(database.sql, { migrations: [migration(1, 'create table z (id int);'), two] }),
      {
        code: 'incompatible-schema',
        message: /changed since it was applied/,
      },
    );
    assert.deepEqual(await tables(database), ['a', 'schema_migrations']);
  });

  it('allow older code to run on a newer schema', async () => {
    const database = fresh();
    await migrate(database.sql, { migrations: [one, two] });
    assert.deepEqual(await migrate(database.sql, { migrations: [one] }), []);
  });

  it('refuse older code once a newer migration is breaking', async () => {
    const database = fresh();
    await migrate(database.sql, { migrations: [one, migration(2, '-- breaking\ndrop table a;')] });
    await assert.rejects(migrate(database.sql, { migrations: [one] }), {
      code: 'incompatible-schema',
      message: /newer version of the service/,
    });
  });
});
