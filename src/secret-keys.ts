import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** The keys for derived tokens: those of the configuration, or one made on first use beside the embedded database. */
export function loadSecretKeys(config: Config): readonly string[] {
  if (config.secretKeys) return config.secretKeys;
  const folder = join(config.dataDir, 'secrets');
  const file = join(folder, 'secret-key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, never replaces the key that another process made first.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((key) => key !== '');
}
