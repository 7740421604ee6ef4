import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOnce } from '../files/make-once.ts';
import type { Config } from './config.ts';

/**
 * Returns the configured keys for derived tokens, or one key that is created beside the embedded database on
 * first use.
 */
export async function loadSecretKeys(config: Config): Promise<readonly string[]> {
  if (config.secretKeys) return config.secretKeys;
  return keysIn(await makeOnce(secretKeyFile(config), () => `${randomBytes(32).toString('base64url')}\n`));
}

/** Like `loadSecretKeys`, but creates nothing. Undefined: there is no key yet. */
export async function readSecretKeys(config: Config): Promise<readonly string[] | undefined> {
  if (config.secretKeys) return config.secretKeys;
  const text = await readFile(secretKeyFile(config), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : keysIn(text);
}

export function secretKeyFile({ dataDir }: Config): string {
  return join(dataDir, 'secrets', 'secret-key');
}

function keysIn(text: string): string[] {
  return text.split(/\s+/).filter((key) => key !== '');
}
