import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../support/test-database.ts';

const { sql } = await createTestDatabase();
const root = join(import.meta.dirname, '../../..');

/** Longer than any text that a column may have. */
const LENGTH = 64 * 1024;
const PARTS = ['a', '0', ' ', '\n', '\r', '\n ', '/', '//', '-', 'leave', '_leave', '-leave', 'a ', '0a'];
/** Linear ones take milliseconds, quadratic ones some seconds. */
const LIMIT_MS = 1_000;

/** Regular expressions of statements, as PostgreSQL reads them. The checks of columns see only what the service has checked. */
function expressions(): string[] {
  const paths = globSync(['src/**/*-sql.ts', 'src/**/*.ts', 'migrations/*.sql'], { cwd: root });
  const found = new Set<string>();
  for (const path of paths.filter((each) => !each.endsWith('.test.ts'))) {
    const text = readFileSync(join(root, path), 'utf8');
    const isSql = path.endsWith('.sql');
    for (const [, source = ''] of text.matchAll(
      /(?:[\w)] !?~\*? |regexp_\w+\([^']*(?:'[^']*'[^']*)??, |substring\(\w+ from )'([^'\n]+)'/g,
    ))
      found.add(isSql ? source : source.replaceAll('\\\\', '\\'));
  }
  return [...found];
}

test('regular expressions of statements read hostile texts in linear time', async () => {
  const all = expressions();
  for (const known of ['^[0-9]+$', '\\s*[\\r\\n]+\\s*', '[-_ ]?leave$', '//([^/?#]+)'])
    assert.ok(all.includes(known), `${known} is not in ${JSON.stringify(all)}`);
  const slow: string[] = [];
  for (const source of all)
    for (const part of PARTS)
      for (const end of ['', '\u0001']) {
        const hostile = part.repeat(LENGTH / part.length) + end;
        const isSlow = await sql
          .begin(async (tx) => {
            await tx`select set_config('statement_timeout', ${String(LIMIT_MS)}, true)`;
            await tx`select length(regexp_replace(${hostile}, ${source}, '', 'g'))`;
          })
          .then(() => false)
          .catch((error) => {
            if ((error as { code?: string }).code === '57014') return true;
            throw error;
          });
        if (isSlow) slow.push(`${source} ${JSON.stringify(part + end)}`);
      }
  assert.deepEqual(slow, []);
});
