import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_ATTEMPTS } from '../../../src/rosters/apply/apply-run.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { countWaiting } from '../support/waiting.ts';
import { dumpCompany } from './dump.ts';
import { failingWorker } from './failing-worker.ts';
import { allowLastName, REFUSED_LAST_NAME, refuseLastName, refuseLastNameAgain } from './refuse-last-name.ts';

const service = await createTestService();
const { sql } = service.database;
type Company = Awaited<ReturnType<typeof createSyncingCompany>>;

/** Returns the fields of the last sync of the integration. */
async function lastSync({ get, integrationId }: Company) {
  const { lastSyncId, lastSyncStatus, lastSynced } = (await get(`/hr-integrations/${integrationId}`)).json()
    .data;
  return { lastSyncId, lastSyncStatus, lastSynced };
}

/** Returns the fields of the last sync of every link, present or ended. */
async function syncOfLinks(company: Company): Promise<[string, string | null][]> {
  const people: { hrIntergartionLinks: { hrId: string; lastSyncId: string | null }[] }[] =
    await company.people();
  return people.flatMap(({ hrIntergartionLinks }) =>
    hrIntergartionLinks.map(({ hrId, lastSyncId }): [string, string | null] => [hrId, lastSyncId]),
  );
}

/** Runs the maximum number of attempts. Returns how many of them failed. */
async function attemptUntilGivenUp({ work }: Company): Promise<number> {
  for (let failures = 0; ; failures++) {
    try {
      await work();
      return failures;
    } catch {
      assert(failures < 100, 'it goes on for ever');
    }
  }
}

describe('an integration and its links show the last sync', () => {
  it('from queued to running to succeeded: the integration shows the latest accepted run, links the latest applied', async () => {
    const company = await createSyncingCompany(service);
    assert.deepEqual(await lastSync(company), {
      lastSyncId: null,
      lastSyncStatus: 'never',
      lastSynced: null,
    });
    await company.submit([entry('A'), entry('B')], { syncId: 'first' });
    const queued = await company.run('first');
    assert.deepEqual(await lastSync(company), {
      lastSyncId: 'first',
      lastSyncStatus: 'queued',
      lastSynced: queued.acceptedAt,
    });

    let meanwhile: unknown;
    const worker = failingWorker(company.worker, 5, async () => {
      meanwhile = await lastSync(company);
    });
    await company.work(worker);
    assert.deepEqual(meanwhile, {
      lastSyncId: 'first',
      lastSyncStatus: 'running',
      lastSynced: queued.acceptedAt,
    });
    const done = await company.run('first');
    assert.notEqual(done.finishedAt, null);
    assert.deepEqual(await lastSync(company), {
      lastSyncId: 'first',
      lastSyncStatus: 'succeeded',
      lastSynced: done.finishedAt,
    });

    await company.submit([entry('A', { lastName: 'Other' }), entry('B')], { syncId: 'second' });
    assert.equal((await lastSync(company)).lastSyncId, 'second');
    assert.deepEqual(await syncOfLinks(company), [
      ['A', 'first'],
      ['B', 'first'],
    ]);
    await company.work();
    assert.deepEqual(await syncOfLinks(company), [
      ['A', 'second'],
      ['B', 'second'],
    ]);
  });

  it('a link that ends keeps the sync it was last part of, until it is present again', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')], { syncId: 'first' });
    await company.sync([entry('A')], { syncId: 'second' });
    await company.sync([entry('A')], { syncId: 'third' });
    assert.deepEqual(await syncOfLinks(company), [
      ['A', 'third'],
      ['B', 'first'],
    ]);
    await company.sync([entry('A'), entry('B')], { syncId: 'fourth' });
    assert.deepEqual(await syncOfLinks(company), [
      ['A', 'fourth'],
      ['B', 'fourth'],
    ]);
  });

  it('also when it was held, discarded or superseded', async () => {
    const company = await createSyncingCompany(service);
    await company.set({ holdCount: 0 });
    await company.sync([entry('A'), entry('B')], { syncId: 'first' });
    const held = await company.sync([entry('A')], { syncId: 'second' });
    assert.deepEqual(await lastSync(company), {
      lastSyncId: 'second',
      lastSyncStatus: 'held',
      lastSynced: held.acceptedAt,
    });
    await company.send(`/hr-integrations/${company.integrationId}/syncs/second/discard`, {});
    const { finishedAt } = await company.run('second');
    assert.deepEqual(await lastSync(company), {
      lastSyncId: 'second',
      lastSyncStatus: 'discarded',
      lastSynced: finishedAt,
    });
    await company.sync([entry('A')], { syncId: 'third' });
    await company.submit([entry('A'), entry('B')], { syncId: 'fourth' });
    assert.equal((await company.run('third')).status, 'superseded');
    assert.deepEqual(
      [(await lastSync(company)).lastSyncId, (await lastSync(company)).lastSyncStatus],
      ['fourth', 'queued'],
    );
  });

  it('without a write to the rows of unchanged people', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const tables = ['employees', 'hr_links', 'sync_changes', 'tickets'];
    const before = await dumpCompany(sql, company.companyId, tables);
    const run = await company.sync([entry('B'), entry('A')]);
    assert.deepEqual([run.status, run.counts.unchanged], ['succeeded', 2]);
    assert.deepEqual(await dumpCompany(sql, company.companyId, tables), before);
  });
});

