import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

const CONTEXT = join(import.meta.dirname, '../cheap-test-context.ts');

const TESTS = `
import { after, describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

describe('suite', async () => {
  await sleep(1);
  it('throws later', () => new Promise(() => setTimeout(() => { throw new Error('later'); }, 1)));
  it('rejects', async () => { Promise.reject(new Error('nobody waits')); await sleep(20); });
  it('has a hook', async () => { await sleep(1); after(() => console.log('hook')); await test('inner', () => {}); });
  it('comes after the hook', () => console.log('next'));
});
test('throws after its end', () => { setTimeout(() => { throw new Error('too late'); }, 1); });
test('waits', () => sleep(20));
`;

it('errors and hooks belong to the test that caused them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-test-context-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tests.mjs');
  writeFileSync(file, TESTS);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--import', CONTEXT, '--test-reporter=tap', file];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const linesOf = (kind: RegExp) =>
    stdout.split('\n').flatMap((line) => (kind.test(line) ? [line.trim()] : []));
  assert.deepEqual(linesOf(/^ *(not )?ok /), [
    ...['not ok 1 - throws later', 'not ok 2 - rejects', 'ok 1 - inner', 'ok 3 - has a hook'],
    ...['ok 4 - comes after the hook', 'not ok 1 - suite', 'ok 2 - throws after its end', 'ok 3 - waits'],
  ]);
  assert.deepEqual(linesOf(/^(hook|next)$/), ['hook', 'next']);
  assert.match(stdout, /Test "throws after its end" .* generated asynchronous activity after the test ended/);
  assert.equal(status, 1);
});
