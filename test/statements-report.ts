import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from '../src/platform/db/connect.ts';
import { ALL_COMPANIES } from './database/support/all-companies.ts';
import { readTestServer } from './database/support/test-database.ts';
import { targetOf } from './database/support/test-server.ts';
import { type NotedStatement, type Recording, STATEMENTS } from './record-statements.ts';

/** Has the processes of tests note the statements that do not name their company. Returns the file with the notes. */
export async function startRecording(): Promise<string> {
  const notes = join(mkdtempSync(join(tmpdir(), 'transit-test-statements-')), 'statements.jsonl');
  const recording: Recording = { notes, companyTables: await selectCompanyTables() };
  process.env[STATEMENTS] = JSON.stringify(recording);
  return notes;
}

async function selectCompanyTables(): Promise<string[]> {
  const server = readTestServer();
  const { sql, close } = connect(targetOf(server, server.template));
  const rows = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'company_id'`;
  await close();
  return ['companies', ...rows.map(({ name }) => name)];
}

/**
 * Says which statements do not name their company and are not in the list. After a run of all tests, it also says which texts of the
 * list no statement has.
 */
export function reportStatements(notes: string, { isWhole }: { isWhole: boolean }): string {
  const noted = existsSync(notes) ? readNotes(notes) : new Map<string, NotedStatement>();
  rmSync(dirname(notes), { recursive: true, force: true });
  const listed = ALL_COMPANIES.flatMap(({ statements, ...entry }) =>
    statements.map((text) => ({ ...entry, text })),
  );
  const unlisted = [...noted].filter(([statement]) => !listed.some(({ text }) => isText(text, statement)));
  const unused = listed.filter(
    ({ text, isAtStart }) => !isAtStart && ![...noted.keys()].some((statement) => isText(text, statement)),
  );
  return [
    ...unlisted.map(([, statement]) => describe(statement)),
    ...(isWhole ? unused : []).map(
      ({ name, text }) => `No statement is that of “${name}” in ${LIST}:\n    ${text}\n`,
    ),
  ].join('');
}

const LIST = 'test/database/support/all-companies.ts';

function describe({ text, tables, by, testFile }: NotedStatement): string {
  return `${by} does not name the company of ${tables.join(', ')}, and ${LIST} has no reason. Sent in ${testFile}:\n    ${text}\n`;
}

/** Whether a statement is that of the list, where `…` stands for any text. */
function isText(listed: string, statement: string): boolean {
  const parts = listed.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.*')}$`).test(statement);
}

function readNotes(notes: string): Map<string, NotedStatement> {
  const lines = readFileSync(notes, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const noted: NotedStatement = JSON.parse(line);
      return [noted.text, noted];
    }),
  );
}
