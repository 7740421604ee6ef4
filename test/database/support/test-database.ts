import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { connect } from '../../../src/platform/db/connect.ts';
import type { ListLimits } from '../../../src/platform/db/lists.ts';
import type { Database } from '../../../src/platform/db/types.ts';
import { TEST_SERVER, type TestServer, targetOf } from './test-server.ts';

export type TestDatabase = Database;

const users = new WeakMap<TestDatabase, (() => Promise<unknown>)[]>();

/**
 * Stops what uses a database after the test that began it, at the latest before the database closes. A bare `after`
 * hook of a file or a suite comes too late: Node runs these hooks in the order of their registration.
 */
export function stopBefore(database: TestDatabase, stop: () => Promise<unknown>): void {
  let stopped: Promise<unknown> | undefined;
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };
  stopJustBefore(database, stopOnce);
  after(stopOnce);
}

/** Stops what later tests of the file use too. */
export function stopJustBefore(database: TestDatabase, stop: () => Promise<unknown>): void {
  const stops = users.get(database);
  if (!stops) throw new Error('The database was not opened by a function of this file');
  stops.push(stop);
}

/**
 * Creates a migrated database without rows, or a copy of another one. It is dropped after the last test of the file. Call it at the top
 * of the file.
 */
export async function createTestDatabase(
  options: { empty?: boolean; template?: string; listLimits?: Partial<ListLimits> } = {},
): Promise<TestDatabase> {
  const test = readTestServer();
  const name = `transit_test_${randomBytes(8).toString('hex')}`;
  const template = options.empty ? 'template0' : (options.template ?? test.template);
  const server = connect(test.server);
  // Copying files takes half the processor time of writing the copy to the log.
  await server.sql.unsafe(`create database "${name}" template "${template}" strategy file_copy`);
  return closing(connect(targetOf(test, name), { listLimits: options.listLimits }), async () => {
    await server.sql.unsafe(`drop database if exists "${name}" with (force)`);
    await server.close();
  });
}

/** Opens a database once more, as a second node does. */
export function openAgain({ server }: Pick<TestDatabase, 'server'>): TestDatabase {
  return closing(connect(server.target));
}

function closing(database: TestDatabase, afterwards: () => Promise<void> = async () => {}): TestDatabase {
  const stops: (() => Promise<unknown>)[] = [];
  users.set(database, stops);
  after(async () => {
    for (const stop of stops.reverse()) await stop();
    await database.close();
    await afterwards();
  });
  return database;
}

export function readTestServer(): TestServer {
  const test = process.env[TEST_SERVER];
  if (!test)
    throw new Error(
      'Run tests with npm test, which prepares the database; CONTRIBUTING.md says how to run one file',
    );
  return JSON.parse(test);
}
