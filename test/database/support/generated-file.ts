import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** Compares a file of this project with what is generated now. With UPDATE_TYPES it writes the file instead. */
export function assertUpToDate(path: string, generated: string): void {
  const file = join(ROOT, path);
  const text = execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input: generated,
    encoding: 'utf8',
  });
  if (process.env['UPDATE_TYPES']) writeFileSync(file, text);
  assert.equal(readFileSync(file, 'utf8'), text);
}
