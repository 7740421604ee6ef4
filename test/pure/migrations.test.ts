import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

test('migrations are numbered one by one', () => {
  const names = readdirSync(new URL('../../migrations/', import.meta.url)).sort();
  const numbers = names.map((name) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]));
  assert.deepEqual(
    numbers,
    names.map((_, index) => index + 1),
  );
});
