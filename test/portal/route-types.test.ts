import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createTestService } from '../service.ts';
import { routeTypes } from './route-types.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'web/src/api/routes.ts');

/** As the formatter leaves it, in a folder of the project so that its configuration applies. */
function formatted(text: string): string {
  const folder = mkdtempSync(join(ROOT, 'web/route-types-'));
  try {
    const file = join(folder, 'routes.ts');
    writeFileSync(file, text);
    execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['check', '--write', file], { stdio: 'ignore' });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the types that the portal uses are those of the routes (else: npm run portal:types)', async () => {
  const { app } = await createTestService();
  const made = formatted(routeTypes(app));
  if (process.env['UPDATE_TYPES']) writeFileSync(FILE, made);
  assert.equal(readFileSync(FILE, 'utf8'), made);
});
