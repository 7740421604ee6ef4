import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

/**
 * Returns the texts of all source files by path. Test files are left out: a test stands beside its code and
 * may import any layer.
 */
function readSources(): Map<string, string> {
  const paths = globSync('{src,client,roster-files,texts,web,bench,test}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.endsWith('.test.ts') || path.includes('node_modules'),
  });
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Type imports count: circular types are as hard to follow as circular values, and Biome ignores them. */
const IMPORT = /^(?:import|export)\b[^'"`;]*?'(?<path>\.[^']+)'|\bimport\(\s*'(?<later>\.[^']+)'/gm;

/**
 * The modules of src, the lowest layer first. A file imports from its own module and from the layers below. Modules of one layer
 * do not import each other.
 */
const LAYERS = [
  ['platform'],
  ['domain'],
  ['tickets'],
  ['company'],
  ['accounts', 'people'],
  ['rosters', 'notifications'],
  ['views'],
  ['http', 'jobs', 'demo'],
  ['cli'],
];

/** Finds imports from a module of the same layer or of a higher one, and modules without a layer. */
function findImportsUpwards(files: ReadonlyMap<string, string>): string[] {
  const layerOf = (path: string) => LAYERS.findIndex((modules) => modules.includes(moduleOf(path)));
  const found = [...importsIn(files)].filter(
    ([importer, imported]) =>
      importer.startsWith('src/') &&
      imported.startsWith('src/') &&
      moduleOf(importer) !== moduleOf(imported) &&
      !(layerOf(imported) >= 0 && layerOf(imported) < layerOf(importer)),
  );
  return found.map(([importer, imported]) => `${importer} imports ${imported}`);
}

const moduleOf = (path: string) => path.split('/')[1] ?? '';

/** All imports of one file by another. */
function* importsIn(files: ReadonlyMap<string, string>): Generator<[importer: string, imported: string]> {
  for (const [importer, text] of files)
    for (const { groups } of text.matchAll(IMPORT))
      yield [importer, join(dirname(importer), groups?.['path'] ?? groups?.['later'] ?? '')];
}

/**
 * Finds circular imports among the files and folders of one folder. An import of `src/a/x/1.ts` by
 * `src/b/2.ts` leads from `src/b` to `src/a`.
 */
function findCircularImports(files: ReadonlyMap<string, string>): string[] {
  const graph = new Map<string, Map<string, string>>();
  for (const [importer, imported] of importsIn(files)) {
    const [from, to] = childrenOfCommonFolder(importer, imported);
    if (from === to) continue;
    const targets = graph.get(from) ?? new Map<string, string>();
    graph.set(from, targets.set(to, `${from} -> ${to} (${importer} imports ${imported})`));
  }

  const found: string[] = [];
  const isDone = new Set<string>();
  function follow(place: string, path: readonly string[], arrows: readonly string[]): void {
    const start = path.indexOf(place);
    if (start >= 0) found.push(arrows.slice(start).join('\n'));
    if (start >= 0 || isDone.has(place)) return;
    for (const [next, arrow] of graph.get(place) ?? []) follow(next, [...path, place], [...arrows, arrow]);
    isDone.add(place);
  }
  for (const place of graph.keys()) follow(place, [], []);
  return found;
}

/** Returns the two children of the innermost common folder. */
function childrenOfCommonFolder(one: string, other: string): [string, string] {
  const parts = one.split('/');
  const others = other.split('/');
  let depth = 0;
  while (parts[depth] === others[depth] && depth < parts.length - 1) depth += 1;
  return [parts.slice(0, depth + 1).join('/'), others.slice(0, depth + 1).join('/')];
}

describe('the check of layers', () => {
  it('finds no import upwards in this project', () => {
    assert.deepEqual(findImportsUpwards(readSources()), []);
  });

  it('has a layer for every module', () => {
    const modules = readdirSync(join(root, 'src')).sort();
    assert.deepEqual(LAYERS.flat().sort(), modules);
  });

  for (const [importer, imported] of [
    ['src/people/employees/a.ts', '../../http/app.ts'],
    ['src/platform/db/a.ts', '../../people/employees/b.ts'],
    ['src/http/a.ts', '../jobs/b.ts'],
    ['src/cellar/a.ts', '../platform/b.ts'],
  ] as const)
    it(`refuses ${importer} that imports ${imported}`, () => {
      assert.equal(findImportsUpwards(new Map([[importer, `import '${imported}';`]])).length, 1);
    });

  it('allows an import of a lower layer, and of the own module', () => {
    const text = "import '../platform/b.ts';\nimport './c.ts';";
    assert.deepEqual(findImportsUpwards(new Map([['src/http/a.ts', text]])), []);
  });
});

describe('the check of circular imports', () => {
  it('finds none in this project', () => {
    assert.deepEqual(findCircularImports(readSources()), []);
  });

  const circularExamples: [string, Record<string, string>][] = [
    [
      'of two folders',
      {
        'src/tickets/issue.ts': "import { lock } from '../companies/lock.ts';",
        'src/companies/move.ts': "import { issue } from '../tickets/issue.ts';",
      },
    ],
    [
      'of types',
      {
        'src/tickets/issue.ts': "import type { Day } from '../companies/day.ts';",
        'src/companies/move.ts': "import {\n  type Issue,\n  issue,\n} from '../tickets/issue.ts';",
      },
    ],
    [
      'of three folders',
      {
        'src/a/1.ts': "import '../b/1.ts';",
        'src/b/2.ts': "export { x } from '../c/1.ts';",
        'src/c/2.ts': "const x = await import('../a/2.ts');",
      },
    ],
    [
      'of a file and the folder beside it',
      {
        'src/http/app.ts': "import { routes } from './routes/all.ts';",
        'src/http/routes/one.ts': "import type { App } from '../app.ts';",
      },
    ],
    [
      'of two files',
      {
        'src/db/connect.ts': "import { pool } from './pool.ts';",
        'src/db/pool.ts': "import type { Pool } from './connect.ts';",
      },
    ],
  ];
  for (const [name, files] of circularExamples)
    it(`finds a circle ${name}`, () => {
      assert.equal(findCircularImports(new Map(Object.entries(files))).length, 1);
    });

  it('allows a file to import from a subfolder whose files import another file of the outer folder', () => {
    const files = {
      'src/http/build-app.ts': "import { routes } from './routes/all.ts';",
      'src/http/routes/all.ts': "import type { App } from '../app.ts';",
      'src/http/app.ts': "import type { Sql } from '../db/types.ts';",
    };
    assert.deepEqual(findCircularImports(new Map(Object.entries(files))), []);
  });
});
