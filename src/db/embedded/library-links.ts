import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../errors.ts';
import { errorCode } from './error-code.ts';

interface Link {
  source: string;
  target: string;
}

/**
 * An npm package can hold no symbolic links, so an install script makes those of the shared libraries. Where
 * npm was told to run no scripts they are missing and the server cannot load.
 */
export async function makeMissingLinks(packageFolder: string): Promise<void> {
  for (const { source, target } of await readLinks(packageFolder)) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      await symlink(basename(source), path);
    } catch (cause) {
      // Another process may have made it meanwhile.
      if (existsSync(path)) continue;
      throw new AppError(
        'embedded-database-failed',
        `The library links of the embedded database are missing and cannot be made in ${packageFolder} (${errorCode(cause)}). Run "npm rebuild" there as a user who may write to it.`,
        { cause },
      );
    }
  }
}

async function readLinks(packageFolder: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
