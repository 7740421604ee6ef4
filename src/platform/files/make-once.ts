import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors.ts';

/**
 * Returns the text of a file that is created on first use and never changes, such as a secret. The file has
 * mode 0600 and is flushed to disk before it becomes visible. If several processes create it at once, one of
 * them wins.
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
    // `link` fails if the file exists; `rename` would replace the file of another process.
    await link(draft, file).catch(nothingIf('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return await readFile(file, 'utf8');
}

function nothingIf(code: string) {
  return (error: unknown): undefined => {
    if (errorCode(error) !== code) throw error;
  };
}
