import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DIST, pagesFolder, WEB } from './pages-folder.ts';

const KEPT_BUILDS = 4;
const UNFINISHED = 'unfinished-';
const ABANDONED_MS = 3_600_000;

/**
 * Builds the portal's pages and the employee's page unless they are built already. Processes that build at the same time
 * do not disturb each other: each one writes to a separate folder, and the first to finish wins.
 */
export async function buildPortal(): Promise<string> {
  const folder = await pagesFolder();
  if (existsSync(folder)) {
    await letOthersRead(folder);
    return folder;
  }
  await mkdir(DIST, { recursive: true });
  const unfinished = await mkdtemp(join(DIST, UNFINISHED));
  try {
    const building = promisify(execFile)(process.execPath, [join(WEB, 'build.ts'), unfinished]);
    // Stops the build when its process ends.
    const stop = () => building.child.kill();
    process.once('exit', stop);
    await building.finally(() => process.off('exit', stop));
    await letOthersRead(unfinished);
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

/** mkdtemp lets only its owner in, but root may have built the pages for a service that runs as another user. */
async function letOthersRead(folder: string): Promise<void> {
  // Only the owner may change the rights. A build that belongs to somebody else has been made readable by its own process.
  await chmod(folder, 0o755).catch(() => {});
}

/** The build tools are development dependencies: `npm ci --omit=dev` leaves them out. */
export function hasBuildTools(): boolean {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('vite')));
  } catch {
    return false;
  }
}

/** Installed by root and run by another user, the service cannot write to its own folder. */
export function mayBuild(): boolean {
  try {
    accessSync(existsSync(DIST) ? DIST : WEB, constants.W_OK);
    return hasBuildTools();
  } catch {
    return false;
  }
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
