import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPortal } from '../../src/http/portal-pages/build-portal.ts';
import { globalSetup, globalTeardown } from '../database/support/global-setup.ts';
import { moduleOf } from '../groups.ts';
import { MODULES, type TestedModule } from './modules.ts';
import { findMutations, type Mutation } from './mutations.ts';
import { type Outcome, runTests } from './run-mutant.ts';

const HELP = `Usage: npm run -s test:mutants -- [options]

Changes one thing in the code, such as a bound, a condition, a constant, a call, or a part of SQL, and runs the tests of that
part in a copy of this checkout, one for each core. A test has to fail. Mutants that no test notices are listed with file and line.

  --module NAME  ${Object.keys(MODULES).join(', ')}; may be given several times (default: all)
  --sample N     mutants of each module, chosen by the seed (default 30)
  --seed N       the seed (default 1)
  --only TEXT    only mutants of files whose path contains the text, all of them
  --list         lists the mutants and runs nothing
  --help         this text
`;

const { values } = parseArgs({
  options: {
    module: { type: 'string', multiple: true, default: Object.keys(MODULES) },
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}

const root = join(import.meta.dirname, '../..');
const chosen = values.module.map((name): [string, TestedModule] => {
  const tested = MODULES[name];
  if (!tested) throw new Error(`There is no module ${name}: see --help`);
  return [name, tested];
});
/** Tests that take long when nothing is wrong take longer with a mutant that makes them wait. */
const MIN_LIMIT_MS = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const shown = ({ file, line, kind, before, after }: Mutation) =>
  `${file}:${line} ${kind}: ${before} -> ${after}`.replaceAll(/\s+/g, ' ').slice(0, 200);
const filesOf = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort());

function sampleOf({ files: patterns }: TestedModule): Mutation[] {
  const files = filesOf(patterns).filter(
    (file) => !file.endsWith('.test.ts') && file.includes(values.only ?? ''),
  );
  const all = files.flatMap((file) => findMutations(file, readFileSync(join(root, file), 'utf8')));
  if (values.only !== undefined) return all;
  // The same seed chooses the same mutants of the same code.
  let state = Number(values.seed);
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((mutation) => ({ mutation, order: next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, Number(values.sample))
    .map(({ mutation }) => mutation);
}

/** Tests that name the file come first: they are likely to fail first. */
function inOrder(copy: string, tests: readonly string[], file: string): string[] {
  const name = basename(file, '.ts');
  const names = (test: string) =>
    test.includes(name) || readFileSync(join(copy, test), 'utf8').includes(`/${name}.ts`);
  return tests.toSorted((one, other) => Number(names(other)) - Number(names(one)));
}

function run(copy: string, files: readonly string[], limitMs: number): Promise<Outcome> {
  const group = join(copy, 'mutant.test.mjs');
  writeFileSync(group, moduleOf(copy, files));
  return runTests(copy, group, limitMs);
}

/** Mutates a file of the copy, runs the tests and restores the file. */
async function runMutant(copy: string, tests: readonly string[], mutation: Mutation, limitMs: number) {
  const path = join(copy, mutation.file);
  const code = readFileSync(path, 'utf8');
  writeFileSync(path, code.slice(0, mutation.start) + mutation.after + code.slice(mutation.end));
  const outcome = await run(copy, inOrder(copy, tests, mutation.file), limitMs);
  writeFileSync(path, code);
  return outcome;
}

async function runModule(copies: readonly string[], name: string, tested: TestedModule): Promise<string> {
  const tests = filesOf(tested.tests);
  const begin = Date.now();
  // All copies, as later, so that the limit fits.
  const unchanged = await Promise.all(copies.map((copy) => run(copy, tests, 10 * MIN_LIMIT_MS)));
  if (unchanged.some((outcome) => outcome !== 'passed'))
    throw new Error(`the tests of ${name} fail without a mutant`);
  const limitMs = Math.max(MIN_LIMIT_MS, 4 * (Date.now() - begin));
  const mutations = sampleOf(tested);
  const left = mutations.entries();
  const survivors: string[] = [];
  await Promise.all(
    copies.map(async (copy) => {
      for (const [index, mutation] of left) {
        const outcome = await runMutant(copy, tests, mutation, limitMs);
        if (outcome === 'passed') survivors.push(shown(mutation));
        const said = outcome === 'passed' ? 'SURVIVED' : 'killed';
        say(`${name} ${index + 1}/${mutations.length} ${said} ${shown(mutation)}`);
      }
    }),
  );
  const killed = mutations.length - survivors.length;
  return [
    `${name}: ${killed} of ${mutations.length} mutants killed`,
    ...survivors.map((each) => `  survived: ${each}`),
  ].join('\n');
}

if (values.list) {
  for (const [, tested] of chosen) for (const mutation of sampleOf(tested)) say(shown(mutation));
  process.exit();
}
await buildPortal();
const LEFT_OUT = ['.git', 'node_modules', 'data'].map((name) => join(root, name));
const copies: string[] = [];
for (let count = 0; count < availableParallelism(); count++) {
  const copy = await mkdtemp(join(tmpdir(), 'transit-mutants-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(path) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  copies.push(copy);
}
await globalSetup();
const results: string[] = [];
try {
  for (const [name, tested] of chosen) results.push(await runModule(copies, name, tested));
} finally {
  await globalTeardown();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  for (const result of results) say(result);
}
