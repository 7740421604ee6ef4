import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { connect } from '../../../src/db/connect.ts';
import type { ListLimits } from '../../../src/db/lists.ts';
import type { Database } from '../../../src/db/types.ts';
import { TEST_SERVER, type TestServer, targetOf } from './test-server.ts';

export type TestDatabase = Database;

/**
 * Creates a migrated database without rows. It is dropped after the last test of the file. Call it at the top
 * of the file.
 */
export async function createTestDatabase(
  options: { empty?: boolean; listLimits?: Partial<ListLimits> } = {},
): Promise<TestDatabase> {
  const test = readTestServer();
  const name = `transit_test_${randomBytes(8).toString('hex')}`;
  const admin = connect(test.server);
  const template = options.empty ? 'template0' : test.template;
  await admin.sql`create database ${admin.sql(name)} template ${admin.sql(template)}`;
  const database = connect(targetOf(test, name), options.listLimits);
  after(async () => {
    await database.close();
    await admin.sql`drop database if exists ${admin.sql(name)} with (force)`;
    await admin.close();
  });
  return database;
}

function readTestServer(): TestServer {
  const test = process.env[TEST_SERVER];
  if (!test)
    throw new Error(
      'Run tests with npm test, which prepares the database; CONTRIBUTING.md says how to run one file',
    );
  return JSON.parse(test);
}
