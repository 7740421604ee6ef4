import { isCoordinator } from '../../platform/db/distribute.ts';
import type { Pool } from '../../platform/db/types.ts';
import { type Check, ok, problem, warning } from './check.ts';

interface Server {
  name: string;
  isCoordinator: boolean;
  hasShards: boolean;
  isReached: boolean;
  /** Null of a server that does not answer. */
  settings: { walLevel: string; connections: number; prepared: number; messages: string } | null;
}

/** Checks the settings that the servers of a cluster need (docs/scaling.md#a-cluster). Nothing on a plain server. */
export async function checkCluster(sql: Pool): Promise<Check[]> {
  if (!(await isCoordinator(sql))) return [];
  const servers = await selectServers(sql);
  const down = servers.filter(({ isReached }) => !isReached);
  if (down.length > 0)
    return [
      problem(
        'cluster',
        `${listed(down)} of the cluster's ${servers.length} servers cannot be reached.`,
        'Start the server: meanwhile requests about its companies get 503. Rosters and stored secrets were not checked.',
      ),
    ];
  const unprepared = servers.filter(({ settings: s }) => s && s.prepared < s.connections);
  if (unprepared.length > 0)
    return [
      problem(
        'cluster',
        `max_prepared_transactions is below max_connections on ${listed(unprepared)}: transactions can fail.`,
        'Raise it, and restart the server.',
      ),
    ];
  const found = [
    ...servers.filter(({ isCoordinator: is, hasShards }) => is && hasShards).map(holdsShards),
    ...withSetting(servers, ({ walLevel }) => walLevel !== 'logical').map(({ name }) =>
      warning(
        'cluster',
        `wal_level is not logical on ${name}: shards cannot be moved while they are written to.`,
        'Set wal_level = logical, and restart the server.',
      ),
    ),
    ...withSetting(servers, ({ messages }) => !/^(C|POSIX|en)([._]|$)/.test(messages)).map(({ name }) =>
      warning(
        'cluster',
        `lc_messages is not English on ${name}: a full disk there is not recognised.`,
        'Set lc_messages = C, and reload the settings of the server.',
      ),
    ),
  ];
  return found.length > 0
    ? found
    : [ok('cluster', `All ${servers.length} servers of the cluster answer, and their settings are fine.`)];
}

function holdsShards({ name }: Server): Check {
  return warning(
    'cluster',
    `The coordinator ${name} may hold shards: prepared statements about them use ever more memory.`,
    'Run select citus_drain_node(host, port) with the coordinator: it moves the shards away, and no new ones come.',
  );
}

function withSetting(servers: readonly Server[], is: (settings: NonNullable<Server['settings']>) => boolean) {
  return servers.filter(({ settings }) => settings && is(settings));
}

function listed(servers: readonly Server[]): string {
  return servers.map(({ name }) => name).join(', ');
}

async function selectServers(sql: Pool): Promise<Server[]> {
  const ask = `select json_build_object('walLevel', current_setting('wal_level'),
    'connections', current_setting('max_connections')::int, 'prepared', current_setting('max_prepared_transactions')::int,
    'messages', current_setting('lc_messages'))`;
  return await sql<Server[]>`
    select n.nodename || ':' || n.nodeport as name, n.groupid = 0 as "isCoordinator", n.shouldhaveshards as "hasShards",
      a.success as "isReached", case when a.success then a.result::jsonb end as settings
    from run_command_on_all_nodes(${ask}) a join pg_dist_node n using (nodeid)
    order by n.groupid`;
}
