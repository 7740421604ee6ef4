import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilAllRunsFinished } from '../database/support/rosters.ts';
import { CrashClient } from '../process/kills/rosters/client.ts';
import { verify, verifyNothingLeftBehind } from '../process/kills/rosters/verify.ts';
import { addSyncingCompany } from '../process/support/syncing.ts';
import type { World } from './cluster-world.ts';

const MOMENTS = ['ingest', 'apply'] as const;
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/**
 * Kills a process at a random moment while rosters are sent and applied, and compares the result with the
 * model.
 */
export async function runRounds(
  name: string,
  world: World,
  rounds: number,
  say: (line: string) => void,
): Promise<string> {
  const clients = [false, true].map(
    async (isLarge) => new CrashClient(await addSyncingCompany(world.sql), isLarge),
  );
  const [small, large] = await Promise.all(clients);
  assert(small && large);
  const killed: Record<string, number> = {};
  let abandoned = 0;
  let slowest = 0;
  for (let round = 1; round <= rounds; round++) {
    const begin = performance.now();
    const moment = pick(MOMENTS);
    const target = pick(Object.keys(world.kills));
    const client = pick([small, small, large]);
    const what = `${target} at ${moment}, ${client.isLarge ? 'large' : 'small'}`;
    try {
      await oneRound(world, client, moment, target);
      await untilAllRunsFinished(world.sql, [client.company]);
      await verify(world.sql, client);
      abandoned += await verifyNothingLeftBehind(world.sql);
    } catch (error) {
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      say(`${name}: round ${round} (${what}) failed after ${seconds} s\n${world.logs().slice(-5_000)}`);
      say(JSON.stringify(await activity(world).catch(String), null, 2));
      throw error;
    }
    killed[`${target} at ${moment}`] = (killed[`${target} at ${moment}`] ?? 0) + 1;
    const seconds = (performance.now() - begin) / 1000;
    slowest = Math.max(slowest, seconds);
    say(`${name}: round ${round} of ${rounds}: ${what}: ${seconds.toFixed(1)} s`);
  }
  assert.doesNotMatch(world.logs(), /Generation\d|(?<!demo)@example\.com/, 'no personal data in the logs');
  return await summarise(name, world, [small, large], { rounds, killed, abandoned, slowest });
}

/** Returns the activity and locks of all sessions, to debug a failed round. */
const activity = ({ sql }: World) => sql`
  select application_name, state, wait_event_type, wait_event, left(query, 100) as query,
    age(clock_timestamp(), query_start)::text as since, pg_blocking_pids(pid) as blocked_by, pid
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

async function oneRound(
  world: World,
  client: CrashClient,
  moment: (typeof MOMENTS)[number],
  target: string,
): Promise<void> {
  const sending = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  const rosters = 1 + Math.floor(Math.random() * 3);
  const sendAll = async () => {
    for (let count = 0; count < rosters; count++) {
      await client.sendNext(world.urls, { mayGiveUp: Math.random() < 0.2, onSending: sending.resolve });
      accepted.resolve();
    }
  };
  const killAndRevive = async () => {
    await (moment === 'ingest' ? sending.promise : accepted.promise);
    await sleep(Math.random() * (client.isLarge ? 1_500 : 150));
    await world.kills[target]?.();
    await sleep(Math.random() * 500);
    await world.revive();
  };
  await Promise.all([sendAll(), killAndRevive()]);
}

async function summarise(
  name: string,
  { sql }: World,
  clients: readonly CrashClient[],
  {
    rounds,
    killed,
    abandoned,
    slowest,
  }: {
    rounds: number;
    killed: Record<string, number>;
    abandoned: number;
    slowest: number;
  },
): Promise<string> {
  const [runs] = await sql<{ runs: number; again: number; most: number; resubmissions: number }[]>`
    select count(*) as runs, count(*) filter (where attempts > 1) as again, max(attempts) as most,
      sum(resubmissions)::int as resubmissions
    from sync_runs where company_id = any(${clients.map(({ company }) => company.companyId)}::bigint[])`;
  const total = (of: keyof CrashClient['counts']) => clients.reduce((sum, { counts }) => sum + counts[of], 0);
  return (
    `${name}: ${rounds} rounds, every promise kept. ${total('sent')} rosters sent: ${total('accepted')} accepted, ` +
    `${total('refused')} refused with 503, ${total('lost')} without an answer, ${total('givenUp')} given up. ` +
    `${runs?.runs} runs applied once, ${runs?.again} of them after an attempt that was cut off (at most ${runs?.most} attempts), ` +
    `${runs?.resubmissions} resubmissions, ${abandoned} abandoned uploads swept. Slowest round ${slowest.toFixed(1)} s. ` +
    `Killed: ${Object.entries(killed)
      .sort()
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}.`
  );
}
