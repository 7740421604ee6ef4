import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { queueAllDuePulls } from '../../../src/jobs/queue-due-pulls.ts';
import { sweepAbandonedUploads } from '../../../src/jobs/sweep-abandoned-uploads.ts';
import { claimPulls } from '../../../src/rosters/pull/pulls-sql.ts';
import { activateSource, removeSource, setSchedule } from '../../../src/rosters/pull/set-up-source.ts';
import { selectSource } from '../../../src/rosters/pull/sources-sql.ts';
import { clearStaged, readStaged, stagePeople } from '../../../src/rosters/pull/staging-sql.ts';
import { triggerPull } from '../../../src/rosters/pull/trigger-pull.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });
const { sql } = service.database;
const log = { info() {}, warn() {}, error() {} };
const tick = () => queueAllDuePulls({ sql, log, signal: new AbortController().signal });

type Pulling = Awaited<ReturnType<typeof createPullingCompany>>;

const create = (schedule: 'manual' | 'daily 03:15' | 'every 6 hours') =>
  createPullingCompany(service, 'personio', { people: 5, schedule });

const placeOf = ({ companyId, integrationId }: Pulling) => ({ companyId, integrationId, actor: OPERATOR });

/** As if the time of the schedule had come. */
async function makeDue({ companyId, integrationId }: Pulling, ago = '1 hour'): Promise<void> {
  await sql`
    update hr_sources set next_pull_at = now() - ${ago}::interval
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'active'`;
}

async function pullsOf({ companyId, integrationId }: Pulling) {
  return await sql<{ status: string; slot: Date | null; code: string | null }[]>`
    select status, slot, code from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} order by id`;
}

describe('the schedule of a source', () => {
  it('is in the time zone of the company, also when the clocks change', async () => {
    const company = await create('daily 03:15');
    const source = await selectSource(sql, company.companyId, company.integrationId, 'active');
    const [zone] = await sql<{ local: string; isAhead: boolean }[]>`
      select to_char(${source?.nextPullAt ?? null}::timestamptz at time zone c.time_zone, 'HH24:MI') as local,
        ${source?.nextPullAt ?? null}::timestamptz > now() as "isAhead"
      from companies c where c.id = ${company.companyId}`;
    assert.deepEqual(zone, { local: '03:15', isAhead: true });
  });

  it('queues one pull on several nodes, and a missed time once', async () => {
    const company = await create('every 6 hours');
    await makeDue(company, '3 days');
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    assert.deepEqual(
      (await pullsOf(company)).map(({ status }) => status),
      ['queued'],
    );
    const [result] = await company.fetchQueued();
    assert.equal(result?.status, 'accepted');
    await tick();
    assert.equal((await pullsOf(company)).length, 1);
  });

  it('does not fetch while a pull is open, nor if the integration is disconnected or fetched by hand', async () => {
    const company = await create('every 6 hours');
    await company.trigger();
    await makeDue(company);
    await tick();
    assert.equal((await pullsOf(company)).length, 1);
    await company.fetchQueued();
    await sql.begin((tx) => setSchedule(tx, placeOf(company), 'manual'));
    const source = await selectSource(sql, company.companyId, company.integrationId, 'active');
    assert.equal(source?.nextPullAt, null);
  });

  it('is the pace at which rosters are expected', async () => {
    const company = await create('every 6 hours');
    const expected = async () => {
      const [row] = await sql<{ every: string }[]>`
        select expect_every as every from hr_integrations where id = ${company.integrationId}`;
      return row?.every;
    };
    assert.equal(await expected(), '6h');
    await sql.begin((tx) => setSchedule(tx, placeOf(company), 'daily 03:15'));
    assert.equal(await expected(), '1d');
  });
});

describe('a pull whose node dies', () => {
  it('is fetched by another one when the claim has ended, and becomes one roster', async () => {
    const company = await create('manual');
    await company.trigger();
    const [lost] = await claimPulls(sql, company.companyId, 1);
    assert.ok(lost);
    assert.deepEqual(await company.fetchQueued(), [], 'it is claimed');
    await sql`update roster_pulls set claimed_until = now() - interval '1 second' where company_id = ${company.companyId}`;
    const [result] = await company.fetchQueued();
    assert.equal(result?.status, 'accepted');
    const runs = await sql`select from sync_runs where company_id = ${company.companyId}`;
    assert.equal(runs.length, 1);
  });
});

