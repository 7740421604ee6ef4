import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Modules that make tests cheaper, as in `test/run.ts`. */
const PRELOADED = ['cheap-hashes.ts', 'cheap-test-context.ts'];

export type Outcome = 'passed' | 'failed' | 'timed out';

/** Runs test files one after the other in one process, up to the first failing test. */
export async function runTests(root: string, file: string, limitMs: number): Promise<Outcome> {
  const imports = PRELOADED.flatMap((name) => ['--import', join(root, 'test', name)]);
  const child = spawn(process.execPath, [...imports, '--test-reporter=tap', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let outcome: Outcome | undefined;
  const end = (as: Outcome) => {
    outcome ??= as;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(end, limitMs, 'timed out');
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^\s*not ok /.test(line)) end('failed');
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const code = await promise;
  clearTimeout(timer);
  return outcome ?? (code === 0 ? 'passed' : 'failed');
}
