import { connect } from '../../../src/platform/db/connect.ts';
import { isCoordinator } from '../../../src/platform/db/distribute.ts';
import type { Target } from '../../../src/platform/db/types.ts';
import { type TestServer, targetOf } from './test-server.ts';

interface Node {
  host: string;
  port: number;
}

/** The other servers if this one is the coordinator of a Citus cluster; none for a plain server. */
export async function findWorkers(server: Target): Promise<Target[]> {
  const { sql, close } = connect(server);
  try {
    if (!(await isCoordinator(sql))) return [];
    const nodes = await sql<
      Node[]
    >`select nodename as host, nodeport as port from pg_dist_node where groupid > 0`;
    return nodes.map((node) => atNode(server, node));
  } finally {
    await close();
  }
}

function atNode(server: Target, { host, port }: Node): Target {
  if (typeof server !== 'string') return { ...server, host, port };
  const url = new URL(server);
  url.host = `${host}:${port}`;
  return url.href;
}

/**
 * Makes a database a cluster of its own. Every server needs the database and the extension; the coordinator knows the
 * nodes.
 */
export async function formCluster({ server, workers }: TestServer, name: string): Promise<void> {
  for (const node of workers) await inDatabase(node, name, ({ sql }) => sql`create extension citus`);
  await inDatabase(server, name, async ({ sql }) => {
    await sql`create extension citus`;
    const { host, port } = nodeOf(server);
    await sql`select citus_set_coordinator_host(${host}, ${port})`;
    for (const node of workers.map(nodeOf)) await sql`select citus_add_node(${node.host}, ${node.port})`;
    // Few shards: the databases of many test files are on the servers at the same time.
    await sql.unsafe(`alter database "${name}" set citus.shard_count = 4`);
  });
}

/**
 * Lets a database be copied: nobody may be connected to it, and Citus keeps a process in each database. A copy on every
 * server is a cluster like the original, because its nodes find each other's database by its own name.
 */
export async function closeTemplate({ server, workers }: TestServer, name: string): Promise<void> {
  for (const node of [server, ...workers])
    await inDatabase(node, 'postgres', async ({ sql }) => {
      await sql.unsafe(`alter database "${name}" allow_connections false`);
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
    });
}

async function inDatabase(
  server: Target,
  name: string,
  work: (database: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> {
  const database = connect(targetOf({ server }, name));
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function nodeOf(server: Target): Node {
  if (typeof server !== 'string') return server;
  const { hostname, port } = new URL(server);
  return { host: hostname, port: Number(port || 5432) };
}
