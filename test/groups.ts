import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FILE_BEGUN } from './processor-time.ts';

const BROWSER = 'test/browser/';
/** Files of one of these folders share processes: to load the service takes longer than many of them. */
const SHARING = [BROWSER, 'test/database/', 'test/pure/', 'src/'];
/** These take minutes, measure memory, or their databases differ from those of the others. */
const ALONE =
  /^test\/database\/platform\/(db|backup)\/|\/(simulation|model|rebuild|webhooks\/many)\.test\.ts$/;
const MAX_FILES = 24;
/** Files that take long are in smaller groups, so that no group runs alone at the end. */
const MAX_BROWSER_FILES = 4;
/** The longest timeout that Node takes: its runner reads Infinity as the limit of single tests. test/file-time-limit.ts ends a file. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Joins test files that may share a process. Each file becomes a test of its group, one after the other: the hooks of a file
 * run before the next one is loaded.
 */
export async function writeGroups(
  root: string,
  files: readonly string[],
): Promise<{ files: string[]; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'transit-test-groups-'));
  const written = group(files).map(async (joined, index) => {
    if (joined.length === 1) return joined;
    const path = join(folder, `${index}.test.mjs`);
    await writeFile(path, moduleOf(root, joined));
    return path;
  });
  return {
    files: (await Promise.all(written)).flat(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Neighbours join, so that the order of the run stays. A file that runs alone comes before the group that it would end. */
function group(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const file of files) {
    const last = groups.at(-1) ?? [];
    const folder = sharedFolder(file);
    const isNeighbour = folder !== undefined && sharedFolder(last[0]) === folder;
    if (ALONE.test(file)) groups.splice(isNeighbour ? -1 : groups.length, 0, [file]);
    else if (isNeighbour && !ALONE.test(last[0] ?? '') && last.length < maxFilesOf(folder)) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function sharedFolder(file = ''): string | undefined {
  return SHARING.find((folder) => file.startsWith(folder));
}

function maxFilesOf(folder: string): number {
  return folder === BROWSER ? MAX_BROWSER_FILES : MAX_FILES;
}

/** Hooks of a module that is imported here run after the last file. */
function importOf(path: string): string {
  return `import ${JSON.stringify(pathToFileURL(path).href)};`;
}

export function moduleOf(root: string, files: readonly string[]): string {
  const tests = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    const [name, module] = [file, url].map((text) => JSON.stringify(text));
    return `test(${name}, { timeout: ${MAX_TIMEOUT_MS} }, () => (begun.publish(${name}), import(${module})));`;
  });
  return [
    ...(files[0]?.startsWith(BROWSER) ? [importOf(join(root, BROWSER, 'chromium.ts'))] : []),
    "import { channel } from 'node:diagnostics_channel';",
    "import { test } from 'node:test';",
    `const begun = channel(${JSON.stringify(FILE_BEGUN)});`,
    ...tests,
    '',
  ].join('\n');
}
