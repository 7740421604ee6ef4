import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../pure/support/until.ts';
import { begin, isDatabaseRunning, makePreparedPlace } from '../support/program.ts';

const MAIN = join(import.meta.dirname, '../../../src/cli/main.ts');
const ESCAPE = String.fromCharCode(27);
/** Of Debian's bsdutils: runs a command on a terminal of its own. */
const hasScript = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux');

test('on a terminal, the demo is filled behind one line that changes, and then the login follows', {
  skip: !hasScript && 'script is not installed',
}, async () => {
  const place = await makePreparedPlace();
  const start = `echo "pid $$"; exec '${process.execPath}' '${MAIN}' serve`;
  const onTerminal = begin(
    { ...place, command: ['script', '--quiet', '--flush', '--return', '-c', start, '/dev/null'] },
    [],
  );
  await until('the login is printed', () => {
    assert(onTerminal.isRunning(), onTerminal.stdout());
    return onTerminal.stdout().includes('Try it:');
  });
  const shown = onTerminal.stdout().replaceAll(ESCAPE, 'ESC');
  assert.match(shown, /\rESC\[K\[[#.]{24}\] +\d+ % filling the demo company: \d{4}-\d{2}\r/);
  assert.doesNotMatch(shown, /"msg":"filling the demo"/);
  // The bar is gone before the login is printed.
  assert.match(shown, /\rESC\[K\r\nDemo company 1: /);
  process.kill(Number(/pid (\d+)/.exec(shown)?.[1]), 'SIGTERM');
  assert.equal(await onTerminal.exitCode(), 0);
  assert.equal(isDatabaseRunning(place), false);
});
