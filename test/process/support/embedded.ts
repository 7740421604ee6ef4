import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { identify } from '../../../src/platform/db/embedded/postmaster.ts';
import type { Connection } from '../../../src/platform/db/embedded/session.ts';
import type { Purpose } from '../../../src/platform/db/embedded/use.ts';
import { makeDataFolder } from '../../pure/support/data-folder.ts';
import { until } from '../../pure/support/until.ts';

export const HOLDER = fileURLToPath(new URL('hold-database.ts', import.meta.url));

type CleanUp = () => unknown;
const cleanUps = new WeakMap<TestContext, CleanUp[]>();

/** Runs clean-up tasks in reverse order. The hooks of a test would run in the order of their registration. */
export function afterwards(t: TestContext, cleanUp: CleanUp): void {
  const stack = cleanUps.get(t) ?? [];
  stack.push(cleanUp);
  if (cleanUps.has(t)) return;
  cleanUps.set(t, stack);
  t.after(async () => {
    for (const undo of stack.reverse()) await undo();
  });
}

/**
 * Creates a path for a data folder. Creating a database takes most of a second, so tests of one file may
 * share it.
 */
export async function makeDataDir(mode = 0o711): Promise<string> {
  const parent = await makeDataFolder('transit-embedded-');
  await chmod(parent, mode);
  return join(parent, 'data');
}

/** Also stops the server if one still runs. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  if (pid !== undefined && (await identify(pid, join(dataDir, 'postgres'))) === 'postmaster')
    await killHard(pid);
  // The last processes of a stopping server may still write.
  await rm(dirname(dataDir), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

export async function newDataDir(t: TestContext, mode?: number): Promise<string> {
  const dataDir = await makeDataDir(mode);
  afterwards(t, () => removeDataDir(dataDir));
  return dataDir;
}

export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}

export async function open(t: TestContext, dataDir: string, purpose: Purpose): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, purpose });
  afterwards(t, () => database.close());
  return database;
}

export async function query<Row extends object>(connection: Connection, text: string): Promise<Row[]> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe<Row[]>(text))];
  } finally {
    await sql.end({ timeout: 0 });
  }
}

export interface Holder {
  readonly pid: number;
  readonly answer: { connection: Connection } | { code: string; message: string };
  /** Closes the database. Returns the exit code of the process. */
  close(): Promise<number | null>;
}

/**
 * Starts another process that opens the database. `script` may be a copy of hold-database.ts in another
 * folder.
 */
export async function hold(
  t: TestContext,
  dataDir: string,
  purpose: Purpose,
  script = HOLDER,
): Promise<Holder> {
  const child = spawn(process.execPath, [script, dataDir, purpose], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Detached, to lead a process group, as when a shell starts it.
    detached: true,
  });
  afterwards(t, () => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), exited.then(() => ['{"code":"exited"}'])]);
  return {
    pid: pidOf(child),
    answer: JSON.parse(String(line)),
    async close() {
      child.stdin.end();
      await exited;
      return child.exitCode;
    },
  };
}

export function connectionOf({ answer }: Holder): Connection {
  if ('connection' in answer) return answer.connection;
  throw new Error(`The other process did not open the database: ${answer.code} ${answer.message}`);
}

export async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  // Does not wait until the parent reaps the process, which may take seconds.
  await until('a killed process is gone', async () => (await identify(pid, '')) === 'gone');
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process did not start');
  return pid;
}
