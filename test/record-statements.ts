import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import type pg from 'pg';
import { FILE_BEGUN } from './processor-time.ts';
import { tablesWithoutCompany } from './pure/statements/tables-without-company.ts';

// test/run.ts loads this module into every process of test files. It notes the statements of the service that do not name their
// company, for test/statements-report.ts.

/** The environment variable with the file for the notes and the tables that have companies. */
export const STATEMENTS = 'TRANSIT_TEST_STATEMENTS';

export interface Recording {
  notes: string;
  companyTables: string[];
}

export interface NotedStatement {
  /** On one line, with `$` for every value. */
  text: string;
  /** The tables whose company it does not name. */
  tables: string[];
  /** The line of the source that made it. */
  by: string;
  testFile: string;
}

const root = join(import.meta.dirname, '..');
/** They execute migrations, which concern all companies. */
const MIGRATING = ['src/platform/db/migrate.ts:', 'src/platform/backup/restore-backup.ts:'];
/** They pass on what others have written. */
const BETWEEN = ['/test/record-statements.ts', '/src/platform/db/ready-statement.ts'];

type Note = (text: string, madeAt: Error | undefined) => void;

async function record({ notes, companyTables }: Recording): Promise<void> {
  const tables = new Set(companyTables);
  const seen = new Set<string>();
  let testFile = relative(root, process.argv[1] ?? '');
  subscribe(FILE_BEGUN, (file) => {
    testFile = String(file);
  });
  const note: Note = (text, madeAt) => {
    if (seen.has(text)) return;
    seen.add(text);
    const line = oneLine(text);
    if (line !== text && seen.has(line)) return;
    seen.add(line);
    const without = tablesWithoutCompany(line, tables);
    const by = without.length > 0 ? lineOf(madeAt?.stack ?? '') : '';
    if (!by.startsWith('src/') || MIGRATING.some((file) => by.startsWith(file))) return;
    const noted: NotedStatement = { text: line, tables: without, by, testFile };
    appendFileSync(notes, `${JSON.stringify(noted)}\n`);
  };
  await watchPostgres(note);
  await watchPg(note);
}

const TEMPLATE = Symbol('template');
const TEXT = Symbol('text');

interface Query {
  [TEMPLATE]: readonly string[];
  [TEXT]: string;
}

/** The driver gives a query its template when it is made, and its text, with that of its fragments, before it is sent. */
async function watchPostgres(note: Note): Promise<void> {
  const { Query } = await import(pathToFileURL(join(root, 'node_modules/postgres/src/query.js')).href);
  // A place in the source has one template for all its queries. A text without a template is in an array of its own each time.
  const places = new Map<unknown, Error>();
  const keyOf = (template: readonly string[]) => ('raw' in template ? template : template[0]);
  Object.defineProperties(Query.prototype, {
    strings: {
      get(this: Query) {
        return this[TEMPLATE];
      },
      set(this: Query, template: readonly string[]) {
        this[TEMPLATE] = template;
        const key = keyOf(template);
        if (!places.has(key)) places.set(key, here());
      },
    },
    string: {
      get(this: Query) {
        return this[TEXT];
      },
      set(this: Query, text: string) {
        this[TEXT] = text;
        note(text, places.get(keyOf(this[TEMPLATE])));
      },
    },
  });
}

async function watchPg(note: Note): Promise<void> {
  const { Client } = (await import('pg')).default;
  const { query } = Client.prototype;
  Client.prototype.query = function (this: pg.Client, ...args: [string | { text?: string }, ...unknown[]]) {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text !== undefined) note(text, here());
    return Reflect.apply(query, this, args);
  } as typeof query;
}

function here(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 10;
  const error = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** The file and line of a stack that wrote the statement. The drivers and proxies around a pool have passed it on. */
function lineOf(stack: string): string {
  const frames = stack.matchAll(
    /^ +at (?<name>.*?)\(?(?:file:\/\/)?(?<path>\/[^\s():]+):(?<line>\d+):\d+\)?$/gm,
  );
  for (const { groups: { name = '', path = '', line = '' } = {} } of frames) {
    const isBetween = path.includes('/node_modules/') || BETWEEN.some((each) => path.endsWith(each));
    if (path.startsWith(root) && !isBetween && !/\bapply $/.test(name))
      return `${relative(root, path)}:${line}`;
  }
  return '';
}

/** So that a statement is the same with other values, or with more rows of them. */
function oneLine(text: string): string {
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\(\$[^()]*\))(?:, ?\(\$[^()]*\))+/g, '$1')
    .trim();
}

const setting = process.env[STATEMENTS];
if (setting && isMainThread) await record(JSON.parse(setting));