describe('a source that changes while it is fetched', () => {
  it('makes no roster any more', async () => {
    const company = await create('manual');
    await company.trigger();
    await sql.begin((tx) => removeSource(tx, placeOf(company)));
    assert.deepEqual(
      (await pullsOf(company)).map(({ status, code }) => [status, code]),
      [['failed', 'source-changed']],
    );
    assert.deepEqual(await company.fetchQueued(), []);
    assert.equal((await company.integration()).canTriggerSync, false);
  });

  it('previews a change of the source, and fetches as before until it is activated', async () => {
    const company = await create('manual');
    await company.night();
    await company.connect();
    const preview = await sql.begin((tx) =>
      triggerPull(tx, { ...placeOf(company), purpose: 'preview', keyId: null, userId: null }),
    );
    const [result] = await company.fetchQueued();
    assert.equal(result?.status, 'previewed');
    const runs = await sql`select from sync_runs where company_id = ${company.companyId}`;
    assert.equal(runs.length, 1);
    await sql.begin((tx) => activateSource(tx, placeOf(company), 'manual'));
    assert.ok(preview.startsWith('pull-'));
    assert.equal((await company.night()).result?.status, 'accepted');
  });
});

describe('what pulls leave behind', () => {
  it('is swept: staged people of pulls that are over, and previews after a day', async () => {
    const company = await create('manual');
    await company.night();
    const { companyId } = company;
    await sql`
      insert into pulled_people (company_id, pull_id, attempt, source_id, has_left, entry)
      select ${companyId}, id, 1, 'left', false, '{}' from roster_pulls where company_id = ${companyId}`;
    await sql`
      update roster_pulls set purpose = 'preview', status = 'previewed', run_id = null, preview = '{}',
        finished_at = now() - interval '25 hours'
      where company_id = ${companyId}`;
    await sweepAbandonedUploads({ sql, log, signal: new AbortController().signal });
    assert.equal((await sql`select from pulled_people where company_id = ${companyId}`).length, 0);
    assert.equal(
      (await sql`select from roster_pulls where company_id = ${companyId} and preview is not null`).length,
      0,
    );
  });

  it('has no credentials: not in the API, the portal, events, attempts, the audit log or the rows of pulls', async () => {
    const company = await create('manual');
    company.server.faults.set('wrong-token');
    await company.night();
    const { clientSecret = '' } = company.server.credentials;
    assert.ok(clientSecret.length > 5);
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const found = await sql`select from ${sql(name)} t where t::text like ${`%${clientSecret}%`} limit 1`;
      assert.equal(found.length, 0, name);
    }
    assert.ok(!JSON.stringify(await company.integration()).includes(clientSecret));
  });
});

describe('a node that has lost its claim', () => {
  it('touches nothing of the node that has taken over', async () => {
    const company = await create('manual');
    const { companyId } = company;
    await company.trigger();
    const [first] = await claimPulls(sql, companyId, 1);
    await sql`update roster_pulls set claimed_until = now() - interval '1 second' where company_id = ${companyId}`;
    const [second] = await claimPulls(sql, companyId, 1);
    assert.ok(first && second);
    const staged = { companyId, pullId: second.id, attempt: second.attempt };
    await stagePeople(sql, staged, [{ id: '1', hasLeft: false, fields: { hrId: '1' } }]);
    await clearStaged(sql, { ...staged, attempt: first.attempt });
    const left = await sql`select from pulled_people where company_id = ${companyId}`;
    assert.equal(left.length, 1);
    const read = readStaged(
      sql,
      { ...staged, integrationId: company.integrationId },
      { monthStart: '2026-11-01', numbered: 2 },
    );
    await assert.rejects(Array.fromAsync(read), /lost/);
  });
});
