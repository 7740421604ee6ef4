import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPlans } from './check-plans.ts';
import { Cluster } from './cluster.ts';

const BIN = process.env['CITUS_BIN'] ?? '/usr/lib/postgresql/15/bin';
const FIRST_PORT = Number(process.env['CITUS_PORT'] ?? 55500);
const PORTS = [0, 1, 2].map((offset) => FIRST_PORT + offset);

/** Tests of commands, backups and empty databases concern one server. */
const NOT_ON_CLUSTER = ['cli', 'client', 'platform', 'support'];
/** The tests that matter for statements. */
const TESTS = readdirSync(join(import.meta.dirname, '../database'))
  .filter((folder) => !NOT_ON_CLUSTER.includes(folder))
  .map((folder) => `test/database/${folder}`);

const HELP = `Usage: npm run -s test:citus -- [options] [file or folder …]

Tests the service on a Citus cluster. It starts a coordinator and two workers on this machine and removes them
afterwards. Then, in this order:

  1. The tests of test/database that matter for statements run on the cluster.
  2. Every statement that the service has executed in them is explained. A statement that the cluster refuses, or that
     asks more than one shard, is a failure, unless it is in the list of src/platform/db/cross-company.ts.
  3. The tests of test/citus run, which kill servers and move shards.

With files or folders, only these run: those of test/citus as in 3, others as in 1 and 2.

  --name PATTERN   only tests whose name matches the regular expression
  --kills N        only kills: a node is killed N times in the middle of its work (npm run test:kills -- --help)
  --seed N         the seed of the kills
  --help           this text

Environment variables:
  CITUS_BIN        the folder of PostgreSQL's programs (${BIN}); the server needs Citus 13
  CITUS_PORT       the first of three ports in a row that are free (${FIRST_PORT})
  CITUS_FOLDER     keeps the recorded statements, and the servers' logs after a failure, in this folder
  CITUS_ROUNDS     how often each server is killed while rosters are applied (4)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const root = join(import.meta.dirname, '../..');
const chosen = positionals.map((place) => relative(root, resolve(place)));
for (const place of chosen) if (!existsSync(join(root, place))) refuse(`There are no tests in ${place}.`);
for (const number of [values.kills, values.seed])
  if (number !== undefined && !/^\d+$/.test(number)) refuse(`${number} is not a whole number.`);
if (!hasCitus())
  refuse(
    `PostgreSQL in ${BIN} does not have the Citus extension. Install Citus 13 for it: the package postgresql-15-citus-13.2 of ` +
      'https://packagecloud.io/citusdata/community, or its source of https://github.com/citusdata/citus with ' +
      `./configure PG_CONFIG=${BIN}/pg_config && make install. CITUS_BIN names another folder of programs.`,
  );

for (const port of PORTS)
  if (!(await isFree(port)))
    refuse(`Port ${port} is in use. CITUS_PORT names the first of three free ports.`);

const isOfCluster = (place: string) => place === 'test/citus' || place.startsWith('test/citus/');
const isChosen = chosen.length > 0 || values.kills !== undefined;
const onCluster = isChosen ? chosen.filter((place) => !isOfCluster(place)) : TESTS;
const ofCluster = isChosen ? chosen.filter(isOfCluster) : ['test/citus'];

const kept = process.env['CITUS_FOLDER'];
const parent = kept ? resolve(kept) : await mkdtemp(join(tmpdir(), 'transit-citus-'));
// PostgreSQL runs as another user if this program runs as root.
if (!kept) await chmod(parent, 0o711);
const folder = join(parent, 'servers');
const statements = join(parent, 'statements.jsonl');
const cluster = new Cluster({ bin: BIN, folder, firstPort: FIRST_PORT });
const failed: string[] = [];

// Ctrl-C reaches the tests as well, which have the same terminal. The servers are stopped below.
let interrupted = false;
let tests: ChildProcess | undefined;
process.on('SIGINT', () => {
  interrupted = true;
});
process.on('SIGTERM', () => {
  interrupted = true;
  tests?.kill('SIGTERM');
});

try {
  await rm(statements, { force: true });
  say('Starting a coordinator and two workers.');
  await cluster.create();
  say(`They run on the ports ${PORTS.join(', ')}.`);
  if (onCluster.length > 0) {
    say(`Tests on the cluster: ${onCluster.join(', ')}`);
    await runTests(onCluster, { RECORD_STATEMENTS: statements });
  }
  if (existsSync(statements) && !interrupted) {
    say('Explaining the statements that the service has executed.');
    if (!(await checkPlans(cluster, statements, say))) failed.push('the plans of statements');
  }
  // One after the other: they kill servers that others would use.
  for (const file of ofCluster.flatMap(filesIn).sort()) {
    if (interrupted) break;
    say(`Tests of the cluster: ${file}`);
    await runTests([file]);
  }
  if (values.kills !== undefined && !interrupted) await runKills(values.kills);
} finally {
  await cluster.stop();
  if (!kept) await rm(parent, { recursive: true, force: true });
  else if (failed.length === 0) await rm(folder, { recursive: true, force: true });
}
if (interrupted) say('Interrupted. The servers are stopped.');
else if (failed.length > 0) say(`Failed: ${failed.join(', ')}`);
else say('All passed.');
process.exitCode = interrupted || failed.length > 0 ? 1 : 0;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function hasCitus(): boolean {
  const folders = ['../lib', '../lib/postgresql', '../lib64'];
  return folders.some((library) => existsSync(join(BIN, library, 'citus.so')));
}

async function isFree(port: number): Promise<boolean> {
  const listener = createServer();
  try {
    await once(listener.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    listener.close();
  }
}

function filesIn(place: string): string[] {
  return place.endsWith('.ts') ? [place] : globSync(`${place}/*.test.ts`, { cwd: root });
}

async function runTests(paths: readonly string[], more: Record<string, string> = {}): Promise<void> {
  const name = values.name === undefined ? [] : [`--name=${values.name}`];
  if (!(await run(['test/run.ts', ...name, ...paths], more))) failed.push(...paths);
}

async function runKills(rounds: string): Promise<void> {
  const seed = values.seed === undefined ? [] : ['--seed', values.seed];
  const database = ['--database', cluster.variables['TEST_DATABASE_URL'] ?? ''];
  if (!(await run(['test/process/kills/main.ts', '--rounds', rounds, ...seed, ...database])))
    failed.push('kills');
}

/** Returns whether the program succeeded on the cluster. */
async function run(program: readonly string[], more: Record<string, string> = {}): Promise<boolean> {
  tests = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...cluster.variables, ...more },
    stdio: 'inherit',
  });
  const [code] = await once(tests, 'exit');
  return code === 0;
}
