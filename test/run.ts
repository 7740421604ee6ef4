import { existsSync, globSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPortal } from '../src/http/portal-pages/build-portal.ts';
import { globalSetup, globalTeardown } from './database/support/global-setup.ts';
import { writeGroups } from './groups.ts';
import { prepareDataDir } from './process/support/prepared-folder.ts';
import { reportProcessorTimes, startProcessorTimes } from './processor-report.ts';
import { reportStatements, startRecording } from './statements-report.ts';

const HELP = `Usage: npm test -- [options] [files or folders]

Runs the tests of these files and folders, or all tests.

  --name REGEX     only tests whose name matches the regular expression
  --no-time-limit  for the long form of a test, which may take hours
  --help           this text

TEST_DATABASE_URL  a PostgreSQL server to test on instead of the embedded one
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    'no-time-limit': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

/** Per test: a test that hangs fails with its name. On a busy machine the slowest test takes half a minute. */
const TIME_LIMIT_MS = 5 * 60_000;
/** More than there are cores: many tests wait for processes and databases. */
const CONCURRENCY = Math.max(6, availableParallelism() + 2);
/** Modules that every process of test files loads first. */
const PRELOADED = [
  new URL('cheap-hashes.ts', import.meta.url),
  new URL('cheap-test-context.ts', import.meta.url),
  new URL('file-time-limit.ts', import.meta.url),
  new URL('processor-time.ts', import.meta.url),
  new URL('record-statements.ts', import.meta.url),
];

/** The order of the run: long test files start early, so that none of them runs alone at the end. */
const FOLDERS = ['test/process/', 'test/browser/', 'test/database/', 'test/pure/', 'src/'];
const PURE_FOLDERS = ['test/pure/', 'src/'];

const root = join(import.meta.dirname, '..');
const paths = positionals.length > 0 ? positionals : FOLDERS.map((folder) => join(root, folder));
const files = paths.flatMap(testsIn).sort((one, other) => folderOf(one) - folderOf(other));

function testsIn(place: string): string[] {
  const path = relative(root, resolve(place));
  const found = path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.ts`, { cwd: root }).sort();
  if (found.length === 0 || !existsSync(resolve(place))) {
    process.stderr.write(`There are no tests in ${place}.\n`);
    process.exit(1);
  }
  return found;
}

function folderOf(file: string): number {
  return FOLDERS.findIndex((folder) => file.startsWith(folder));
}

/**
 * Alternates tests of processes, which mostly wait, with the others, which mostly compute. This keeps all
 * cores busy.
 */
function alternateProcessTests(sorted: readonly string[]): string[] {
  const { waiting = [], computing = [] } = Object.groupBy(sorted, (file) =>
    file.startsWith('test/process/') ? 'waiting' : 'computing',
  );
  return [
    ...computing.flatMap((file, index) => [...waiting.slice(index, index + 1), file]),
    ...waiting.slice(computing.length),
  ];
}

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

const namesBefore = new Set(readdirSync(root));
const isPure = files.every((file) => PURE_FOLDERS.some((folder) => file.startsWith(folder)));
let statements: string | undefined;
if (!isPure) {
  // Builds the portal once before the tests: on a fresh clone several test files would build it at the same
  // time.
  await buildPortal();
  await globalSetup();
  statements = await startRecording();
}
const hasProcessTests = files.some((file) => file.startsWith('test/process/'));
const removeDataDir = hasProcessTests ? await prepareDataDir() : async () => {};
const processorTimes = startProcessorTimes();
// A pattern selects tests by their own names, and a group is a test itself.
const groups = values.name ? undefined : await writeGroups(root, files);
const tests = run({
  cwd: root,
  files: alternateProcessTests(groups?.files ?? files),
  concurrency: CONCURRENCY,
  signal: stopped.signal,
  ...(values.name && { testNamePatterns: values.name }),
  ...(!values['no-time-limit'] && {
    timeout: TIME_LIMIT_MS,
    execArgv: PRELOADED.flatMap((url) => ['--import', fileURLToPath(url)]),
  }),
});
// The run counts as failed until the summary of all files says otherwise.
process.exitCode = 1;
tests.on('test:summary', ({ file, success }) => {
  if (file === undefined && success) process.exitCode = 0;
});
for await (const text of tests.compose(new spec())) process.stdout.write(text);
await groups?.remove();
await removeDataDir();
if (!isPure) await globalTeardown();
process.stdout.write(reportProcessorTimes(root, processorTimes));
if (statements) {
  const isWhole =
    positionals.length === 0 && !values.name && !values['no-time-limit'] && process.exitCode === 0;
  const wrong = reportStatements(statements, { isWhole });
  process.stdout.write(wrong);
  if (wrong) process.exitCode = 1;
}
// Tests write to temporary folders only.
const left = readdirSync(root).filter((name) => !namesBefore.has(name));
if (left.length > 0) {
  process.stdout.write(`The tests left files in the checkout: ${left.join(', ')}\n`);
  process.exitCode = 1;
}
