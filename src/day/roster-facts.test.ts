import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const src = join(import.meta.dirname, '..');

/** The demo writes a company that nobody has sent a roster for. */
const sources = globSync('**/*.ts', { cwd: src }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('demo/'),
);

const WRITES_LINKS = /\b(insert into|update|delete from) hr_links\b/;
const WRITES_PEOPLE = /\b(insert into|delete from) employees\b/;
const WRITES_IDENTITY =
  /\bupdate employees\b[^;]*?\bset\b[^;]*?\b(first_name|last_name|email|date_of_birth|profile_image) =/;

it('every statement that writes links or the identity of people raises roster_facts', () => {
  const statements = sources.flatMap((file) =>
    (
      readFileSync(join(src, file), 'utf8').match(/\b(?:sql|tx)(?:<[^`]*>)?`(?:[^`$]|\$\{[^`]*?\}|\$)*`/g) ??
      []
    ).map((text) => ({ file, text })),
  );
  const writing = statements.filter(({ text }) =>
    [WRITES_LINKS, WRITES_PEOPLE, WRITES_IDENTITY].some((write) => write.test(text)),
  );
  assert.ok(writing.length >= 12, `only ${writing.length} statements were found`);
  for (const { file, text } of writing) assert.ok(text.includes('rosterFactsRaised('), `${file}: ${text}`);
});
