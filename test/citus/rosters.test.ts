import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allowLong } from '../../src/platform/db/limit-transactions.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { untilAllRunsFinished } from '../database/support/rosters.ts';
import { CrashClient } from '../process/kills/rosters/client.ts';
import { verify, verifyNothingLeftBehind } from '../process/kills/rosters/verify.ts';
import { addSyncingCompany } from '../process/support/syncing.ts';
import { until } from '../pure/support/until.ts';
import { Cluster, companiesOnEach, moveShard, selectShards } from './cluster.ts';
import type { World } from './cluster-world.ts';
import { clusterWorld } from './cluster-world.ts';
import { runRounds } from './roster-rounds.ts';

/** Of each kind. */
const ROUNDS = Number(process.env['CITUS_ROUNDS'] ?? 4);
/** While shards are moved, of all companies and of each. */
const MIN_ROSTERS = 20;
const MIN_EACH = 2;
/** Of a test's database. */
const SHARDS = 4;
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

/** Every shard in turn goes to the other worker. */
function inTurn(how: 'block_writes' | 'force_logical'): (sql: Pool) => Promise<void> {
  let turn = 0;
  return async (sql) => {
    const shards = await selectShards(sql);
    const next = shards[turn++ % shards.length];
    assert(next);
    await moveShard(sql, next, how);
  };
}

/** Moves every company to one worker. Then Citus moves half of them back, in the background. */
async function rebalance(sql: Pool): Promise<void> {
  const [, crowded] = cluster.workerPorts;
  for (const shard of await selectShards(sql))
    if (shard.port !== crowded) await moveShard(sql, shard, 'block_writes');
  await sql`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`;
  await sql.begin(async (tx) => {
    allowLong(tx);
    await tx`set local statement_timeout = 0`;
    await tx`select citus_rebalance_wait()`;
  });
  const ports = new Set((await selectShards(sql)).map(({ port }) => port));
  assert.deepEqual([...ports].sort(), cluster.workerPorts);
}

/** Three companies on each worker, and perhaps more on one. The first one is large. */
async function makeClients(sql: Pool): Promise<CrashClient[]> {
  const clients = new Map<number, CrashClient>();
  const ids = await companiesOnEach(sql, cluster.workerPorts, 3, async () => {
    const client = new CrashClient(await addSyncingCompany(sql), clients.size === 0);
    clients.set(client.company.companyId, client);
    return client.company.companyId;
  });
  return [...ids.values()].flat().flatMap((id) => clients.get(id) ?? []);
}

/**
 * Moves shards until enough rosters have been applied meanwhile, of every company. After each move a roster is waited for: with
 * writes blocked, one move after the other would leave hardly any time to them. Returns what was done.
 */
async function moveWhileSending(
  { sql, urls }: Pick<World, 'sql' | 'urls'>,
  clients: readonly CrashClient[],
  { move, minMoves }: Moves,
): Promise<string> {
  let isOver = false;
  let moves = 0;
  const applied = () => Promise.all(clients.map((client) => countApplied(sql, client)));
  const send = async (client: CrashClient) => {
    // A move waits for the transactions of large rosters, so few of them are sent.
    while (!isOver && !(client.isLarge && client.accepted.size === MIN_EACH)) {
      await client.sendNext(urls, { mayGiveUp: false, onSending: () => {} });
      await untilAllRunsFinished(sql, [client.company]);
    }
  };
  const moveAll = async () => {
    while (!isOver) {
      await move(sql);
      moves++;
      const before = sum(await applied());
      await until('another roster is applied', async () => isOver || sum(await applied()) > before);
      const counts = await applied();
      isOver ||= moves >= minMoves && sum(counts) >= MIN_ROSTERS && Math.min(...counts) >= MIN_EACH;
    }
  };
  const endAll = (error: unknown) => {
    isOver = true;
    throw error;
  };
  await Promise.all([moveAll(), ...clients.map(send)].map((each) => each.catch(endAll)));
  return `${moves} times; rosters by company: ${(await applied()).join(', ')}`;
}

async function countApplied(sql: Pool, { company }: CrashClient): Promise<number> {
  const [runs] = await sql<{ count: number }[]>`
    select count(*) from sync_runs where company_id = ${company.companyId} and status = 'succeeded'`;
  return runs?.count ?? 0;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

interface Moves {
  move: (sql: Pool) => Promise<void>;
  minMoves: number;
}

const MOVES = [
  { how: 'with writes blocked', nodes: 1, move: inTurn('block_writes'), minMoves: SHARDS },
  { how: 'by replication', nodes: 2, move: inTurn('force_logical'), minMoves: SHARDS },
  { how: 'by the rebalancer', nodes: 2, move: rebalance, minMoves: 1 },
] as const;

for (const { how, nodes, ...moves } of MOVES)
  it(`shards moved ${how} while rosters arrive and are applied: none is lost, none is applied twice`, async (t) => {
    const world = await clusterWorld(nodes);
    const { sql } = world;
    await world.revive();
    // A move by replication waits for everything that is prepared on the server, in all databases.
    await cluster.rollBackOrphans();
    const clients = await makeClients(sql);
    t.diagnostic(await moveWhileSending(world, clients, moves));
    await untilAllRunsFinished(
      sql,
      clients.map(({ company }) => company),
    );
    for (const client of clients) await verify(sql, client);
    await verifyNothingLeftBehind(sql);
    const again = await sql`
      select from sync_runs where company_id = any(${clients.map(({ company }) => company.companyId)}::bigint[])
        and (attempts - attempts_excused > 1 or status = 'failed')`;
    assert.equal(again.length, 0, 'no attempt counts as failed');
    assert.doesNotMatch(world.logs(), /Generation\d|(?<!demo)@example\.com/, 'no personal data in the logs');
  });