describe('a resubmitted roster', () => {
  it('is applied once, and the run shows the number of resubmissions and whether the content differed', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A')], { syncId: 'same' });
    await company.sync([entry('A')], { syncId: 'same' });
    const run = await company.sync([entry('A'), entry('B')], { syncId: 'same' });
    assert.deepEqual(
      [run.status, run.resubmissions, run.resubmittedDifferently, run.attempts],
      ['succeeded', 2, true, 1],
    );
    assert.equal((await company.people()).length, 1);
  });

  it('is answered with a header that says what becomes of it', async () => {
    const company = await createSyncingCompany(service);
    const send = async (syncId: string, ...hrIds: string[]) => {
      const answer = await company.submit(
        hrIds.map((hrId) => entry(hrId)),
        { syncId },
      );
      assert.equal(answer.statusCode, 204);
      return answer.headers['x-sync-resubmitted'];
    };
    assert.equal(await send('first', 'A'), undefined);
    assert.equal(await send('first', 'A'), 'same-body', 'while it waits');
    await company.work();
    assert.equal(await send('first', 'A'), 'same-body', 'after it was applied');
    assert.equal(await send('first', 'A', 'B'), 'other-body');
    assert.equal(await send('first', 'A'), 'same-body', 'the body that was accepted counts');
    assert.equal(await send('second', 'A'), undefined, 'the same body under another syncId');
    await company.sql`update sync_runs set status = 'failed', finished_at = now()
      where company_id = ${company.companyId} and sync_id = 'second'`;
    assert.equal(await send('second', 'A', 'B'), 'queued-again', 'a failed run is tried again');
    assert.equal((await company.run('second')).status, 'queued');
    assert.equal(await send('second', 'A', 'B'), 'same-body', 'the body that waits now counts');
  });

  it('may have a syncId that another integration has used', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A')], { syncId: 'same' });
    const run = await company.sync([entry('B')], { syncId: 'same', to: second });
    assert.deepEqual([run.status, run.resubmissions, run.counts.added], ['succeeded', 0, 1]);
  });

  it('is accepted while twenty runs wait, whereas a new roster is refused with 429', async () => {
    const company = await createSyncingCompany(service);
    for (let number = 1; number <= 20; number++) await company.submit([entry('A')], { syncId: `${number}` });
    const refused = await company.submit([entry('A')], { syncId: '21' });
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too-many-unfinished-runs']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await company.submit([entry('A')], { syncId: '20' })).statusCode, 204);
    const second = await company.newIntegration('Temps');
    assert.equal((await company.submit([entry('A')], { syncId: '21', to: second })).statusCode, 204);
  });

  it('waiting rosters are applied in the order of acceptance', async () => {
    const company = await createSyncingCompany(service);
    for (const [syncId, people] of [
      ['first', ['A', 'B']],
      ['second', ['B']],
      ['third', ['B', 'A']],
    ] as const)
      await company.submit(
        people.map((hrId) => entry(hrId)),
        { syncId },
      );
    const results = await company.work();
    assert.deepEqual(
      results.map(({ run }) => run?.acceptSeq),
      [1, 2, 3],
    );
    const [second, third] = [await company.run('second'), await company.run('third')];
    assert.deepEqual([second.counts.offboarded, third.counts.rehired], [1, 1]);
  });
});

