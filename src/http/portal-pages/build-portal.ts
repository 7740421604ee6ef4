import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const WEB = join(ROOT, 'web');
/** Shared with the command line. */
const ROSTER_FILES = join(ROOT, 'roster-files');
const DIST = join(WEB, 'dist');
const KEPT_BUILDS = 4;
const UNFINISHED = 'unfinished-';
const ABANDONED_MS = 3_600_000;

let current: Promise<string> | undefined;

/**
 * Returns the folder of the built portal. Its name is a digest of the sources, so it is rebuilt only after a
 * change, and concurrent builds do not disturb each other. After a failure the next call tries again.
 */
export function buildPortal(): Promise<string> {
  current ??= buildIfStale().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

async function buildIfStale(): Promise<string> {
  const folder = join(DIST, await digestOfSources());
  if (existsSync(folder)) return folder;
  await mkdir(DIST, { recursive: true });
  const unfinished = await mkdtemp(join(DIST, UNFINISHED));
  try {
    const building = promisify(execFile)(process.execPath, [join(WEB, 'build.ts'), unfinished]);
    // The build runs at low priority: the service should answer before its portal is ready.
    if (building.child.pid) setPriority(building.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // Stops the build when its process ends.
    const stop = () => building.child.kill();
    process.once('exit', stop);
    await building.finally(() => process.off('exit', stop));
    await rename(unfinished, folder);
    // Sets the modification time, which decides which builds are deleted first.
    await utimes(folder, new Date(), new Date());
    await removeOlder();
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have finished the same build first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Recent builds are kept for processes that are just starting; a running process has its files in memory. */
async function removeOlder(): Promise<void> {
  const names = await readdir(DIST);
  const folders = await Promise.all(
    names.map(async (name) => ({
      name,
      path: join(DIST, name),
      madeAt: (await stat(join(DIST, name))).mtimeMs,
    })),
  );
  const finished = folders.filter(({ name }) => !name.startsWith(UNFINISHED));
  const abandoned = folders.filter(
    ({ name, madeAt }) => name.startsWith(UNFINISHED) && madeAt < Date.now() - ABANDONED_MS,
  );
  const older = finished.toSorted((a, b) => b.madeAt - a.madeAt).slice(KEPT_BUILDS);
  await Promise.all([...older, ...abandoned].map(({ path }) => rm(path, { recursive: true, force: true })));
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256');
  const sources = [...(await sourcesIn(WEB)), ...(await sourcesIn(ROSTER_FILES))].sort();
  for (const path of [...sources, join(ROOT, 'package-lock.json')])
    digest
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return digest.digest('hex').slice(0, 20);
}

/** Does not read built folders: another process may be moving them. */
async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
      .filter(({ path }) => path !== DIST)
      .map(async ({ path, isFolder }) => (isFolder ? await sourcesIn(path) : [path])),
  );
  return found.flat();
}
