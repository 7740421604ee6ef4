import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
export const WEB = join(ROOT, 'web');
/** Shared with the command line and with the service. */
const SHARED = [join(ROOT, 'roster-files'), join(ROOT, 'texts')];
export const DIST = join(WEB, 'dist');
/** Types only, generated when packages are installed and before the type check: they are not in the built pages. */
const GENERATED = [join(WEB, 'src/api/routes.ts'), join(WEB, 'src/me/routes.ts')];

let current: Promise<string> | undefined;

/**
 * The folder of the built pages, whether or not it is there. Its name is a digest of the sources, so a process never
 * serves pages of another version. The digest is taken once: a running process keeps the version that it started with.
 */
export function pagesFolder(): Promise<string> {
  current ??= digestOfSources().then((digest) => join(DIST, digest));
  return current;
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256');
  const sources = (await Promise.all([WEB, ...SHARED].map(sourcesIn))).flat().sort();
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
      .filter(({ path }) => path !== DIST && !GENERATED.includes(path))
      .map(async ({ path, isFolder }) => (isFolder ? await sourcesIn(path) : [path])),
  );
  return found.flat();
}
