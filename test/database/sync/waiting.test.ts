import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { failingWorker } from './failing-worker.ts';

const service = await createTestService();

/** A company with a person in the integration “Staff”, and a key that is restricted to another integration. */
async function createMovingCompany() {
  const company = await createSyncingCompany(service);
  const { companyId, sql, integrationId: staff, newIntegration, sync } = company;
  const temps = await newIntegration('Temps');
  await sync([VICTIM, entry('S2')]);
  const { ask, submit, sync: syncRestricted, preview } = await company.restrictTo(temps);
  const waiting = () => sql<{ hrId: string; decision: string | null; employeeId: number | null }[]>`
    select hr_id as "hrId", decision, employee_id as "employeeId" from waiting_entries where company_id = ${companyId} order by id`;
  return { ...company, staff, temps, ask, submitRestricted: submit, syncRestricted, preview, waiting };
}

const VICTIM = entry('S1', { email: 'victim@example.com', dateOfBirth: '1980-05-06', firstName: 'Vera' });
const asTemp = (other: object = {}) => entry('T1', { ...VICTIM, hrId: 'T1', ...other });

/** Everything that a restricted key is told, without what is about its own request. */
const told = ({ counts, problems, changes, status, wouldBeHeld }: Record<string, unknown>) => ({
  counts,
  problems,
  status,
  wouldBeHeld,
  changes: (changes as Record<string, unknown>[]).map(({ id: _, _links, ...change }) => change),
});

test('a preview with many birth dates for one address does not show which one is right', async () => {
  const { preview } = await createMovingCompany();
  const dates = Array.from({ length: 200 }, (_, day) =>
    new Date(Date.UTC(1980, 3, 1 + day)).toISOString().slice(0, 10),
  );
  assert.ok(dates.includes(VICTIM.dateOfBirth));
  const { counts, changes, problems } = await preview(
    dates.map((dateOfBirth, at) => asTemp({ hrId: `T${at}`, dateOfBirth })),
  );
  assert.deepEqual([counts.waiting, counts.added, counts.adopted], [200, 0, 0]);
  for (const { outcome, reason, employeeId, fields, before, after } of changes)
    assert.deepEqual(
      { outcome, reason, employeeId, fields, before, after },
      {
        outcome: 'waiting',
        reason: 'known-outside-scope',
        employeeId: null,
        fields: {},
        before: null,
        after: null,
      },
    );
  const codes = problems.map(({ code, count }: { code: string; count: number }) => [code, count]);
  assert.deepEqual(codes.sort(), [
    ['email-used-twice', 200],
    ['waiting', 200],
  ]);
});

