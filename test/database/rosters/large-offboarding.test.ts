import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { markSeen } from '../../../src/rosters/decide/mark-seen.ts';
import { createPortalUser } from '../portal/portal.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;
const people = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, index) => entry(`N${index}`, changes));
const all = people(20);
const left = 'large-offboarding';

async function newCompany(hold = {}) {
  const company = await createSyncingCompany(service);
  const { companyId, integrationId } = company;
  await company.clock('2026-11-01');
  await company.sync(all);
  await company.set(hold);
  const admin = await createPortalUser(service, companyId);
  /** Whether the latest roster is one, and what the overview says. */
  const state = async () => {
    const [run] = await sql<{ state: string | null; id: number }[]>`
      select large_offboarding as state, id from sync_runs
      where company_id = ${companyId} and integration_id = ${integrationId} order by accept_seq desc limit 1`;
    return run?.state;
  };
  const shown = async (user = admin) => {
    const answer = await user.send('/overview');
    assert.equal(answer.statusCode, 200, answer.body);
    return answer
      .json()
      .data.attention.largeOffboardings.map(
        ({ people: count, outOf }: { people: number; outOf: number }) => `${count} of ${outOf}`,
      );
  };
  const seen = async (runId: number, user = admin) =>
    (await user.send(`/integrations/${integrationId}/syncs/${runId}/seen`, { method: 'POST' })).statusCode;
  const unseen = async () =>
    (
      await sql<{ id: number }[]>`
      select id from sync_runs where company_id = ${companyId} and large_offboarding = 'unseen' order by id`
    ).map(({ id }) => id);
  return { ...company, admin, state, shown, seen, unseen };
}

describe('suspiciously many people leave', () => {
  it('if no hold is set, and the roster has the problem large-offboarding', async () => {
    const ends = (count: number, terminationDate: string) => people(count, { terminationDate });
    const lines = [
      [{}, all.slice(4), null],
      [{}, all.slice(5), 'unseen'],
      [{}, [...ends(5, '2026-11-30'), ...all.slice(5)], 'unseen'],
      [{}, [...ends(3, '2026-11-30'), ...all.slice(5)], 'unseen'],
      [{}, [...ends(5, '2026-12-01'), ...all.slice(5)], null],
      [{ holdPercent: 20 }, all.slice(5), null],
      [{ holdPercent: 50 }, all.slice(5), null],
      [{ holdCount: 100 }, all.slice(5), null],
    ] as const;
    for (const [hold, roster, expected] of lines) {
      const company = await newCompany(hold);
      await company.sync(roster);
      assert.equal(await company.state(), expected, JSON.stringify([hold, roster.length]));
      assert.deepEqual((await company.shown()).length, expected ? 1 : 0);
    }
  });

  it('in few of many: four people, or a fifth of them', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(people(5));
    await company.sync(people(1));
    const other = await createSyncingCompany(service);
    await other.sync(people(25));
    await other.sync(people(20));
    const found = await sql`
      select from sync_runs where company_id in (${company.companyId}, ${other.companyId}) and large_offboarding is not null`;
    assert.equal(found.length, 0);
  });

  it('not in a preview', async () => {
    const company = await newCompany();
    const answer = await company.send(`/hr-integrations/${company.integrationId}/sync/preview`, {
      syncId: 'preview',
      employees: all.slice(10),
    });
    assert.equal(answer.json().data.problems[0].code, left);
    assert.deepEqual(await company.unseen(), []);
  });

  it('once for each roster: another one that omits the same people is none', async () => {
    const company = await newCompany();
    await company.sync(all.slice(10));
    await company.sync(all.slice(10));
    await company.sync([...all.slice(10), entry('New')]);
    assert.deepEqual(await company.shown(), ['10 of 20']);
    await company.sync(all);
    await company.sync(all.slice(10));
    assert.deepEqual(await company.shown(), ['10 of 20', '10 of 20']);
  });

  it('until one of HR or the admins marks it as seen, who is in the audit log', async () => {
    const company = await newCompany();
    const { companyId, integrationId, admin } = company;
    await company.sync(all.slice(10));
    const [runId = 0] = await company.unseen();
    const integration = async () => (await admin.send(`/integrations/${integrationId}`)).json().data;
    const count = async () => (await admin.send('/attention')).json().data.integrations;
    assert.deepEqual([(await integration()).unseenRunId, await count()], [runId, 1]);
    for (const role of ['viewer', 'payroll'] as const) {
      const user = await createPortalUser(service, companyId, role);
      assert.equal(await company.seen(runId, user), 403, role);
    }
    const hr = await createPortalUser(service, companyId, 'hr');
    const page = async () => (await hr.send(`/integrations/${integrationId}/syncs/${runId}`)).json().data;
    assert.equal((await page()).largeOffboarding, 'unseen');
    assert.deepEqual([await company.seen(runId, hr), await company.seen(runId, admin)], [200, 200]);
    assert.equal((await page()).largeOffboarding, 'seen');
    assert.deepEqual(
      [await company.shown(), (await integration()).unseenRunId, await count()],
      [[], null, 0],
    );
    const entries = await sql<{ user: number }[]>`
      select actor_id as user from audit_log
      where company_id = ${companyId} and action = 'large-offboarding-seen'`;
    assert.deepEqual(
      entries.map(({ user }) => user),
      [hr.id],
    );
  });

  it('only the rosters that did it can be marked, and only by their company', async () => {
    const company = await newCompany();
    const other = await newCompany();
    await other.sync(all.slice(10));
    const [foreign = 0] = await other.unseen();
    const [ordinary] = await sql<{ id: number }[]>`
      select id from sync_runs where company_id = ${company.companyId} order by id limit 1`;
    assert.deepEqual([await company.seen(foreign), await company.seen(ordinary?.id ?? 0)], [404, 404]);
    await sql.begin((tx) =>
      markSeen(tx, other.companyId, { integrationId: other.integrationId, runId: foreign }, OPERATOR),
    );
    assert.deepEqual(await other.unseen(), []);
  });

  it('the complete roster brings everybody back', async () => {
    const company = await newCompany();
    await company.sync(all.slice(10));
    const { counts } = await company.sync(all);
    assert.equal(counts.rehired, 10);
  });
});
