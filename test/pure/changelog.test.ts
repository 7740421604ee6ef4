import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { readMigrations } from '../../src/platform/db/migrate.ts';

/** The version that was released last, and its last migration. */
const RELEASED = { version: '0.2.0', migrations: 42 };

const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
const [, unreleased = ''] = changelog.split(/^## /m);
const [, breaking = ''] = /^### Breaking\n(.*?)^### /ms.exec(unreleased) ?? [];

test('the changelog says that all nodes must stop exactly if a new migration is marked as breaking', () => {
  assert.equal(packageJson.version, RELEASED.version);
  assert.match(unreleased, /^Unreleased\n/);
  const isMarked = readMigrations().some((each) => each.version > RELEASED.migrations && each.breaking);
  assert.equal(
    /\*\*Stop all nodes before the first node of this version starts\.\*\*/.test(breaking),
    isMarked,
  );
});

test('what breaks is sorted by who has to act', () => {
  const headings = [...breaking.matchAll(/^(\S.*) must:$/gm)].map(([, reader]) => reader);
  assert.deepEqual(headings, ['Operators', 'Integrators', 'Readers of files']);
  // Every entry stands below a heading.
  assert.match(breaking.trim(), /^Operators must:/);
});
