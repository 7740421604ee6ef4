import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';

const FOLDER = join(import.meta.dirname, '../../examples');
const PROGRAMS: Record<string, string> = { '.mjs': process.execPath, '.py': 'python3', '.sh': 'sh' };

for (const file of readdirSync(FOLDER))
  test(`${file} says in one line which variables it needs`, () => {
    const program = PROGRAMS[extname(file)];
    assert(program, 'the program that runs it is known');
    const env = { PATH: process.env['PATH'] ?? '' };
    const { status, stdout, stderr } = spawnSync(program, [join(FOLDER, file), '3'], {
      env,
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.equal(stdout, '');
    assert.match(stderr, /^[^\n]*(TRANSIT_URL|WEBHOOK_SECRET)[^\n]*\n$/);
  });
