import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');

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
  const unfinished = await mkdtemp(join(DIST, 'unfinished-'));
  try {
    const building = promisify(execFile)(process.execPath, [join(WEB, 'build.ts'), unfinished]);
    // Whoever starts the service waits for it to answer, not for its portal.
    if (building.child.pid) setPriority(building.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    await building;
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function digestOfSources(): Promise<string> {
  const entries = await readdir(WEB, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(`${DIST}/`))
    .sort();
  const digest = createHash('sha256');
  for (const path of [...sources, join(ROOT, 'package-lock.json')])
    digest
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  return digest.digest('hex').slice(0, 20);
}
