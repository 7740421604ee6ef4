import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createTestService } from '../support/service.ts';
import { routeTypes } from './route-types.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = join(ROOT, 'web/src/api/routes.ts');

/** Returns the text as the formatter writes it. */
function formatted(text: string): string {
  const biome = join(ROOT, 'node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${FILE}`], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  });
}

it('the route types of the portal are up to date (otherwise run npm run portal:types)', async () => {
  const { app } = await createTestService();
  const made = formatted(routeTypes(app));
  if (process.env['UPDATE_TYPES']) writeFileSync(FILE, made);
  assert.equal(readFileSync(FILE, 'utf8'), made);
});
