import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '../../../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { makeDataDir, removeDataDir } from './embedded.ts';

/** The environment variable with the folder that `prepareDataDir` has made for the test run. */
const PREPARED = 'TRANSIT_TEST_PREPARED_DATA_DIR';

/**
 * Makes a data folder whose embedded database is migrated and empty. That takes three seconds of processor time, and a copy of it a
 * tenth of a second. Returns a function that removes it.
 */
export async function prepareDataDir(): Promise<() => Promise<void>> {
  const dataDir = await makeDataDir();
  const embedded = await openEmbeddedDatabase({ dataDir, purpose: 'command' });
  const database = connect(embedded.connection);
  await migrate(database.sql);
  await database.close();
  await embedded.close();
  // Tests kill processes and not the machine: what a killed database has written is still there.
  await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), 'fsync = off\n');
  process.env[PREPARED] = dataDir;
  return () => removeDataDir(dataDir);
}

/** Returns a copy of the prepared folder. Without test/run.ts there is none, and the service makes its database itself. */
export async function makePreparedDataDir(): Promise<string> {
  const dataDir = await makeDataDir();
  const prepared = process.env[PREPARED];
  if (prepared) await promisify(execFile)('cp', ['-a', prepared, dataDir]);
  return dataDir;
}
