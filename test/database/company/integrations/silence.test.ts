import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disconnectIntegration } from '../../../../src/company/integrations/disconnect-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectEvents } from '../../../../src/domain/events/events-sql.ts';
import { numberEvents } from '../../../../src/domain/events/number-events.ts';
import { JOBS } from '../../../../src/jobs/jobs.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

const log = { info: () => {}, error: (values: object) => assert.fail(JSON.stringify(values)) };
const tick = () => JOBS['watch-integrations']({ sql, log, signal: new AbortController().signal });

/** An integration whose rosters were accepted so many hours ago, the last one first. */
async function integrationWith(hoursAgo: readonly number[]) {
  // In UTC no clocks change.
  const company = await createSyncingCompany(service, { timeZone: 'UTC' });
  const { companyId, integrationId } = company;
  await sql`update hr_integrations set connected_at = now() - interval '100 days' where id = ${integrationId}`;
  for (const _ of hoursAgo) await company.sync([entry('1'), entry('2')]);
  const age = async (hours: readonly number[]) => {
    for (const [place, ago] of hours.entries())
      await sql`
        update sync_runs set accepted_at = now() - make_interval(secs => ${ago * 3600})
        where company_id = ${companyId} and integration_id = ${integrationId} and accept_seq = (
          select last_accept_seq - ${place} from hr_integrations
          where company_id = ${companyId} and id = ${integrationId})`;
  };
  await age(hoursAgo);
  const state = async () => {
    const [row] = await sql<{ overdueAt: Date | null; hours: number | null }[]>`
      select overdue_at as "overdueAt", (pace ->> 'hours')::float8 as hours
      from hr_integrations where company_id = ${companyId} and id = ${integrationId}`;
    assert(row);
    return row;
  };
  const events = async () => {
    await numberEvents(sql, companyId);
    return (await selectEvents(sql, companyId, { after: 0, limit: 1_000 })).filter(
      ({ type }) => type === 'integration.silent',
    );
  };
  /** Whether the tick tells a silence. */
  const tellsOnTick = async () => {
    const before = (await events()).length;
    await tick();
    return (await events()).length === before + 1;
  };
  return { ...company, age, state, events, tellsOnTick };
}

const daily = (first: number) => Array.from({ length: 16 }, (_, index) => first + index * 24);

describe('an integration that comes every night', () => {
  it('is silent three hours after the time of the missing roster, and that is told once', async () => {
    const nightly = await integrationWith(daily(26));
    assert.equal(await nightly.tellsOnTick(), false);
    assert.equal((await nightly.state()).hours, 24);
    await nightly.age(daily(28));
    await sql`update hr_integrations set paced_seq = null where id = ${nightly.integrationId}`;
    assert.equal(await nightly.tellsOnTick(), true);
    assert.equal(await nightly.tellsOnTick(), false);
    const [event] = await nightly.events();
    const [last] = await sql<{ lastSyncId: string }[]>`
      select sync_id as "lastSyncId" from sync_runs where company_id = ${nightly.companyId} order by id desc limit 1`;
    const expectedBy = (await nightly.state()).overdueAt?.toISOString();
    assert.deepEqual(event?.data, { hrIntegrationId: nightly.integrationId, ...last, expectedBy });
  });

  it('is no longer silent after the next accepted roster, and its next silence is told again', async () => {
    const nightly = await integrationWith(daily(28));
    assert.equal(await nightly.tellsOnTick(), true);
    await nightly.sync([entry('1'), entry('2')]);
    assert.equal(await nightly.tellsOnTick(), false);
    assert.ok(((await nightly.state()).overdueAt ?? 0) > new Date());
    // Half a day later nothing has come again.
    await sql`update hr_integrations set overdue_at = now() where id = ${nightly.integrationId}`;
    assert.equal(await nightly.tellsOnTick(), true);
  });

  it('stays silent after a refused roster and after a repeated syncId', async () => {
    const nightly = await integrationWith(daily(28));
    await nightly.submit([], {});
    assert.equal(await nightly.tellsOnTick(), true);
    const [last] = await sql<{ syncId: string }[]>`
      select sync_id as "syncId" from sync_runs where company_id = ${nightly.companyId} order by id desc limit 1`;
    const answer = await nightly.submit([entry('1')], { syncId: last?.syncId ?? '' });
    assert.equal(answer.statusCode, 204);
    assert.equal(await nightly.tellsOnTick(), false, 'it is the same silence');
  });

  it('is told by one of several nodes that tick at the same time', async () => {
    const nightly = await integrationWith(daily(28));
    await tick();
    await sql`update hr_integrations set silence_told_at = null where id = ${nightly.integrationId}`;
    const before = (await nightly.events()).length;
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    assert.equal((await nightly.events()).length, before + 1);
  });

  it('is not silent while it is disconnected, and the time begins anew when it is connected again', async () => {
    const nightly = await integrationWith(daily(28));
    const { companyId, integrationId } = nightly;
    const disconnect = (disconnected: boolean) =>
      sql.begin((tx) => disconnectIntegration(tx, companyId, integrationId, OPERATOR, disconnected));
    await disconnect(true);
    assert.equal(await nightly.tellsOnTick(), false);
    await disconnect(false);
    assert.equal(await nightly.tellsOnTick(), false);
    const { overdueAt } = await nightly.state();
    const hours = ((overdueAt?.getTime() ?? 0) - Date.now()) / 3_600_000;
    assert.ok(hours > 26 && hours < 28, `${hours}`);
  });
});

