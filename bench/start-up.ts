import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBinaries } from '../src/platform/db/embedded/binaries.ts';
import { prepareFolder } from '../src/platform/db/embedded/folder.ts';
import { chooseAccount, chooseLauncher, runToEnd } from '../src/platform/db/embedded/launcher.ts';
import { SERVICE_FLAGS } from './child.ts';
import { whenDone, whenGroupDone } from './clean-up.ts';
import { temporaryFolder } from './database.ts';
import { median, time } from './measure.ts';
import { progress } from './progress.ts';
import { type Group, milliseconds, type Row } from './row.ts';

const FIRST = 'first start to healthy';
const LATER = 'later start to healthy';
const ROUNDS = 5;
const MAIN = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const run = promisify(execFile);

/**
 * Measures the time from `npm start` until `GET /health` answers 200, against the minimal parts of such a
 * start.
 */
export const startUp: Group = {
  names: [FIRST, LATER],
  run: async (_people, isWanted) => {
    const measured: { node: number; database: number; first: number; later: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      progress(`start to healthy: round ${round + 1} of ${ROUNDS}`);
      const dataDir = await temporaryFolder();
      // An empty compile cache, as on a new machine. The first start fills it for the next.
      const compiled = await temporaryFolder();
      measured.push({
        node: await time(() => run(process.execPath, ['-e', '0'])),
        database: await bareDatabase(),
        first: await timeToHealthy(dataDir, compiled),
        later: await timeToHealthy(dataDir, compiled),
      });
      for (const folder of [dataDir, compiled]) await rm(folder, { recursive: true });
    }
    const of = (what: 'node' | 'database' | 'first' | 'later') => median(measured.map((each) => each[what]));
    return [
      row(FIRST, of('first'), 5_000, of('node') + of('database'), 'node -e 0, initdb and postgres'),
      row(LATER, of('later'), 2_000, of('node'), 'node -e 0'),
    ].filter(({ name }) => isWanted(name));
  },
};

function row(name: string, ms: number, goalMs: number, baselineMs: number, baseline: string): Row {
  return {
    name,
    ratio: ms / baselineMs,
    goal: `at most ${goalMs / 1000} s`,
    met: ms <= goalMs,
    measured: milliseconds(ms),
    baseline: `${baseline} ${milliseconds(baselineMs)}`,
  };
}

async function timeToHealthy(dataDir: string, compiled: string): Promise<number> {
  const port = String(await freePort());
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: compiled,
    DATA_DIR: dataDir,
    PORT: port,
    LOG_LEVEL: 'error',
  };
  let service: ChildProcess | undefined;
  const ms = await time(async () => {
    service = spawn(process.execPath, [...SERVICE_FLAGS, MAIN, 'serve'], { env, stdio: 'ignore' });
    const started = service;
    whenGroupDone(() => stop(started));
    while (!(await isHealthy(port))) {
      if (started.exitCode !== null) throw new Error(`transit serve ended with ${started.exitCode}`);
      await sleep(5);
    }
  });
  if (service) await stop(service);
  return ms;
}

async function isHealthy(port: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  await answer?.bytes();
  return answer?.status === 200;
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

/** Measures only the binaries: creates a cluster and starts a server until it accepts connections. */
async function bareDatabase(): Promise<number> {
  const { initdb, postgres } = await findBinaries();
  const folder = await prepareFolder(await temporaryFolder());
  const account = await chooseAccount(folder);
  const launcher = await chooseLauncher(account, postgres, [folder.root]);
  // For root the server runs as another user, who needs a folder for the cluster.
  const own = launcher('/bin/sh', ['-c', 'mktemp -d']);
  const { stdout } = await run(own.file, [...own.args], own.options);
  const home = stdout.trim();
  whenDone(() => rm(home, { recursive: true, force: true }));
  const cluster = join(home, 'postgres');
  const control = join(dirname(postgres), 'pg_ctl');
  const pgCtl = (...args: string[]) => runToEnd(launcher(control, ['-D', cluster, '-w', ...args]), 'pg_ctl');
  const ms = await time(async () => {
    await runToEnd(
      launcher(initdb, [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--no-instructions']),
      'initdb',
    );
    await pgCtl('-l', join(home, 'log'), '-o', `-c listen_addresses= -k ${home}`, 'start');
  });
  await pgCtl('-m', 'fast', 'stop');
  return ms;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
