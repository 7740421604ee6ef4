import { it } from 'node:test';
import { runRounds } from '../process/embedded/sync-crash/rounds.ts';
import { Cluster } from './cluster.ts';
import { clusterWorld } from './cluster-world.ts';

/** Of each kind. */
const ROUNDS = Number(process.env['CITUS_ROUNDS'] ?? 4);
const cluster = Cluster.fromEnvironment();

it('a worker database killed with -9 while rosters arrive and are applied: none is lost, none is applied twice', async (t) => {
  const world = await clusterWorld();
  await world.revive();
  const down = new Set<number>();
  const kills = Object.fromEntries(
    cluster.workerPorts.map((port, index) => [
      `worker ${index + 1}`,
      async () => {
        down.add(port);
        await cluster.kill(port);
      },
    ]),
  );
  const revive = async () => {
    for (const port of down) await cluster.start(port);
    down.clear();
    await world.revive();
  };
  t.diagnostic(await runRounds('a cluster', { ...world, kills, revive }, ROUNDS, () => {}));
});

it('shards moved to another worker while rosters arrive and are applied: none is lost, none is applied twice', async (t) => {
  const world = await clusterWorld();
  await world.revive();
  const { sql } = world;
  /** Moves every company to the other worker, shard by shard, while the service goes on. */
  const move = async (mode: 'block_writes' | 'force_logical') => {
    const shards = await sql<{ id: number; port: number }[]>`
      select shardid as id, nodeport as port from citus_shards where table_name = 'companies'::regclass`;
    for (const { id, port } of shards) {
      const to = cluster.workerPorts.find((other) => other !== port) ?? 0;
      await sql.begin(async (tx) => {
        await tx`set local statement_timeout = 0`;
        await tx`
          select citus_move_shard_placement(${id}, '127.0.0.1', ${port}, '127.0.0.1', ${to}, ${mode}::citus.shard_transfer_mode)`;
      });
    }
  };
  const kills = {
    'shards moved, writes blocked': () => move('block_writes'),
    'shards moved by replication': () => move('force_logical'),
  };
  t.diagnostic(await runRounds('a cluster', { ...world, kills }, ROUNDS, () => {}));
});
