import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { connect } from '../../../../src/platform/db/connect.ts';
import {
  checkServer,
  claimForEnvironment,
  refuseOtherEnvironment,
} from '../../../../src/platform/db/installation.ts';
import { openDatabase } from '../../../../src/platform/db/open.ts';
import type { Target } from '../../../../src/platform/db/types.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { urlOf } from '../../support/test-server.ts';

const database = await createTestDatabase();

/** Creates a database with another encoding or locale on the same server. */
async function createUnusual(options: string): Promise<ReturnType<typeof connect>> {
  const name = `transit_test_${randomBytes(8).toString('hex')}`;
  await database.sql.unsafe(`create database ${name} template template0 ${options}`);
  const unusual = connect(withDatabase(database.server.target, name));
  after(async () => {
    await unusual.close();
  });
  return unusual;
}

function withDatabase(target: Target, name: string): Target {
  return typeof target === 'string' ? target.replace(/\/[^/]*$/, `/${name}`) : { ...target, database: name };
}

describe('a server', () => {
  it('with the configuration of the tests is accepted', async () => {
    await checkServer(database.sql);
  });

  it('with another encoding than UTF8 is refused', async () => {
    const latin = await createUnusual(
      "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' locale_provider libc",
    );
    await assert.rejects(checkServer(latin.sql), {
      code: 'unsuitable-database',
      message: /encoding is SQL_ASCII/,
    });
  });

  it('whose locale only knows ASCII letters is refused', async () => {
    const ascii = await createUnusual("encoding 'UTF8' lc_collate 'C' lc_ctype 'C' locale_provider libc");
    await assert.rejects(checkServer(ascii.sql), {
      code: 'unsuitable-database',
      message: /only ASCII letters/,
    });
  });
});

describe('a Citus cluster', () => {
  it('is refused once another server belongs to it, by a start and by doctor', async () => {
    // Stands for the catalogue of Citus, which is in pg_catalog: only the name and one column matter.
    const cluster = await createTestDatabase({ empty: true });
    await cluster.sql`create table pg_dist_node (nodename text, isactive boolean)`;
    await checkServer(cluster.sql);
    await cluster.sql`insert into pg_dist_node values ('left', false)`;
    await checkServer(cluster.sql);
    await cluster.sql`insert into pg_dist_node values ('worker', true)`;
    const message =
      'The database named by DATABASE_URL cannot be used: it is the coordinator of a Citus cluster, and a plain PostgreSQL server is needed.';
    const refusal = { code: 'unsuitable-database', message };
    const variables = {
      DATABASE_URL: urlOf(cluster.server.target),
      SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    };
    await assert.rejects(openDatabase(readConfig(variables), 'serve'), refusal);
    const [left] = await cluster.sql`select to_regclass('schema_migrations') as migrations`;
    assert.equal(left?.['migrations'], null, 'nothing is written to it');
    const { code, stdout } = await commandLineOn(cluster).run('doctor', '--json');
    assert.equal(code, 1);
    const found = (JSON.parse(stdout) as { status: string; message: string }[]).find(
      (check) => check.message === message,
    );
    assert.equal(found?.status, 'problem');
  });
});

describe('a database', () => {
  it('stores its environment and refuses the other', async () => {
    await claimForEnvironment(database.sql, 'staging');
    await claimForEnvironment(database.sql, 'staging');
    await assert.rejects(claimForEnvironment(database.sql, 'production'), {
      code: 'wrong-environment',
      message: /belongs to staging, but TRANSIT_ENV is production/,
    });
  });

  it('of the other environment is not migrated', async () => {
    const other = await createTestDatabase({ empty: true });
    await refuseOtherEnvironment(other.sql, 'staging');
    await other.sql`create table installation as select 'production'::text as environment`;
    const variables = {
      DATABASE_URL: urlOf(other.server.target),
      SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    };
    await assert.rejects(openDatabase(readConfig(variables), 'command'), { code: 'wrong-environment' });
    const [left] = await other.sql`select to_regclass('schema_migrations') as migrations`;
    assert.equal(left?.['migrations'], null);
  });
});
