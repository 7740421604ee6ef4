import { globSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { buildPortal } from '../src/http/portal-pages/build-portal.ts';
import { globalSetup, globalTeardown } from './database/global-setup.ts';

/**
 * All tests, or the files that are named. Node's own runner goes by the alphabet: the files that mostly wait would come
 * all at once, and a long one near the end would run alone. These begin first, who waits beside who works.
 */
const FIRST = [
  'test/process/sync-crash.test.ts',
  'test/browser/portal-accessibility.test.ts',
  'test/browser/portal-syncs.test.ts',
  'test/process/roles.test.ts',
  'test/sync/model.test.ts',
  'test/browser/portal.test.ts',
  'test/process/sync-takeover.test.ts',
  'test/lifecycle/simulation.test.ts',
  'test/process/sync-database-restart.test.ts',
  'test/process/commands.test.ts',
  'test/process/serve.test.ts',
  'test/sync/bad-input.test.ts',
  'test/api/spec-shape.test.ts',
  'test/process/shutdown.test.ts',
  'src/cli/lifecycle.test.ts',
];

const root = join(import.meta.dirname, '..');
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('{src,test}/**/*.test.ts', { cwd: root }).sort();

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

// Once: on a fresh clone each of the first files would begin to.
await buildPortal();
await globalSetup();
const tests = run({
  cwd: root,
  files: [...FIRST.filter((file) => files.includes(file)), ...files.filter((file) => !FIRST.includes(file))],
  concurrency: 4,
  signal: stopped.signal,
});
// Until it is known that all is well.
process.exitCode = 1;
tests.on('test:summary', ({ file, success }) => {
  if (file === undefined && success) process.exitCode = 0;
});
for await (const text of tests.compose(new spec())) process.stdout.write(text);
await globalTeardown();
