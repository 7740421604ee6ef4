import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeSome, dropTerminationDates, hideTenth } from '../../hr-systems/people.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });

type Pulling = Awaited<ReturnType<typeof createPullingCompany>>;

/** Status and next ticket of everybody. */
async function statuses({ get }: Pulling): Promise<string[]> {
  const people = (await get('/employees?perPage=100')).json().data.data;
  return people
    .map(
      (person: { id: number; subscription: { status: string } | null }) =>
        `${person.id} ${person.subscription?.status}`,
    )
    .sort();
}

async function attemptsOf({ get, integrationId }: Pulling) {
  return (await get(`/hr-integrations/${integrationId}/attempts`)).json().data.data;
}

describe('a pull', () => {
  it('becomes a roster, and leavers of earlier months stay out of it', async () => {
    const company = await createPullingCompany(service, 'personio');
    assert.equal((await company.integration()).canTriggerSync, true);
    const { pull, run } = await company.night();
    assert.equal(pull.status, 'accepted');
    assert.deepEqual([pull.people, pull.total], [30, 30]);
    assert.equal(run?.counts.added, 30 - pull.leftEarlier);
    assert.ok(pull.leftEarlier > 0);
    const { status, initialConnectionStatus, lastSyncId } = await company.integration();
    assert.deepEqual([status, initialConnectionStatus, lastSyncId], ['connected', 'completed', pull.syncId]);
  });

  it('of an unchanged night costs a comparison, also with invalid entries', async () => {
    const company = await createPullingCompany(service, 'personio');
    const [somebody] = company.server.company.people;
    assert.ok(somebody);
    somebody.email = null;
    const first = await company.night();
    assert.equal(first.run?.counts.invalid, 1);
    const { run, result } = await company.night();
    assert.ok(result?.status === 'accepted' && result.isUnchanged);
    assert.equal(run?.status, 'succeeded');
    assert.equal(run?.counts.invalid, first.run?.counts.invalid);
    assert.deepEqual(run?.problems, first.run?.problems);
  });

  it('of a night with changes updates people', async () => {
    const company = await createPullingCompany(service, 'personio');
    await company.night();
    changeSome(company.server.company);
    const { run } = await company.night();
    assert.ok((run?.counts.updated ?? 0) > 0);
    assert.equal(run?.counts.offboarded, 0);
  });

  it('holds people whom the system does not show any more, from one person on', async () => {
    const company = await createPullingCompany(service, 'personio');
    await company.night();
    const before = await statuses(company);
    hideTenth(company.server.company);
    const { run } = await company.night();
    assert.equal(run?.status, 'held');
    assert.ok(run?.counts.held > 0);
    const [problem] =
      run?.problems.filter(({ code }: { code: string }) => code === 'no-longer-visible') ?? [];
    assert.equal(problem?.count, run?.counts.held);
    assert.deepEqual(await statuses(company), before);
  });

  for (const [what, spoil, field] of [
    ['birth dates', ({ server }: Pulling) => server.faults.set('field-absent:dateOfBirth'), 'dateOfBirth'],
    ['e-mail addresses, all null', ({ server }: Pulling) => server.faults.set('field-null:email'), 'email'],
    ['termination dates', ({ server }: Pulling) => dropTerminationDates(server.company), 'terminationDate'],
    [
      'absences',
      ({ server }: Pulling) => {
        for (const person of server.company.people) person.absences = [];
      },
      'absences',
    ],
  ] as const)
    it(`without ${what} changes nobody and names the right to grant`, async () => {
      const company = await createPullingCompany(service, 'personio');
      await company.night();
      const before = await statuses(company);
      spoil(company);
      const { pull } = await company.night();
      assert.deepEqual([pull.status, pull.code, pull.field], ['failed', 'source-field-missing', field]);
      assert.ok(pull.right);
      assert.deepEqual(await statuses(company), before);
      const [attempt] = await attemptsOf(company);
      assert.deepEqual([attempt.code, attempt.syncId], ['source-field-missing', pull.syncId]);
      assert.ok(attempt.detail.includes(pull.right));
      assert.equal((await company.integration()).status, 'error');
    });

  it('keeps the last roster in view after a failure, and recovers', async () => {
    const company = await createPullingCompany(service, 'personio');
    const first = await company.night();
    company.server.faults.set('wrong-token');
    const { pull } = await company.night();
    assert.equal(pull.code, 'source-unauthorised');
    const failed = await company.integration();
    assert.deepEqual([failed.status, failed.lastSyncId], ['error', first.pull.syncId]);
    company.server.faults.set();
    await company.night();
    assert.equal((await company.integration()).status, 'connected');
  });

  it('that fails at first leaves the connection failed', async () => {
    const company = await createPullingCompany(service, 'personio');
    company.server.faults.set('unavailable');
    await company.night();
    const { status, initialConnectionStatus, lastSyncId } = await company.integration();
    assert.deepEqual([status, initialConnectionStatus, lastSyncId], ['error', 'failed', null]);
  });

  it('is one at a time, and rosters from elsewhere are refused', async () => {
    const company = await createPullingCompany(service, 'personio');
    assert.equal((await company.trigger()).statusCode, 202);
    assert.equal((await company.integration()).canTriggerSync, false);
    const second = await company.trigger();
    assert.deepEqual([second.statusCode, second.json().code], [409, 'already-running']);
    const pushed = await company.submit([], { to: company.integrationId });
    assert.deepEqual([pushed.statusCode, pushed.json().code], [409, 'integration-is-pulled']);
  });
});
