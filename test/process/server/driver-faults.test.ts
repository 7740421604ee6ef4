import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../database/support/test-database.ts';

const database = await createTestDatabase();
const here = (file: string) => JSON.stringify(join(import.meta.dirname, '../../../src/platform/db', file));

/** Runs in a child process: the test runner would count every uncaught error as a failed test. */
const run = (script: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    `import { connect } from ${here('connect.ts')};
     import { surviveLostConnections } from ${here('driver-faults.ts')};
     surviveLostConnections((error) => { console.error(error); process.exit(3); });
     const database = connect(${JSON.stringify(database.server.target)});
     ${script}`,
  ]);

it('a process survives a killed connection during a transaction, and keeps working', async () => {
  const { stdout } = await run(`
    const lost = await database.sql
      .begin((tx) => tx\`select pg_terminate_backend(pg_backend_pid())\`)
      .then(() => 'committed', () => 'rejected');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [row] = await database.sql\`select 1 as one\`;
    console.log(lost, row.one);
    await database.close();`);
  assert.equal(stdout, 'rejected 1\n');
});

it('a process survives an unhandled rejection that says that the database is unavailable', async () => {
  const { stdout } = await run(`
    void Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log('lives');
    await database.close();`);
  assert.equal(stdout, 'lives\n');
});

it('any other uncaught error still ends the process', async () => {
  await assert.rejects(run('setImmediate(() => { throw new TypeError("something else"); });'), { code: 3 });
  await assert.rejects(
    run('void Promise.reject(new Error("something else")); await new Promise(() => {});'),
    {
      code: 3,
    },
  );
});
