import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const GUIDES = join(ROOT, 'docs/guides');

test('the files that the commands of the guides write into a checkout are ignored by git', () => {
  const guides = readdirSync(GUIDES).map((name) => readFileSync(join(GUIDES, name), 'utf8'));
  const commands = guides.flatMap((guide) =>
    [...guide.matchAll(/^```sh run$(.*?)^```$/gms)].map(([, text]) => text),
  );
  const written = commands
    .flatMap((text) => [...(text ?? '').matchAll(/(?:>|\s-o|\s--output) ?([a-z-]+\.[a-z]+)/g)])
    .map(([, name]) => `/${name}`);
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
  assert(written.length > 10);
  assert.deepEqual(
    [...new Set(written)].filter((name) => !ignored.includes(name)),
    [],
  );
});
