import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Licences whose terms a company can meet without publishing its own code. */
const ACCEPTED = new Set([
  '(BSD-3-Clause OR GPL-2.0)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT OR Apache-2.0',
  'MIT-0',
  'MIT and ISC',
  // Concerns changes of the package itself. We change none.
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages that name their licence in a file only. */
const READ_BY_HAND: Record<string, string> = {
  'node_modules/buildcheck': 'MIT',
  'node_modules/cpu-features': 'MIT',
  'node_modules/png-js': 'MIT',
  'node_modules/ssh2': 'MIT',
};

interface Package {
  license?: string;
}

// Development dependencies too: the libraries of the pages are among them.
test('every dependency has a licence that we accept', () => {
  const lock = new URL('../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Package> };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  assert.ok(installed.length > 100, 'the lock file lists the packages');
  const refused = installed
    .map(([path, { license }]) => [path, license ?? READ_BY_HAND[path] ?? 'none'] as const)
    .filter(([, license]) => !ACCEPTED.has(license));
  assert.deepEqual(refused, []);
});
