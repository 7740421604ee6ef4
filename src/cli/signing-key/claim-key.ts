import type { Config } from '../../platform/config/config.ts';
import { loadSecretKeys } from '../../platform/config/secret-keys.ts';
import type { Pool } from '../../platform/db/types.ts';
import { fingerprintOf } from './fingerprint.ts';
import { insertFingerprint, selectFingerprint, updateFingerprint } from './fingerprint-sql.ts';
import { nameOf, requireKey, wrongKey } from './require-key.ts';
import { readStoredSecrets } from './stored-secrets.ts';

/**
 * The keys of a node that starts. Its first key becomes the recorded one, if the node knows the one that was recorded
 * before: docs/operating.md has the rule as a table. Several nodes may start at once: each statement changes only the record
 * that was read, and what counts in the end is checked again.
 */
export async function claimKey(sql: Pool, config: Config): Promise<readonly string[]> {
  // Before a missing key is made: a new one would be of no use.
  await requireKey(sql, config);
  const keys = await loadSecretKeys(config);
  const known = keys.map(fingerprintOf);
  const [first = ''] = known;
  const recorded = await selectFingerprint(sql);
  if (recorded === null) {
    await requireOpening(sql, config, keys);
    await insertFingerprint(sql, first);
  } else if (recorded !== first && known.includes(recorded)) await updateFingerprint(sql, recorded, first);
  await requireKey(sql, config);
  return keys;
}

/** A database of an older version has no record. Its stored secrets tell whether the keys are the right ones. */
async function requireOpening(sql: Pool, config: Config, keys: readonly string[]): Promise<void> {
  const stored = await readStoredSecrets(sql, keys);
  if (stored.length > 0 && stored.every(({ isOpened }) => !isOpened))
    throw wrongKey(
      `${nameOf(config)} opens none of the ${stored.length} secrets that are stored in this database, so it is not the key ` +
        'that has signed its links.',
    );
}
