import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

// package.json says which version this is. Other files have to repeat it; a release must not forget one of them.
const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(read('package.json'));

it('the lock file and the client have the version of the service', () => {
  const lock = JSON.parse(read('package-lock.json'));
  assert.equal(lock.version, version);
  assert.equal(lock.packages[''].version, version);
  assert.equal(JSON.parse(read('client/package.json')).version, version);
});

it('documents that print the version print this one', () => {
  assert.ok(read('client/README.md').includes(`transit-ticket-client-${version}.tgz`));
  assert.ok(read('docs/webhooks.md').includes(`transit-webhooks/${version}\n`));
});

it('the changelog has a section for the version, with its date', () => {
  assert.match(
    read('CHANGELOG.md'),
    new RegExp(`^## ${version.replaceAll('.', '\\.')} – \\d{4}-\\d{2}-\\d{2}$`, 'm'),
  );
});

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8');
}
