import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

for (const [folder, pattern] of [
  ['migrations', /^(\d{4})_[a-z_]+\.sql$/],
  ['docs/decisions', /^(\d{4})-[a-z-]+\.md$/],
] as const)
  test(`${folder} are numbered one by one`, () => {
    const files = readdirSync(new URL(`../../${folder}/`, import.meta.url)).sort();
    const names = files.filter((name) => !['README.md', 'schema.sql'].includes(name));
    const numbers = names.map((name) => Number(pattern.exec(name)?.[1]));
    assert.deepEqual(
      numbers,
      names.map((_, index) => index + 1),
    );
  });
