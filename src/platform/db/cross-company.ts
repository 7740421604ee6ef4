import { isPartUnavailable } from './failures.ts';
import type { Fragment } from './fragments.ts';
import type { Pool, Sql } from './types.ts';

/**
 * The statements that concern all companies, each with its reason. On a cluster they ask every shard. Any other statement
 * names its company and is answered by one shard: `npm run test:citus` checks the plan of every statement
 * (docs/decisions/0029-a-cluster-by-company.md).
 */
const CROSS_COMPANY = {
  'abandoned uploads': 'Every 30 s, over the few uploads that exist.',
  'audit entries of a price': 'The operator changes a price, and every company can read so in its audit log.',
  'bulk actions to perform': 'Every second, by an index of the few unfinished actions.',
  'companies that are behind the prices': 'Every 30 s, one row a company.',
  'companies that are due': 'Every 30 s and for the metrics, one row a company.',
  'companies with a month for payroll': 'Every 30 s, one row a company.',
  'companies that remind': 'Every 30 s, one row a company.',
  'stories of demo companies': 'When a node starts, and until a story that has begun is over.',
  'companies with next terms': 'Every 30 s, over people whose next term waits.',
  'companies with open requests': 'Every 30 s, by an index of the open requests.',
  'companies with old rows': 'Once an hour for each kind of row, one step of an index a company.',
  'companies with work': 'Every second, by an index of unfinished runs.',
  'company of an id': 'Operators name people, integrations and webhooks by their id alone.',
  'credentials of sources': 'At the start of a node, if the secret key has changed. The doctor does too.',
  'dropped files': 'Every 30 s, by an index, over the files of the last month.',
  'effects of a price': 'The operator changes a price, which concerns all companies.',
  'events to number': 'Every minute, by an index of events without a number, which are few.',
  'folders with files': 'Every 10 s on a node with DROP_DIR that has such folders, by their ids.',
  'first company': 'At the start of a node, which says how to get in.',
  'first open month': 'The operator changes a price: the month has begun in no company.',
  'integrations to watch': 'Every 30 s, one row an integration.',
  'list of companies': 'The operator lists all companies.',
  'mail batches to unpack': 'Every second, over the few batches that wait.',
  'mails that are due': 'At most once a second, by an index of waiting mails.',
  metrics: 'A scrape of the metrics counts over all companies. The doctor does too.',
  'passes to compare':
    'Every second, one row a company with passes, and by an index of the passes whose ticket is over.',
  'passes to update': 'Every second, by an index of the devices that wait.',
  'people with an e-mail address':
    'Somebody asks for the link to their page by e-mail address alone. One step of an index a company.',
  'progress of finished runs': 'Every 30 s, over the few rows of progress.',
  'pulls to fetch': 'Every second, by an index of the few open pulls.',
  'sources that are due': 'Every 30 s, by an index of the times.',
  'running changes': 'Every 30 s, over the few changes that are running.',
  tenants: 'The operator compares companies.',
  'what pulls have left': 'Every 30 s, over the few rows of pulls that are under way or being previewed.',
  'tokens of passes': 'At the start of a node, if the secret key has changed. The doctor does too.',
  'webhook secrets': 'At the start of a node, if the secret key has changed. The doctor does too.',
  'webhooks to serve': 'Every second, one row an endpoint that is on.',
} as const;

export type CrossCompanyName = keyof typeof CROSS_COMPANY;

const MARK = /^\s*\/\* all companies: (?<name>[^*]+) \*\//;

/** Begins a statement of the list above. */
export function allCompanies(sql: Sql, name: CrossCompanyName): Fragment {
  return sql.unsafe(`/* all companies: ${name} */`);
}

/** The name under which a statement is in the list. */
export function crossCompanyName(statement: string): CrossCompanyName | undefined {
  const name = MARK.exec(statement)?.groups?.['name'];
  return name !== undefined && name in CROSS_COMPANY ? (name as CrossCompanyName) : undefined;
}

/**
 * Restricts a statement to companies by the column that names the company. Each table of the statement needs it: otherwise the
 * cluster asks all shards of that table.
 */
export type Among = (column: string) => Fragment;

export const everyCompany =
  (sql: Sql): Among =>
  () =>
    sql`true`;

/** After a server of the cluster did not answer, its companies are left out for this time. */
const LEFT_OUT_MS = 10_000;
let leftOutUntil = 0;

/**
 * Asks all companies, for work that goes through them one by one and for figures. With a server of a cluster down, it asks those
 * on the other servers, which must not wait for it, and `areAll` is false.
 */
export async function askReachable<Result>(
  sql: Pool,
  ask: (among: Among, areAll: boolean) => Promise<Result>,
): Promise<Result> {
  if (performance.now() >= leftOutUntil)
    try {
      return await ask(everyCompany(sql), true);
    } catch (error) {
      if (!isPartUnavailable(sql, error)) throw error;
      leftOutUntil = performance.now() + LEFT_OUT_MS;
    }
  const reachable = await selectReachable(sql);
  return await ask((column) => sql`${sql.unsafe(column)} = any(${reachable}::bigint[])`, false);
}

/** The ids of the companies that a statement finds. */
export async function findCompanies(
  sql: Pool,
  ask: (among: Among) => Promise<readonly { id: number }[]>,
): Promise<number[]> {
  const rows = await askReachable(sql, ask);
  return rows.map(({ id }) => id);
}

async function selectReachable(sql: Pool): Promise<number[]> {
  // A server that does not answer makes its rows fail, not the statement.
  const shards = await sql<{ ids: number[] }[]>`
    select result::bigint[] as ids
    from run_command_on_shards('companies', 'select coalesce(array_agg(id), ''{}'') from %s') where success`;
  return shards.flatMap(({ ids }) => ids);
}
