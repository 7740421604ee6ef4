import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };

const CHECK = join(import.meta.dirname, '../../src/cli/require-node.cjs');

/** Loads the check in a Node that claims to be of this version. */
function runAs(version: string) {
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(CHECK)})`;
  return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
}

test('a Node that is too old is told so in a sentence, before it reads TypeScript', () => {
  const { status, stderr } = runAs('20.20.2');
  assert.equal(status, 1);
  assert.match(stderr, /^transit: This is Node 20\.20\.2, and the service needs Node 24\. .*npm ci.*\n$/);
});

test('the pinned Node passes', () => {
  const { status, stderr } = runAs(packageJson.dependencies.node);
  assert.deepEqual([status, stderr], [0, '']);
});

test('npm start and npm run transit look first', () => {
  const { start, transit } = packageJson.scripts;
  for (const script of [start, transit])
    assert.match(script, /node --require=\.\/src\/cli\/require-node\.cjs /);
});
