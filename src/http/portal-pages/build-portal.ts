import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
const KEPT_BUILDS = 4;
const UNFINISHED = 'unfinished-';
const ABANDONED_MS = 3_600_000;

let current: Promise<string> | undefined;

/**
 * The folder of the built portal. It is named after what it was built from, so it is built only when that has changed,
 * and processes that build at the same time do not disturb each other. Asked again after a failure it tries again.
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
    // Whoever starts the service waits for it to answer, not for its portal.
    if (building.child.pid) setPriority(building.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    // Nobody is left to use what it would make.
    const stop = () => building.child.kill();
    process.once('exit', stop);
    await building.finally(() => process.off('exit', stop));
    await rename(unfinished, folder);
    // As new as its place: what is the oldest is told by this.
    await utimes(folder, new Date(), new Date());
    await removeOlder();
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** A few are kept for processes that are just starting from them; a running one has its files in memory. */
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
  for (const path of [...(await sourcesIn(WEB)).sort(), join(ROOT, 'package-lock.json')])
    digest
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return digest.digest('hex').slice(0, 20);
}

/** Never looks into what has been built: another process may be moving it. */
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
