import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { checkServer } from '../../../src/platform/db/installation.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import type { Target } from '../../../src/platform/db/types.ts';
import { COMPILED } from '../../pure/support/compiled.ts';
import { makeDataFolder, sweepDataFolders } from '../../pure/support/data-folder.ts';
import { beginIdsAt } from './begin-ids-at.ts';
import { TEST_DATA_DIR, TEST_SERVER, type TestServer, targetOf } from './test-server.ts';

let tearDown = async () => {};

/**
 * Prepares one server and one migrated template database for the whole test run. The server is that of
 * TEST_DATABASE_URL, whose role must be allowed to create databases, or an embedded one.
 */
export async function globalSetup(): Promise<void> {
  const { server, stop } = await findServer();
  const template = `transit_test_template_${process.pid}`;
  const test: TestServer = { server, template };
  await execute(server, `create database "${template}"`);
  const database = connect(targetOf(test, template));
  await checkServer(database.sql);
  await migrate(database.sql);
  if (process.env['TEST_FIRST_ID']) await beginIdsAt(database.sql, Number(process.env['TEST_FIRST_ID']));
  await database.close();
  process.env[TEST_SERVER] = JSON.stringify(test);
  process.env['NODE_COMPILE_CACHE'] = COMPILED;
  const dataDir = await mkdtemp(join(tmpdir(), 'transit-test-data-'));
  process.env[TEST_DATA_DIR] = dataDir;
  tearDown = async () => {
    await execute(server, `drop database if exists "${template}" with (force)`);
    await dropDemos(server, template);
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export async function globalTeardown(): Promise<void> {
  await tearDown();
}

/** The databases that `createDemoDatabase` has made. */
async function dropDemos(server: Target, template: string): Promise<void> {
  const { sql, close } = connect(server);
  const demos = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname ^@ ${`${template}_demo_`}`;
  for (const { name } of demos) await sql.unsafe(`drop database "${name}" with (force)`);
  await close();
}

async function execute(server: Target, statement: string): Promise<void> {
  const { sql, close } = connect(server);
  await sql.unsafe(statement);
  await close();
}

async function findServer(): Promise<{ server: Target; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { server: url, stop: async () => {} };
  await sweepDataFolders();
  const dataDir = await makeDataFolder('transit-test-');
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: 'command' });
  // Tests connect as the superuser: the role of the service may not create databases.
  const password = (await readFile(join(dataDir, 'secrets', 'superuser-password'), 'utf8')).trim();
  const server = { ...embedded.connection, username: 'postgres', password, database: 'postgres' };
  // To check a password takes some milliseconds of both sides, and tests open thousands of connections.
  await writeFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  await dropDurability(server);
  return {
    server,
    stop: async () => {
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Turns off waiting for the disk: the server is deleted after the test run. Crash tests start their own
 * servers.
 */
async function dropDurability(server: Target): Promise<void> {
  const admin = connect(server);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.sql`alter system set ${admin.sql(setting)} = off`;
  await admin.sql`select pg_reload_conf()`;
  await admin.close();
}
