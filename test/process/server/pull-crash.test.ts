import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPullingCompany } from '../../database/support/pulling-company.ts';
import { createTestService } from '../../database/support/service.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { changeSome } from '../../hr-systems/people.ts';
import { until } from '../../pure/support/until.ts';
import { holdInsert } from '../support/hold-insert.ts';
import { beginServing, makePlace } from '../support/program.ts';

/** A few rounds in every test run; `npm run test:pull-crash` runs 20. */
const ROUNDS = Number(process.env['PULL_CRASH_ROUNDS'] ?? 2);

const say = (line: string) => {
  if (process.env['PULL_CRASH_ROUNDS']) process.stdout.write(`${line}\n`);
};

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });
const { database } = service;
const { sql } = database;

it('kill -9 of the node that fetches leaves one roster or none, and the next node makes one', async (t) => {
  const company = await createPullingCompany(service, 'personio', { people: 450 });
  const { companyId, server } = company;
  const [secretKey = ''] = service.secretKeys;
  const place = await makePlace({
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY: secretKey,
    PULL_ALLOW_LOOPBACK: '1',
  });
  const pulls = async () =>
    await sql<{ syncId: string; isOver: boolean; attempts: number; runs: number }[]>`
      select p.sync_id as "syncId", p.finished_at is not null as "isOver", p.attempts,
        (select count(*) from sync_runs r where r.company_id = p.company_id and r.sync_id = p.sync_id) as runs
      from roster_pulls p where p.company_id = ${companyId} order by p.id`;
  /** After the last request: while the last person is staged, or in the transaction that accepts the roster. */
  const holdAt = async (round: number) => {
    const last = server.company.people.at(-1);
    if (round % 3 === 2) return await holdInsert(sql, 'sync_runs', 'true');
    if (round % 3 === 0) return await holdInsert(sql, 'pulled_people', `new.source_id = '${last?.id}'`);
    return undefined;
  };
  let interrupted = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    changeSome(server.company, round);
    server.requests.length = 0;
    await company.trigger();
    const held = await holdAt(round);
    const node = beginServing(place, {}, '--role', 'worker');
    // At another moment each time, from the first request on.
    const enough = Math.min(1 + ((round * 3) % 11), 8);
    if (held) await held.reached();
    else await until('it fetches', () => server.requests.length >= enough || !node.isRunning());
    assert.ok(node.isRunning(), node.stderr());
    await node.killHard();
    await held?.release();
    const [killed] = (await pulls()).slice(-1);
    assert.ok(killed);
    assert.equal(killed.runs, killed.isOver ? 1 : 0, 'a roster exactly if the pull is settled');
    if (!killed.isOver) interrupted += 1;
    if (held) assert.equal(killed.isOver, false, 'the transaction of the killed node was rolled back');
    // The time of its claims passes.
    for (const table of ['roster_pulls', 'sync_runs'])
      await sql`
        update ${sql(table)} set claimed_until = now() - interval '1 second'
        where company_id = ${companyId} and claimed_until is not null`;
    await company.fetchQueued();
    await company.work();
    const [done] = (await pulls()).slice(-1);
    assert.deepEqual([done?.isOver, done?.runs], [true, 1]);
    assert.equal(done?.attempts, killed.isOver ? killed.attempts : killed.attempts + 1);
    say(
      `round ${round} of ${ROUNDS}: killed after ${server.requests.length} requests, ${killed.isOver ? 'settled' : 'open'}`,
    );
  }
  const all = await pulls();
  assert.equal(all.length, ROUNDS);
  const statuses = await sql`select distinct status from sync_runs where company_id = ${companyId}`;
  assert.deepEqual([...statuses], [{ status: 'succeeded' }]);
  const staged = await sql`select from pulled_people where company_id = ${companyId}`;
  assert.equal(staged.length, 0);
  const summary = `${ROUNDS} rounds, ${interrupted} of them killed before the roster was accepted: ${ROUNDS} rosters, none lost, none twice`;
  say(summary);
  t.diagnostic(summary);
});
