import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MAIN = fileURLToPath(new URL('../../../bench/attacks/main.ts', import.meta.url));
/** A moment of each attack is enough to see the answers; `npm run attacks` measures. */
const SHORT = ['--json', '--seconds', '0.2', '--people', '500'];
/** Every eighth attack: each one starts a process. `npm run attacks` makes them all. */
const PARTS = 8;

interface Reads {
  reads: number;
  failed: Record<string, number>;
}

interface Attacked {
  name: string;
  often: Reads;
  rarely: Reads;
  quietAfter?: number;
  unexpected: Record<string, number>;
}

test('while one tenant attacks, every read of another is answered, and afterwards the service is idle', async () => {
  const { stdout: help } = await promisify(execFile)(process.execPath, [MAIN, '--help']);
  const names = [...help.slice(help.indexOf('Attacks:')).matchAll(/^ {2}(.+)$/gm)].map(
    ([, name = '']) => name,
  );
  const chosen = names.filter((_, index) => index % PARTS === 0);
  assert.ok(chosen.length > 4, help);
  const only = chosen.flatMap((name) => ['--only', name]);
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...SHORT, ...only]);
  const attacks: Attacked[] = JSON.parse(stdout);
  assert.deepEqual(
    attacks.map(({ name }) => name),
    chosen,
  );
  for (const { name, often, rarely, quietAfter, unexpected } of attacks) {
    for (const { reads, failed } of [often, rarely]) {
      assert.ok(reads > 0, name);
      assert.deepEqual(failed, {}, name);
    }
    assert.ok(quietAfter !== undefined, `${name}: the service went on`);
    assert.deepEqual(unexpected, {}, name);
  }
});

test('without --json, there is a row for each attack', async () => {
  const name = 'rosters of compressed white space';
  const only = ['--seconds', '0.2', '--people', '500', '--only', name];
  // On a busy machine, the limits may be exceeded.
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...only]).catch(
    (error: Error & { stdout: string }) => error,
  );
  const [header, row] = stdout.split('\n');
  assert.match(header ?? '', /^attack +met +ratio/);
  assert.match(row ?? '', new RegExp(`^${name} +(?:yes|NO) +[\\d.]+x`));
});
