import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { secretKeyFile } from '../config/secret-keys.ts';
import type { Manifest } from './manifest.ts';
import { refused } from './restore-backup.ts';

/** Passwords of one embedded database. A restored one has its own. */
const OF_THE_DATABASE = /^(database|superuser)-password/;
const SECRET_KEY = 'secret-key';

/** The other files of `DATA_DIR/secrets`, such as the certificates of staging. */
export async function readSecretFiles({ databaseUrl, dataDir }: Config): Promise<{ [name: string]: string }> {
  if (databaseUrl) return {};
  const folder = join(dataDir, 'secrets');
  const names = await readdir(folder).catch(() => []);
  const wanted = names.filter((name) => name !== SECRET_KEY && !OF_THE_DATABASE.test(name));
  return Object.fromEntries(
    await Promise.all(wanted.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

/** With another key, links that were handed out would end, and stored secrets could not be decrypted. */
export async function refuseOtherKey(config: Config, { secretKeys }: Manifest): Promise<void> {
  const [newest] = secretKeys;
  if (newest === undefined) return;
  const remedy = 'transit restore FILE --secret-key prints the key of the backup.';
  if (config.secretKeys) {
    if (!config.secretKeys.includes(newest))
      throw refused(`SECRET_KEY is not the key of this backup. ${remedy}`);
    return;
  }
  const present = await readFile(secretKeyFile(config), 'utf8').catch(() => undefined);
  if (present !== undefined && !present.split(/\s+/).includes(newest))
    throw refused(`${secretKeyFile(config)} is not the key of this backup. Choose an empty DATA_DIR.`);
}

/** Writes the files that are missing. Returns a function that removes them again. */
export async function writeSecretFiles(config: Config, manifest: Manifest): Promise<() => Promise<void>> {
  if (config.databaseUrl) return async () => {};
  const folder = join(config.dataDir, 'secrets');
  const key = config.secretKeys ? {} : { [SECRET_KEY]: `${manifest.secretKeys.join('\n')}\n` };
  const made: string[] = [];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries({ ...manifest.files, ...key })) {
    const file = join(folder, name.replaceAll('/', '_'));
    const isNew = await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).then(
      () => true,
      () => false,
    );
    if (isNew) made.push(file);
  }
  return async () => {
    await Promise.all(made.map((file) => rm(file, { force: true })));
  };
}