test('the key gets the same answers for a right and a wrong birth date, in every state of the person', async () => {
  const states: [string, (company: Awaited<ReturnType<typeof createMovingCompany>>) => Promise<unknown>][] = [
    ['listed', async () => {}],
    ['left', ({ sync }) => sync([entry('S2')])],
    [
      'without a link',
      ({ sql, companyId }) => sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      values (${companyId}, 'Vera', 'Hand', 'hand@example.com', '1980-05-06')`,
    ],
    [
      'twice',
      ({ sql, companyId }) => sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      values (${companyId}, 'Vera', 'Twice', 'VICTIM@example.com', '1980-05-06')`,
    ],
    [
      'a twin',
      ({ sql, companyId }) => sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      values (${companyId}, 'Viktor', 'Twin', 'victim@example.com', '1980-05-06')`,
    ],
  ];
  for (const [state, arrange] of states) {
    const email = state === 'without a link' ? 'hand@example.com' : VICTIM.email;
    const seen = [];
    for (const dateOfBirth of ['1980-05-06', '1979-01-01']) {
      const company = await createMovingCompany();
      await company.syncRestricted([entry('OWN')]);
      await arrange(company);
      const roster = [entry('OWN'), asTemp({ email, dateOfBirth })];
      const previewed = told(await company.preview(roster));
      const run = told(await company.syncRestricted(roster));
      const again = told(await company.syncRestricted(roster));
      // Omitted, under another number, and twice in a roster.
      const gone = told(await company.syncRestricted([entry('OWN')]));
      const renumbered = told(
        await company.syncRestricted([entry('OWN'), asTemp({ hrId: 'T2', email, dateOfBirth })]),
      );
      const twice = told(
        await company.syncRestricted([
          entry('OWN'),
          ...['T3', 'T4'].map((hrId) => asTemp({ hrId, email, dateOfBirth })),
        ]),
      );
      // As the new data of somebody whom the key may see.
      const taken = told(await company.syncRestricted([entry('OWN', { email, dateOfBirth })]));
      const { total, data } = (await company.ask('/employees')).json().data;
      const listed = data.map(
        ({ hrIntergartionLinks: [link] }: { hrIntergartionLinks: { hrId: string }[] }) => link?.hrId,
      );
      const integration = (await company.ask(`/hr-integrations/${company.temps}`)).json().data;
      const attempts = (await company.ask(`/hr-integrations/${company.temps}/attempts`)).json().data.total;
      seen.push(
        JSON.parse(
          JSON.stringify({
            previewed,
            run,
            again,
            gone,
            renumbered,
            twice,
            taken,
            total,
            listed,
            attempts,
            status: integration.status,
          })
            .replaceAll(dateOfBirth, 'DATE')
            .replaceAll(/"employeeId":\d+/g, '"employeeId":"own"'),
        ),
      );
      assert.equal((run.counts as Record<string, number>)['waiting'], 1, state);
    }
    assert.deepEqual(seen[0], seen[1], state);
  }
});

test('people in the scope are matched as before, and unknown addresses are added', async () => {
  const { syncRestricted, sql, companyId, temps } = await createMovingCompany();
  const known = await addPerson(sql, companyId, { firstName: 'Known', links: [{ integrationId: temps }] });
  const [record] = await sql<{ email: string; dateOfBirth: string }[]>`
    select email, date_of_birth as "dateOfBirth" from employees where id = ${known}`;
  const run = await syncRestricted([
    entry('NEW'),
    entry('K1', { firstName: 'Known', ...record }),
    asTemp({ dateOfBirth: '1999-09-09' }),
  ]);
  assert.deepEqual(
    run.changes
      .map(({ hrId, outcome, employeeId }: Record<string, unknown>) => [hrId, outcome, employeeId === known])
      .sort(),
    [
      ['K1', 'adopted', true],
      ['NEW', 'added', false],
      ['T1', 'waiting', false],
    ],
  );
  const { counts } = run;
  assert.deepEqual(
    [counts.entries, counts.added, counts.adopted, counts.waiting, counts.unchanged],
    [3, 1, 1, 1, 0],
  );
});

test('a key without restrictions, and an admin in the portal, match everybody', async () => {
  const { syncRestricted, sync, temps, waiting } = await createMovingCompany();
  await syncRestricted([asTemp()]);
  assert.equal((await waiting()).length, 1);
  const run = await sync([asTemp()], { to: temps });
  assert.equal(run.counts.adopted, 1);
  assert.deepEqual([...(await waiting())], []);
});

test('while an entry waits, its person does not leave the other integration; an unchanged roster is judged anew afterwards', async () => {
  const { sync, syncRestricted, people } = await createMovingCompany();
  const statusOf = async () =>
    (await people()).find(({ email }: { email: string }) => email === VICTIM.email)?.hrIntergartionLinks
      .length;
  await syncRestricted([asTemp(), entry('T2')]);
  const without = [entry('S2')];
  const moved = await sync(without);
  assert.deepEqual([moved.counts.offboarded, moved.counts.unlinked], [0, 0]);
  assert.equal(await statusOf(), 1);
  // The same bytes again, while nothing has changed, and after the entry has gone.
  assert.equal((await sync(without)).counts.offboarded, 0);
  await syncRestricted([entry('T2')]);
  assert.equal((await sync(without)).counts.offboarded, 1);
});

test('only the person with the address, the birth date and the first name of the entry counts as listed', async () => {
  for (const other of [{ dateOfBirth: '1979-01-01' }, { firstName: 'Viktor' }]) {
    const { sync, syncRestricted } = await createMovingCompany();
    assert.equal((await syncRestricted([asTemp(other)])).counts.waiting, 1);
    assert.equal((await sync([entry('S2')])).counts.offboarded, 1);
  }
});

test('a person of the integration whose new number waits stays under the old one', async () => {
  const { sync, syncRestricted, temps, sql, companyId } = await createMovingCompany();
  await syncRestricted([entry('T1'), entry('T2')]);
  // Somebody else gets the address of T1, so that a new number with it waits.
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth)
    values (${companyId}, 'Other', 'Person', 't1@example.com', '1950-01-01')`;
  const renumbered = { ...entry('T1'), hrId: 'T9' };
  const run = await syncRestricted([renumbered, entry('T2')]);
  assert.deepEqual([run.counts.waiting, run.counts.offboarded, run.counts.renumbered], [1, 0, 0]);
  const decided = await sync([renumbered, entry('T2')], { to: temps });
  assert.deepEqual([decided.counts.renumbered, decided.counts.offboarded], [1, 0]);
});

test('an unchanged roster of another sender is not taken for judged', async () => {
  const { sync, syncRestricted, temps } = await createMovingCompany();
  const roster = [asTemp(), entry('T2')];
  await syncRestricted(roster);
  const again = await syncRestricted(roster);
  assert.deepEqual([again.counts.waiting, again.counts.unchanged], [1, 1]);
  assert.equal((await sync(roster, { to: temps })).counts.adopted, 1);
  // Everybody is linked now: for either sender nothing has changed.
  const restricted = await syncRestricted(roster);
  assert.deepEqual([restricted.counts.waiting, restricted.counts.unchanged], [0, 2]);
});

test('a run keeps the scope of its sender, whoever sends it again and whatever becomes of the key', async () => {
  const failing = async (first: 'restricted' | 'whole', second: 'restricted' | 'whole') => {
    const company = await createMovingCompany();
    const { submitRestricted, submit, work, sql, companyId, temps, run } = company;
    const by = {
      restricted: () => submitRestricted([asTemp()], 'again'),
      whole: () => submit([asTemp()], { syncId: 'again', to: temps }),
    };
    assert.equal((await by[first]()).statusCode, 204);
    await sql`update sync_runs set status = 'failed', finished_at = now(), upload_id = null
      where company_id = ${companyId} and sync_id = 'again'`;
    assert.equal((await by[second]()).statusCode, 204);
    // The key is widened after the roster was accepted.
    await sql`update api_keys set is_scoped = false where company_id = ${companyId}`;
    await work();
    return (await run('again', temps)).counts;
  };
  for (const [first, second] of [
    ['restricted', 'restricted'],
    ['restricted', 'whole'],
    ['whole', 'restricted'],
  ] as const) {
    const { waiting, adopted } = await failing(first, second);
    assert.deepEqual([waiting, adopted], [1, 0], `${first}, then ${second}`);
  }
  assert.equal((await failing('whole', 'whole')).adopted, 1);
});

test('a worker that dies leaves nothing, and the next one judges by the same scope', async () => {
  const { submitRestricted, work, worker, temps, run, waiting } = await createMovingCompany();
  await submitRestricted([asTemp()], 'dies');
  const failing = failingWorker(worker, 12, async () => {
    throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' });
  });
  await assert.rejects(work(failing));
  assert.equal((await waiting()).length, 0);
  await work();
  assert.equal((await run('dies', temps)).counts.waiting, 1);
});

test('an invalid entry leaves its number waiting', async () => {
  const { syncRestricted, waiting, send, work, temps } = await createMovingCompany();
  await syncRestricted([asTemp(), entry('T2'), entry('T3'), entry('T4')]);
  const broken = { ...asTemp(), dateOfBirth: 'unknown' };
  const answer = await send(`/hr-integrations/${temps}/sync?onInvalid=keep`, {
    syncId: 'broken',
    employees: [broken, entry('T2'), entry('T3'), entry('T4')],
  });
  assert.equal(answer.statusCode, 204, answer.body);
  await work();
  assert.deepEqual(
    (await waiting()).map(({ hrId }) => hrId),
    ['T1'],
  );
});
