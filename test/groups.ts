import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FILE_BEGUN } from './processor-time.ts';

/** Files of one of these folders share processes: to load the service takes longer than many of them. */
const SHARING = ['test/database/', 'test/pure/', 'src/'];
/** These take minutes, or their databases differ from those of the others. */
const ALONE = /\/(db|backup)\/|\/(simulation|model|rebuild)\.test\.ts$/;
const MOST = 8;

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

/** Neighbours join, so that the order of the run stays. */
function group(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const file of files) {
    const last = groups.at(-1);
    const folder = sharedFolder(file);
    if (folder && last && last.length < MOST && sharedFolder(last[0]) === folder) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function sharedFolder(file = ''): string | undefined {
  return ALONE.test(file) ? undefined : SHARING.find((folder) => file.startsWith(folder));
}

function moduleOf(root: string, files: readonly string[]): string {
  const tests = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    const [name, module] = [file, url].map((text) => JSON.stringify(text));
    return `test(${name}, { timeout: Infinity }, () => (begun.publish(${name}), import(${module})));`;
  });
  return [
    "import { channel } from 'node:diagnostics_channel';",
    "import { test } from 'node:test';",
    `const begun = channel(${JSON.stringify(FILE_BEGUN)});`,
    ...tests,
    '',
  ].join('\n');
}
