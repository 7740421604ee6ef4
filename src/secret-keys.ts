import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { makeOnce } from './files/make-once.ts';

/**
 * Returns the configured keys for derived tokens, or one key that is created beside the embedded database on
 * first use.
 */
export async function loadSecretKeys(config: Config): Promise<readonly string[]> {
  if (config.secretKeys) return config.secretKeys;
  const file = join(config.dataDir, 'secrets', 'secret-key');
  const keys = await makeOnce(file, () => `${randomBytes(32).toString('base64url')}\n`);
  return keys.split(/\s+/).filter((key) => key !== '');
}
