import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { readFile } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'transit-variables-'));
after(() => rmSync(folder, { recursive: true }));

it('a file that the user may not read is told apart from one that is not there', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, () => {
  const file = join(folder, 'key');
  writeFileSync(file, 'key');
  chmodSync(file, 0o000);
  assert.throws(
    () => readFile('SECRET_KEY_FILE', file),
    /cannot be read: .*key\. The user .* may not read it\./,
  );
});
