import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPlans } from './check-plans.ts';
import { Cluster } from './cluster.ts';

// Tests the service on a Citus cluster that it starts: CONTRIBUTING.md. Files on the command line replace the list below.
const BIN = process.env['CITUS_BIN'] ?? '/usr/lib/postgresql/15/bin';
const FIRST_PORT = Number(process.env['CITUS_PORT'] ?? 55500);

/** The tests that matter for statements. Those of processes, browsers, backups and empty databases concern one server. */
const TESTS = [
  'api',
  'api-keys',
  'charges',
  'companies',
  'documents',
  'employee-page',
  'employees',
  'events',
  'integrations',
  'jobs',
  'lifecycle',
  'mail',
  'portal',
  'prices',
  'privacy',
  'statements',
  'subscriptions',
  'sync',
  'tickets',
  'timeline',
  'webhooks',
].map((folder) => `test/database/${folder}`);

const root = join(import.meta.dirname, '../..');

if (!hasCitus()) {
  process.stderr.write(
    `PostgreSQL in ${BIN} does not have the Citus extension. Install Citus 13 for it: the package postgresql-15-citus-13.2 of ` +
      'https://packagecloud.io/citusdata/community, or its source of https://github.com/citusdata/citus with ' +
      `./configure PG_CONFIG=${BIN}/pg_config && make install. CITUS_BIN names another folder of programs.\n`,
  );
  process.exit(1);
}

const parent = process.env['CITUS_FOLDER'] ?? (await mkdtemp(join(tmpdir(), 'transit-citus-')));
const folder = join(parent, 'servers');
const statements = join(parent, 'statements.jsonl');
const cluster = new Cluster({ bin: BIN, folder, firstPort: FIRST_PORT });
const say = (line: string) => process.stdout.write(`${line}\n`);
let isFine = true;
try {
  await rm(statements, { force: true });
  await cluster.create();
  say(`A coordinator and two workers run on ports ${FIRST_PORT} to ${FIRST_PORT + 2}.`);
  const [, , ...files] = process.argv;
  isFine = await runTests(files.length > 0 ? files : TESTS, { RECORD_STATEMENTS: statements });
  if (existsSync(statements)) isFine = (await checkPlans(cluster, statements, say)) && isFine;
  // One after the other: they kill servers that others would use.
  if (files.length === 0)
    for (const file of globSync('test/citus/*.test.ts', { cwd: root }).sort())
      isFine = (await runTests([file], {})) && isFine;
} finally {
  await cluster.stop();
  await rm(process.env['CITUS_FOLDER'] ? folder : parent, { recursive: true, force: true });
}
process.exitCode = isFine ? 0 : 1;

function hasCitus(): boolean {
  const folders = ['../lib', '../lib/postgresql', '../lib64'];
  return folders.some((library) => existsSync(join(BIN, library, 'citus.so')));
}

async function runTests(paths: readonly string[], more: Record<string, string>): Promise<boolean> {
  const program = spawn(process.execPath, ['test/run.ts', ...paths], {
    cwd: root,
    env: { ...process.env, ...cluster.variables, ...more },
    stdio: 'inherit',
  });
  const [code] = await once(program, 'exit');
  return code === 0;
}
