import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pool } from '../../src/db/types.ts';
import { runRounds } from '../process/embedded/sync-crash/rounds.ts';
import { Cluster, moveShard, selectShards } from './cluster.ts';
import { clusterWorld } from './cluster-world.ts';

/** Of each kind. */
const ROUNDS = Number(process.env['CITUS_ROUNDS'] ?? 4);
/** The companies that send rosters. */
const SENDER = 'Beispiel GmbH';
const MOVING_ROUNDS = Math.ceil(ROUNDS / 2);
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

/** Moves every company to the other worker, shard by shard. */
async function moveAll(sql: Pool, how: 'block_writes' | 'force_logical'): Promise<void> {
  for (const shard of await selectShards(sql)) await moveShard(sql, shard, how);
}

/** Moves every company to one worker. Then Citus moves half of them back, in the background. */
async function rebalance(sql: Pool): Promise<void> {
  const [, crowded] = cluster.workerPorts;
  for (const shard of await selectShards(sql))
    if (shard.port !== crowded) await moveShard(sql, shard, 'block_writes');
  await sql`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`;
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`select citus_rebalance_wait()`;
  });
  const ports = new Set((await selectShards(sql)).map(({ port }) => port));
  assert.deepEqual([...ports].sort(), cluster.workerPorts);
}

const MOVES = [
  { how: 'with writes blocked', nodes: 1, work: (sql: Pool) => moveAll(sql, 'block_writes') },
  { how: 'by replication', nodes: 2, work: (sql: Pool) => moveAll(sql, 'force_logical') },
  { how: 'by the rebalancer', nodes: 2, work: rebalance },
] as const;

for (const { how, nodes, work } of MOVES)
  it(`shards moved ${how} while rosters arrive and are applied: none is lost, none is applied twice`, async (t) => {
    const world = await clusterWorld(nodes);
    await world.revive();
    // A move by replication waits for everything that is prepared on the server, in all databases.
    await cluster.rollBackOrphans();
    const kills = { 'shards moved': () => work(world.sql) };
    t.diagnostic(await runRounds('a cluster', { ...world, kills }, MOVING_ROUNDS, () => {}));
    // The demo company has a failed run.
    const again = await world.sql`
      select from sync_runs r join companies c on c.id = r.company_id
      where c.name = ${SENDER} and (r.attempts - r.attempts_excused > 1 or r.status = 'failed')`;
    assert.equal(again.length, 0, 'no attempt counts as failed');
  });
