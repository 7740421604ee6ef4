import { readFileSync } from 'node:fs';
import { connect } from '../../src/platform/db/connect.ts';
import { crossCompanyName } from '../../src/platform/db/cross-company.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { Pool, Transaction } from '../../src/platform/db/types.ts';
import type { Cluster } from './cluster.ts';

interface Statement {
  text: string;
  values: unknown[];
  /** The file and line that made it. */
  by?: string;
}

/** They have no plan: transactions, settings, locks, COPY. */
const WITHOUT_PLAN =
  /^\s*(begin|commit|rollback|savepoint|release|set|listen|notify|analyze|copy|drop|create|truncate|discard|select set_config)\b/i;
/** Migrations concern all companies, and a test executes them. */
const MIGRATIONS = 'src/platform/db/migrate.ts';
/**
 * Explains every statement of the service that the tests have executed. Fails if the cluster refuses one, or asks more than one
 * shard, unless the statement is in the list of src/platform/db/cross-company.ts.
 */
export async function checkPlans(
  cluster: Cluster,
  file: string,
  say: (line: string) => void,
): Promise<boolean> {
  await cluster.createDatabase('plans');
  const { sql, close } = connect(cluster.url('plans'));
  try {
    await migrate(sql);
    return await checkPlansOn(sql, file, say);
  } finally {
    await close();
  }
}

/** On a database whose tables are distributed. */
async function checkPlansOn(sql: Pool, file: string, say: (line: string) => void): Promise<boolean> {
  const statements = readStatements(file);
  const wrong: string[] = [];
  const named = new Set<string>();
  for (const statement of statements) {
    const name = crossCompanyName(statement.text);
    if (name) named.add(name);
    const problem = await explain(sql, statement, name !== undefined);
    if (problem) wrong.push(`${statement.by}: ${problem}\n    ${oneLine(statement.text).slice(0, 400)}`);
  }
  for (const text of wrong.sort()) say(text);
  say(
    `${statements.length} statements explained; ${wrong.length} are wrong. About all companies: ${[...named].sort().join(', ') || 'none'}.`,
  );
  return wrong.length === 0;
}

async function explain(
  sql: Pool,
  { text, values }: Statement,
  isNamed: boolean,
): Promise<string | undefined> {
  try {
    const found = await sql.begin(async (tx) => {
      // Joins with tables of the coordinator are refused, instead of copying one of them.
      await tx`set local citus.local_table_join_policy = never`;
      const rows = await tx.unsafe(`explain (format json) ${await withLiterals(tx, text, values)}`).simple();
      return rows[0]?.['QUERY PLAN'];
    });
    const plan = JSON.stringify(found);
    if (plan.includes('Could not get remote plan')) return 'a worker refuses it';
    const tasks = Math.max(
      0,
      ...[...plan.matchAll(/"Task Count": ?(\d+)/g)].map(([, count]) => Number(count)),
    );
    if (tasks > 1 && !isNamed) return `asks ${tasks} shards`;
    return sendsToAll(found) ? 'sends a part to every server: use changeAndInsert' : undefined;
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string };
    return `${message}${detail ? ` (${detail})` : ''}`;
  }
}

/**
 * Whether an INSERT … SELECT reads another part of its statement. Citus plans such a SELECT when it executes it, so it sends the
 * part to every server beforehand: with one of them down, the statement fails for every company.
 */
function sendsToAll(plan: unknown, inInsert = false): boolean {
  if (typeof plan !== 'object' || plan === null) return false;
  if (Array.isArray(plan)) return plan.some((part) => sendsToAll(part, inInsert));
  const node = plan as Record<string, unknown>;
  const isInsert = inInsert || node['Custom Plan Provider'] === 'Citus INSERT ... SELECT';
  if (isInsert && node['Function Name'] === 'read_intermediate_result') return true;
  return Object.entries(node).some(([name, part]) => sendsToAll(part, isInsert && name !== 'Subplans'));
}

/** Citus does not pass values on when it explains an `INSERT … SELECT`, so they become part of the text. */
async function withLiterals(tx: Transaction, text: string, values: unknown[]): Promise<string> {
  if (values.length === 0) return text;
  const { types } = await tx.unsafe(text, values as never[]).describe();
  const names = await tx<{ name: string }[]>`
    select format_type(type, null) as name from unnest(${types}::oid[]) with ordinality as t (type, place) order by place`;
  const quoted = names.map(({ name }, index) => `quote_nullable($${index + 1}::${name}::text)`);
  const [literals = []] = await tx
    .unsafe<string[][]>(`select ${quoted.join(', ')}`, values as never[], { prepare: false })
    .values();
  return text.replaceAll(/\$(\d+)/g, (_, number) => {
    const index = Number(number) - 1;
    return `${literals[index]}::${names[index]?.name}`;
  });
}

/** The statements of the service, each text once however many rows or values it has. */
function readStatements(file: string): Statement[] {
  const found = new Map<string, Statement>();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const statement: Statement = JSON.parse(line, revive);
    const { text, by = '' } = statement;
    if (!by.startsWith('src/') || by.startsWith(MIGRATIONS)) continue;
    if (WITHOUT_PLAN.test(text)) continue;
    const key = oneLine(text)
      .replaceAll(/\$\d+/g, '$')
      .replaceAll(/(\(\$[^()]*\))(, \(\$[^()]*\))+/g, '$1');
    if (!found.has(key)) found.set(key, statement);
  }
  return [...found.values()];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function revive(_name: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBytes && 'data' in value ? Buffer.from(value.data as number[]) : value;
}