describe('other integrations', () => {
  for (const [rosters, from] of [
    ['one roster', [0]],
    ['two rosters', [0, 24]],
    ['three rosters', [0, 24, 48]],
    ['many rosters of one day', Array.from({ length: 19 }, (_, index) => index / 10)],
  ] as const)
    it(`a new one is silent three days and nine hours after ${rosters}`, async () => {
      const aged = (hours: number) => from.map((time) => time + hours);
      const fresh = await integrationWith(aged(80));
      assert.equal(await fresh.tellsOnTick(), false);
      assert.equal((await fresh.state()).hours, null);
      await fresh.age(aged(82));
      await sql`update hr_integrations set paced_seq = null where id = ${fresh.integrationId}`;
      assert.equal(await fresh.tellsOnTick(), true);
      assert.equal(await fresh.tellsOnTick(), false);
    });

  it('one that an earlier version expected nothing of is waited for', async () => {
    const old = await integrationWith([200]);
    await sql`update hr_integrations set paced_seq = last_accept_seq, overdue_at = null where id = ${old.integrationId}`;
    assert.equal(await old.tellsOnTick(), true);
  });

  it('a pace that is set counts from the first moment on, and off means never', async () => {
    const fresh = await integrationWith([]);
    await sql`update hr_integrations set connected_at = now() where id = ${fresh.integrationId}`;
    await fresh.set({ expectEvery: '7d' });
    assert.equal(await fresh.tellsOnTick(), false);
    assert.equal((await fresh.state()).hours, 168);
    await sql`update hr_integrations set connected_at = now() - interval '190 hours', paced_seq = null
      where id = ${fresh.integrationId}`;
    assert.equal(await fresh.tellsOnTick(), true);
    await fresh.set({ expectEvery: 'off' });
    await tick();
    assert.deepEqual((await fresh.state()).overdueAt, null);
  });

  it('one without any roster is silent after three days, which is told once, until the first one comes', async () => {
    const fresh = await integrationWith([]);
    const { integrationId } = fresh;
    const connected = (ago: string) =>
      sql`update hr_integrations set connected_at = now() - ${ago}::interval, paced_seq = null where id = ${integrationId}`;
    await connected('71 hours');
    assert.equal(await fresh.tellsOnTick(), false);
    await connected('73 hours');
    assert.equal(await fresh.tellsOnTick(), true);
    assert.equal(await fresh.tellsOnTick(), false);
    const [event] = await fresh.events();
    const expectedBy = (await fresh.state()).overdueAt?.toISOString();
    assert.deepEqual(event?.data, { hrIntegrationId: integrationId, expectedBy });
    await fresh.submit([entry('1')]);
    await tick();
    const { overdueAt, hours } = await fresh.state();
    assert.equal(hours, null);
    assert.ok(overdueAt && overdueAt > new Date());
  });

  it('one without any roster is not silent if nothing is expected of it', async () => {
    const fresh = await integrationWith([]);
    await fresh.set({ expectEvery: 'off' });
    assert.equal(await fresh.tellsOnTick(), false);
    assert.equal((await fresh.state()).overdueAt, null);
  });

  it('one without any roster for which an earlier version expected nothing is expected from now on', async () => {
    const fresh = await integrationWith([]);
    await sql`update hr_integrations set paced_seq = 0, overdue_at = null where id = ${fresh.integrationId}`;
    assert.equal(await fresh.tellsOnTick(), true);
  });

  it('free days are those of the company, in its time zone', async () => {
    const company = await integrationWith([]);
    const { companyId, integrationId } = company;
    await sql`update companies set time_zone = 'Pacific/Auckland' where id = ${companyId}`;
    // Monday to Friday at 08:00 in Auckland is the evening before in UTC, Sunday to Thursday.
    const [first] = await sql<{ at: Date }[]>`
      select (date_trunc('week', now() at time zone 'Pacific/Auckland') - interval '28 days' + interval '8 hours')
        at time zone 'Pacific/Auckland' as at`;
    assert(first);
    await sql`
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, accepted_at, started_at, finished_at)
      select ${companyId}, ${integrationId}, 'run ' || place, place, 'succeeded', at, at, at
      from (
        select row_number() over (order by day) as place,
          (${first.at}::timestamptz at time zone 'Pacific/Auckland' + make_interval(days => day))
            at time zone 'Pacific/Auckland' as at
        from generate_series(0, 18) day where day % 7 < 5
      ) days`;
    await sql`
      update hr_integrations i set last_accept_seq = r.accept_seq, last_run_id = r.id
      from (select * from sync_runs where company_id = ${companyId} order by accept_seq desc limit 1) r
      where i.company_id = ${companyId} and i.id = ${integrationId}`;
    await tick();
    const [found] = await sql<{ weekdays: number[]; overdue: string }[]>`
      select pace -> 'weekdays' as weekdays,
        to_char(overdue_at at time zone 'Pacific/Auckland', 'ID HH24:MI') as overdue
      from hr_integrations where company_id = ${companyId} and id = ${integrationId}`;
    assert.deepEqual(found, { weekdays: [1, 2, 3, 4, 5], overdue: '1 11:00' });
  });
});