describe('a run that cannot be applied', () => {
  before(() => refuseLastName(sql));
  const bad = [entry('A', { lastName: REFUSED_LAST_NAME }), entry('B')];

  it('changes nothing, and fails after the last attempt with a reason without personal data', async () => {
    const company = await createSyncingCompany(service);
    await company.submit(bad, { syncId: 'bad' });
    await assert.rejects(company.work());
    const running = await company.run('bad');
    assert.deepEqual([running.status, running.attempts], ['running', 1]);
    assert.equal(running.failure, 'Attempt 1: The database refused it with code P0001.');
    assert.equal(await attemptUntilGivenUp(company), MAX_ATTEMPTS - 2);
    const run = await company.run('bad');
    assert.deepEqual([run.status, run.attempts, run.counts], ['failed', MAX_ATTEMPTS, {}]);
    assert.equal(
      run.failure,
      'It could not be applied in 10 attempts, and nothing was changed. The database refused it with code P0001.',
    );
    assert.deepEqual(await company.people(), []);
    const { lastSyncStatus, lastSynced } = await lastSync(company);
    assert.deepEqual([lastSyncStatus, lastSynced], ['failed', run.finishedAt]);
    const integration = (await company.get(`/hr-integrations/${company.integrationId}`)).json().data;
    assert.deepEqual([integration.status, integration.initialConnectionStatus], ['error', 'failed']);
  });

  it('blocks neither the next roster nor the rosters of another company', async () => {
    const company = await createSyncingCompany(service);
    const neighbour = await createSyncingCompany(service);
    await company.submit(bad, { syncId: 'bad' });
    await company.submit([entry('B')], { syncId: 'good' });
    await assert.rejects(company.work());
    assert.equal((await neighbour.sync([entry('A')])).status, 'succeeded');
    await attemptUntilGivenUp(company);
    const [failed, good] = [await company.run('bad'), await company.run('good')];
    assert.deepEqual([failed.status, good.status, good.counts.added], ['failed', 'succeeded', 1]);
    const integration = (await company.get(`/hr-integrations/${company.integrationId}`)).json().data;
    assert.deepEqual([integration.status, integration.initialConnectionStatus], ['connected', 'completed']);
  });

  it('is tried again on a resubmission, with the resubmitted content', async () => {
    const company = await createSyncingCompany(service);
    await company.submit(bad, { syncId: 'bad' });
    await attemptUntilGivenUp(company);
    await company.submit([entry('A'), entry('B'), entry('C')], { syncId: 'bad' });
    const queued = await company.run('bad');
    assert.deepEqual([queued.status, queued.attempts, queued.failure], ['queued', 0, null]);
    await company.work();
    const run = await company.run('bad');
    assert.deepEqual(
      [run.status, run.counts.added, run.resubmissions, run.resubmittedDifferently],
      ['succeeded', 3, 1, true],
    );
    const integration = (await company.get(`/hr-integrations/${company.integrationId}`)).json().data;
    assert.equal(integration.status, 'connected');
  });

  it('is superseded on a resubmission after a later roster was applied', async () => {
    const company = await createSyncingCompany(service);
    await company.submit(bad, { syncId: 'bad' });
    await company.submit([entry('B')], { syncId: 'good' });
    await attemptUntilGivenUp(company);
    await allowLastName(sql);
    await company.submit(bad, { syncId: 'bad' });
    assert.deepEqual(await company.work(), []);
    await refuseLastNameAgain(sql);
    assert.equal((await company.run('bad')).status, 'superseded');
    assert.equal((await company.people()).length, 1);
  });

  it('is never shown as the last sync of a link, not even of a link that the next roster ends', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('B'), entry('C')], { syncId: 'first' });
    await company.set({ holdCount: 0 });
    await company.submit([...bad, entry('C')], { syncId: 'bad' });
    await attemptUntilGivenUp(company);
    assert.deepEqual(await syncOfLinks(company), [
      ['B', 'first'],
      ['C', 'first'],
    ]);
    await company.sync([entry('B')], { syncId: 'held' });
    // Sent again after a later roster, the failed run is superseded, like held runs that were applied in part.
    await company.submit([...bad, entry('C')], { syncId: 'bad' });
    assert.equal((await company.run('bad')).status, 'superseded');
    await company.send(`/hr-integrations/${company.integrationId}/syncs/held/approve`, {});
    assert.deepEqual(await syncOfLinks(company), [
      ['B', 'held'],
      ['C', 'first'],
    ]);
  });

  it('because the disk is full is tried again without a limit of attempts', async () => {
    const company = await createSyncingCompany(service);
    await company.submit([entry('A')], { syncId: 'patient' });
    const full = () =>
      failingWorker(company.worker, 3, async () => {
        throw Object.assign(new Error('could not extend file'), { code: '53100' });
      });
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) await assert.rejects(company.work(full()));
    const waiting = await company.run('patient');
    assert.deepEqual([waiting.status, waiting.attempts], ['running', MAX_ATTEMPTS + 1]);
    assert.equal(waiting.failure, 'Attempt 11: The database has no room left on its disk.');
    await company.work();
    const run = await company.run('patient');
    assert.deepEqual([run.status, run.failure, run.counts.added], ['succeeded', null, 1]);
  });

  for (const [size, table] of [
    ['small', 'roster_uploads'],
    ['large', 'roster_entries'],
  ] as const)
    it(`is not accepted while the disk is full: the answer to a ${size} roster is 503 with Retry-After`, async () => {
      const company = await createSyncingCompany(service);
      // Longer than a megabyte, so that its entries are copied.
      const profileImage = `https://pictures.example.com/${'x'.repeat(1_000)}`;
      const people = Array.from({ length: size === 'small' ? 1 : 1_500 }, (_, index) =>
        entry(`A${index}`, { profileImage }),
      );
      await sql.unsafe(`
        create or replace function no_room() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
        end $$`);
      await sql.unsafe(`
        create trigger no_room before insert on ${table} for each row when (new.company_id = ${company.companyId})
          execute function no_room()`);
      const answer = await company.submit(people, { syncId: 'early' });
      assertProblem(answer, 503, 'database-unavailable');
      assert.equal(answer.headers['retry-after'], '2');
      await sql.unsafe(`drop trigger no_room on ${table}`);
      assert.deepEqual(
        (await company.get(`/hr-integrations/${company.integrationId}/syncs`)).json().data.data,
        [],
      );
      assert.equal((await company.sync(people)).status, 'succeeded');
    });

  it('fails also when every worker died while applying it', async () => {
    const company = await createSyncingCompany(service);
    await company.submit([entry('A')], { syncId: 'deadly' });
    const dying = () =>
      failingWorker(company.worker, 3, async () => {
        throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
      });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) await assert.rejects(company.work(dying()));
    const running = await company.run('deadly');
    assert.deepEqual([running.status, running.attempts, running.failure], ['running', MAX_ATTEMPTS, null]);
    await company.work();
    const run = await company.run('deadly');
    assert.equal(run.status, 'failed');
    assert.match(run.failure, /The worker died each time\.$/);
    assert.deepEqual(await company.people(), []);
  });
});

it('a slow preview does not block the acceptance of a roster', async () => {
  const company = await createSyncingCompany(service);
  await company.sync([entry('A')]);
  const other = await sql.reserve();
  await other`begin`;
  await other`select from employees where company_id = ${company.companyId} for update`;
  const preview = company.send(`/hr-integrations/${company.integrationId}/sync/preview`, {
    syncId: 'preview',
    employees: [entry('A', { lastName: 'Neu' })],
  });
  while ((await countWaiting(sql)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // The lock that acceptance takes is free.
  await sql`
    select from hr_integrations where company_id = ${company.companyId} and id = ${company.integrationId}
    for no key update nowait`;
  await other`rollback`;
  other.release();
  assert.ok([200, 409].includes((await preview).statusCode));
});
