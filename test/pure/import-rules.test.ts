import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');

interface Complaint {
  severity: string;
  category: string;
  message: string;
  location: { path: string };
}

/** The files of all cases: the linter runs once, because its start takes longer than its work. */
const allFiles = new Map<string, string>();
let caseCount = 0;

/**
 * Adds the files of a case. Each `a.ts` gets a name of its own; its folder, which the rules are about, stays. Returns a function
 * that returns the errors in these files.
 */
function addCase(files: Record<string, string>): () => Complaint[] {
  caseCount += 1;
  const paths = Object.entries(files).map(([path, text]) => {
    const own = path.replace(/\/a\.(?=[^/]*$)/, `/a${caseCount}.`);
    assert.ok([undefined, text].includes(allFiles.get(own)), `two texts for ${own}`);
    allFiles.set(own, text);
    return own;
  });
  return () =>
    lint().filter(({ severity, location }) => severity === 'error' && paths.includes(location.path));
}

let linted: Complaint[] | undefined;

/** Returns what the linter finds in all files, with the configuration of this project. */
function lint(): Complaint[] {
  linted ??= runLinter();
  return linted;
}

function runLinter(): Complaint[] {
  const folder = mkdtempSync(join(tmpdir(), 'transit-lint-'));
  try {
    for (const name of ['biome.json', 'package.json', 'lint'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    for (const [path, text] of allFiles) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout, stderr, status } = spawnSync(
      join(root, 'node_modules/.bin/biome'),
      ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.equal(status, 1, stderr);
    return JSON.parse(stdout).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const imports = (path: string) => `import { x } from '${path}';\nexport const y = x;\n`;
const LEAF = 'export const x = 1;\n';

describe('the lint rules', () => {
  const forbidden: [string, Record<string, string>][] = [
    [
      'a feature that imports Fastify',
      { 'src/tickets/a.ts': "import fastify from 'fastify';\nexport const y = fastify;\n" },
    ],
    [
      'a page of the portal that imports the service',
      { 'web/src/pages/a.ts': imports('../../../src/people/b.ts'), 'src/people/b.ts': LEAF },
    ],
    [
      'the client that imports the service',
      { 'client/src/a.ts': imports('../../src/people/b.ts'), 'src/people/b.ts': LEAF },
    ],
    [
      'the client that depends on a package',
      { 'client/src/a.ts': "import fastify from 'fastify';\nexport const y = fastify;\n" },
    ],
    [
      'the command of the client that imports the service',
      { 'client/src/push/a.ts': imports('../../../src/people/b.ts'), 'src/people/b.ts': LEAF },
    ],
    [
      'the reader of roster files that imports Node, which browsers do not have',
      { 'roster-files/a.ts': "import { join } from 'node:path';\nexport const y = join;\n" },
    ],
    [
      'a text that imports the service',
      { 'texts/de/a.ts': imports('../../src/people/b.ts'), 'src/people/b.ts': LEAF },
    ],
    [
      'a text that imports the pages',
      { 'texts/a.ts': imports('../web/src/pages/b.ts'), 'web/src/pages/b.ts': LEAF },
    ],
    [
      'a text that imports Node, which browsers do not have',
      { 'texts/a.ts': "import { join } from 'node:path';\nexport const y = join;\n" },
    ],
    [
      'the service that imports the pages',
      { 'src/http/portal/a.ts': imports('../../../web/src/pages/b.ts'), 'web/src/pages/b.ts': LEAF },
    ],
    [
      'a feature that imports the client',
      { 'src/tickets/a.ts': imports('../../client/src/b.ts'), 'client/src/b.ts': LEAF },
    ],
    ['the service that imports its tests', { 'src/cli/a.ts': imports('../../test/b.ts'), 'test/b.ts': LEAF }],
    [
      'a test beside the code that uses a database',
      { 'src/tickets/a.test.ts': imports('../../test/database/b.ts'), 'test/database/b.ts': LEAF },
    ],
    [
      'a pure test that uses a database',
      { 'test/pure/portal/a.test.ts': imports('../../database/b.ts'), 'test/database/b.ts': LEAF },
    ],
    [
      'a test in test/database that starts processes',
      { 'test/database/rosters/a.test.ts': imports('../../process/b.ts'), 'test/process/b.ts': LEAF },
    ],
    [
      "a test in test/process/embedded that uses the run's PostgreSQL",
      {
        'test/process/embedded/a.test.ts':
          "import { createTestService } from '../../database/support/service.ts';\nexport const y = createTestService;\n",
        'test/database/support/service.ts': 'export const createTestService = 1;\n',
      },
    ],
    ['a second reader of the environment', { 'src/people/a.ts': "export const x = process.env['PORT'];\n" }],
  ];
  for (const [name, files] of forbidden) {
    const errors = addCase(files);
    it(`refuse ${name}`, () => {
      assert.match(categoriesOf(errors()), /noRestrictedImports|noProcessEnv/);
    });
  }

  const changes = (parameter: string) =>
    `export async function change(sql: Sql, ${parameter}): Promise<void> {
      await sql\`
        with gone as (select 1)
        update employees set term_start = null where company_id = \${companyId}\`;
    }\n`;

  const missingOpenDay: [string, string][] = [
    ['a statement that writes people in a function without an open day', changes('companyId: number')],
    [
      'tickets that are inserted by a helper in a function without an open day',
      "export function add(sql: Sql, companyId: number): object {\n  return { into: 'tickets' };\n}\n",
    ],
    ['a cast that makes an open day', 'export const day = (plain: CompanyDay) => plain as OpenDay;\n'],
    ['a query that makes an open day', 'export const day = (sql: Sql) => sql<OpenDay[]>`select 1`;\n'],
  ];
  for (const [name, text] of missingOpenDay) {
    const errors = addCase({ 'src/people/a.ts': text });
    it(`refuse ${name}`, () => {
      assert.match(messagesOf(errors()), /OpenDay/);
    });
  }

  allow('the same statement in a function with an open day', {
    'src/people/a.ts': changes('{ companyId }: OpenDay'),
  });

  allow('tickets that are inserted by a helper in a function with an open day', {
    'src/tickets/a.ts':
      "export function add(sql: Sql, { companyId }: OpenDay): object {\n  return { into: 'tickets' };\n}\n",
  });

  allow('rows of other tables that are inserted by a helper without an open day', {
    'src/tickets/a.ts':
      "export function add(sql: Sql, companyId: number): object {\n  return { into: 'mails' };\n}\n",
  });

  const writes = (statement: string) =>
    `export async function change(sql: Sql, { companyId }: OpenDay): Promise<void> {
      await sql\`${statement}\`;
    }\n`;
  const raised = `with \${rosterFactsRaised(sql, companyId)}`;

  for (const [name, text, message] of [
    ['a statement that writes links', writes('update hr_links h set ended_at = now()'), /rosterFactsRaised/],
    ['one that deletes waiting entries', writes('delete from waiting_entries'), /rosterFactsRaised/],
    [
      'one that writes names',
      writes("update employees e set plan = 'x', last_name = 'x'"),
      /rosterFactsRaised/,
    ],
    [
      'people that are inserted by a helper',
      "export function add(): object {\n  return { into: 'employees' };\n}\n",
      /rosterFactsRaised/,
    ],
    [
      'an e-mail address that changes without a decision about links',
      writes(`${raised} update employees set email = 'x'`),
      /changedEmail/,
    ],
  ] as const) {
    const errors = addCase({ 'src/people/a.ts': text });
    it(`refuse ${name} without its consequences`, () => {
      assert.match(messagesOf(errors()), message);
    });
  }

  for (const [name, statement] of [
    ['a statement that writes links', 'update hr_links h set ended_at = now()'],
    ['one that writes e-mail addresses', "update employees set email = 'x', link_version = link_version + 1"],
  ] as const)
    allow(`${name} with its consequences`, { 'src/people/a.ts': writes(`${raised} ${statement}`) });

  allow('imports from a higher layer to a lower one', {
    'src/http/a.ts': imports('../employees/b.ts'),
    'src/people/b.ts': LEAF,
  });

  allow('a text to import another one, and the service and the pages to import texts', {
    'texts/de/a.ts': imports('../en/b.ts'),
    'texts/en/b.ts': imports('./c.ts'),
    'texts/en/c.ts': LEAF,
    'src/platform/a.ts': imports('../../texts/en/b.ts'),
    'src/http/a.ts': imports('../../texts/en/b.ts'),
    'web/src/a.ts': imports('../../texts/en/b.ts'),
  });

  allow('a pure test to import test helpers', {
    'src/http/a.test.ts': imports('../../test/pure/b.ts'),
    'test/pure/b.ts': LEAF,
  });
});

function allow(what: string, files: Record<string, string>): void {
  const errors = addCase(files);
  it(`allow ${what}`, () => {
    assert.deepEqual(errors(), []);
  });
}

const categoriesOf = (complaints: readonly Complaint[]) => complaints.map(({ category }) => category).join();
const messagesOf = (complaints: readonly Complaint[]) => complaints.map(({ message }) => message).join();
