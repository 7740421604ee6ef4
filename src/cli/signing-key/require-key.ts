import type { Config } from '../../platform/config/config.ts';
import { readSecretKeys, secretKeyFile } from '../../platform/config/secret-keys.ts';
import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { fingerprintOf } from './fingerprint.ts';
import { selectFingerprint } from './fingerprint-sql.ts';

/** Refuses to work with other keys than those of the installation. Creates no key, and records nothing. */
export async function requireKey(sql: Sql, config: Config): Promise<void> {
  const recorded = await selectFingerprint(sql);
  if (recorded === null) return;
  const keys = await readSecretKeys(config);
  if (keys?.some((key) => fingerprintOf(key) === recorded)) return;
  const found = keys
    ? `${nameOf(config)} is not the key`
    : `${secretKeyFile(config)} is missing: it is the key`;
  throw wrongKey(
    `${found} that signs the links of this database. With another one, links that were handed out would end and ` +
      'stored secrets could not be opened.',
  );
}

/** Where the operator has to look. */
export function nameOf(config: Config): string {
  if (config.secretKeyFile) return `SECRET_KEY_FILE (${config.secretKeyFile})`;
  return config.secretKeys ? 'SECRET_KEY' : secretKeyFile(config);
}

export function wrongKey(problem: string): AppError {
  return new AppError(
    'wrong-secret-key',
    `${problem} Put the right key back, or add it after the present one (docs/operating.md, "The signing key"). ` +
      'If it is lost: transit secret-key replace',
  );
}
