import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const src = join(import.meta.dirname, '../..');

/** `file: function` of all functions with a statement that changes the e-mail address of people. */
const writers = globSync('**/*.ts', { cwd: src })
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split(/^}$/m)
      .flatMap((text) =>
        (text.match(/\bupdate employees\b[^`]*?\bset\b[^;]*?`;/g) ?? []).map((statement) => ({
          name: `${file}: ${/function (\w+)/.exec(text)?.[1]}`,
          statement,
        })),
      )
      .filter(({ statement }) => /\bemail = /.test(statement)),
  );

it('every statement that changes an e-mail address also decides about the links to the person’s page', () => {
  assert.deepEqual(
    // Erasing ends the links, and nobody can sign any more. All others use `changedEmail`.
    writers.map(({ name }) => name),
    ['people/privacy/erase-sql.ts: blankRecord'],
  );
  for (const { name, statement } of writers) assert.match(statement, /link_version = /, name);
});
