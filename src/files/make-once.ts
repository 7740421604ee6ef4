import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The text of a file that is made by whoever needs it first and never changes again: secrets, for instance. It is
 * readable by its owner only, on disk before anybody sees it, and of several processes that make it at once one wins.
 */
export async function makeOnce(file: string, make: () => string | Promise<string>): Promise<string> {
  const made = await readFile(file, 'utf8').catch(nothingIf('ENOENT'));
  if (made !== undefined) return made;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(await make());
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link, unlike a rename, never replaces what another process made first.
    await link(draft, file).catch(nothingIf('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return await readFile(file, 'utf8');
}

function nothingIf(code: string) {
  return (error: unknown): undefined => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
}
