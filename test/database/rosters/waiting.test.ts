import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../src/people/privacy/erase-employee.ts';
import { decideAllWaiting, decideWaiting } from '../../../src/rosters/decide/decide-waiting.ts';
import { countWaiting } from '../../../src/rosters/decide/list-waiting.ts';
import { takeBackDecision } from '../../../src/rosters/decide/take-back-decision.ts';
import { addPerson } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
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
    select hr_id as "hrId", decision, employee_id as "employeeId" from waiting_entries where company_id = ${companyId} order by hr_id collate "C"`;
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

/** The company after the restricted key has sent the entry of the person in “Staff”. */
async function createWaitingCompany(other: object = {}) {
  const company = await createMovingCompany();
  const { sql, companyId, syncRestricted, people } = company;
  await syncRestricted([asTemp(other), entry('T2')]);
  const [victim] = (await people()).filter(({ email }: { email: string }) => email === VICTIM.email);
  const [row] = await sql<{ id: number }[]>`
    select id from waiting_entries where company_id = ${companyId} and hr_id = 'T1'`;
  const entryId = row?.id ?? assert.fail('no entry waits');
  const decide = (about: Parameters<typeof decideWaiting>[4], id = entryId) =>
    sql.begin((tx) => decideWaiting(tx, companyId, { id }, OPERATOR, about));
  const takeBack = () => sql.begin((tx) => takeBackDecision(tx, companyId, { id: entryId }, OPERATOR));
  const seen = async () => (await company.ask(`/employees/${victim.id}`)).statusCode;
  const record = async () => (await company.get(`/employees/${victim.id}`)).json().data;
  return { ...company, victimId: victim.id as number, entryId, decide, takeBack, seen, record };
}

describe('same person', () => {
  it('links the person, who is then one of the key’s people', async () => {
    const { decide, victimId, seen, record, syncRestricted, waiting, sql, companyId } =
      await createWaitingCompany();
    assert.equal(await seen(), 404);
    assert.equal(await decide({ decision: 'same-person', employeeId: victimId }), victimId);
    assert.equal(await seen(), 200);
    const { hrIntergartionLinks, firstName, dateOfBirth } = await record();
    assert.deepEqual(
      hrIntergartionLinks.map(({ hrId }: { hrId: string }) => hrId),
      ['S1', 'T1'],
    );
    assert.deepEqual([firstName, dateOfBirth], ['Vera', VICTIM.dateOfBirth]);
    const again = await syncRestricted([asTemp(), entry('T2')]);
    assert.deepEqual([again.counts.waiting, again.counts.unchanged], [0, 2]);
    assert.deepEqual([...(await waiting())], [{ hrId: 'T1', decision: 'same-person', employeeId: victimId }]);
    const [audit] = await sql`
      select action, subject_id as subject from audit_log where company_id = ${companyId} order by id desc limit 1`;
    assert.deepEqual({ ...audit }, { action: 'waiting-entry-decided', subject: victimId });
  });

  it('with another birth date leaves the record of a present person as it is, and later rosters raise no conflict', async () => {
    const other = { dateOfBirth: '1979-01-01' };
    const { decide, record, syncRestricted, sync } = await createWaitingCompany(other);
    await decide({ decision: 'same-person' });
    assert.equal((await record()).dateOfBirth, VICTIM.dateOfBirth);
    const again = await syncRestricted([asTemp(other), entry('T2')]);
    assert.deepEqual([again.counts.waiting, again.counts.conflict, again.counts.unchanged], [0, 0, 2]);
    assert.equal((await sync([VICTIM, entry('S2')])).counts.unchanged, 2);
  });

  it('brings somebody back who had left, with the data of the entry', async () => {
    const { decide, sync, syncRestricted, record } = await createWaitingCompany({
      dateOfBirth: '1979-01-01',
    });
    assert.equal((await sync([entry('S2')])).counts.offboarded, 1);
    await decide({ decision: 'same-person' });
    const { dateOfBirth, subscription } = await record();
    assert.equal(dateOfBirth, '1979-01-01');
    assert.notEqual(subscription.status, 'cancelled');
    const again = await syncRestricted([asTemp({ dateOfBirth: '1979-01-01' }), entry('T2')]);
    assert.deepEqual([again.counts.conflict, again.counts.unchanged], [0, 2]);
  });

  it('is refused for somebody with another address, and for somebody whom the integration lists already', async () => {
    const { decide, people, sql, companyId, temps, victimId } = await createWaitingCompany();
    const stranger = (await people()).find(({ email }: { email: string }) => email === 's2@example.com');
    await assert.rejects(decide({ decision: 'same-person', employeeId: stranger.id }), {
      details: { reason: 'not-with-this-address' },
    });
    await sql`
      insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on)
      values (${companyId}, ${victimId}, ${temps}, 'hr-integration', 'T77', '2020-01-01', '2026-01-01')`;
    await assert.rejects(decide({ decision: 'same-person', employeeId: victimId }), /number T77/);
  });

  it('needs the person’s id if several have the address', async () => {
    const { decide, sql, companyId, victimId } = await createWaitingCompany();
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      values (${companyId}, 'Viktor', 'Twin', 'VICTIM@example.com', '1980-05-06')`;
    await assert.rejects(decide({ decision: 'same-person' }), {
      details: { reason: 'not-with-this-address' },
    });
    assert.equal(await decide({ decision: 'same-person', employeeId: victimId }), victimId);
  });
});

describe('new person', () => {
  it('adds a record with the number', async () => {
    const { decide, victimId, seen, ask, syncRestricted } = await createWaitingCompany({
      firstName: 'Viktor',
    });
    const employeeId = await decide({ decision: 'new-person' });
    assert.notEqual(employeeId, victimId);
    assert.deepEqual([(await ask(`/employees/${employeeId}`)).statusCode, await seen()], [200, 404]);
    const again = await syncRestricted([asTemp({ firstName: 'Viktor' }), entry('T2')]);
    assert.deepEqual([again.counts.waiting, again.counts.unchanged], [0, 2]);
  });

  it('is refused if somebody fits by address, birth date and first name', async () => {
    const { decide } = await createWaitingCompany();
    await assert.rejects(decide({ decision: 'new-person' }), { details: { reason: 'entry-fits-somebody' } });
  });
});

describe('a decision that is taken back', () => {
  it('takes the person out of the scope, with every link made since, and the entry waits again', async () => {
    const { decide, takeBack, seen, record, syncRestricted, waiting, ask } = await createWaitingCompany();
    await decide({ decision: 'same-person' });
    // The key lists the person under another number.
    await syncRestricted([asTemp({ hrId: 'T9' }), entry('T2')]);
    assert.equal(await seen(), 200);
    await takeBack();
    assert.equal(await seen(), 404);
    assert.equal((await ask('/employees?hrIds=T9')).json().data.total, 0);
    assert.deepEqual(
      (await record()).hrIntergartionLinks.map(({ hrId }: { hrId: string }) => hrId),
      ['S1'],
    );
    // The last roster lists another number, which waits from the next roster on.
    assert.deepEqual([...(await waiting())], []);
    const run = await syncRestricted([asTemp({ hrId: 'T9' }), entry('T2')]);
    assert.deepEqual([run.counts.waiting, run.counts.adopted], [1, 0]);
    assert.equal(await seen(), 404);
  });

  it('can be decided again, and an equal roster is read again', async () => {
    const { decide, takeBack, syncRestricted, waiting, victimId, record } = await createWaitingCompany();
    const roster = [asTemp(), entry('T2')];
    await decide({ decision: 'same-person' });
    await syncRestricted(roster);
    await takeBack();
    assert.deepEqual([...(await waiting())], [{ hrId: 'T1', decision: null, employeeId: null }]);
    assert.equal((await syncRestricted(roster)).counts.waiting, 1);
    assert.equal(await decide({ decision: 'same-person' }), victimId);
    assert.equal((await record()).hrIntergartionLinks.length, 2);
  });

  it('leaves nothing to wait for if the last roster omits the number, also while that end is held', async () => {
    const { sql, temps, decide, takeBack, sync, syncRestricted, waiting } = await createWaitingCompany({
      dateOfBirth: '1979-01-01',
    });
    await sync([entry('S2')]);
    await decide({ decision: 'same-person' });
    await sql`update hr_integrations set hold_count = 0 where id = ${temps}`;
    const run = await syncRestricted([entry('T2')]);
    assert.deepEqual([run.status, run.counts.held], ['held', 1]);
    await takeBack();
    assert.deepEqual([...(await waiting())], []);
  });

  it('gives the record its earlier data back, and ends the links to the person’s page', async () => {
    const { decide, takeBack, sync, record, sql, victimId } = await createWaitingCompany({
      dateOfBirth: '1979-01-01',
      lastName: 'Wrong',
    });
    await sync([entry('S2')]);
    const versionOf = async () =>
      (
        await sql<{ version: number }[]>`select link_version as version from employees where id = ${victimId}`
      )[0]?.version ?? 0;
    const before = await versionOf();
    await decide({ decision: 'same-person' });
    assert.deepEqual([(await record()).lastName, (await record()).dateOfBirth], ['Wrong', '1979-01-01']);
    await takeBack();
    assert.deepEqual(
      [(await record()).lastName, (await record()).dateOfBirth],
      [VICTIM.lastName, VICTIM.dateOfBirth],
    );
    assert.ok((await versionOf()) > before);
    // The number of Staff comes back: it is still the person, and no conflict.
    const back = await sync([VICTIM, entry('S2')]);
    assert.deepEqual([back.counts.rehired, back.counts.conflict], [1, 0]);
  });
});

describe('all at once', () => {
  const many = async () => {
    const company = await createMovingCompany();
    const { sync, syncRestricted, sql, companyId, temps } = company;
    const staff = ['A', 'B', 'C', 'D'].map((name) => entry(name));
    await sync([VICTIM, ...staff]);
    const [a, b, c] = staff as [Entry, Entry, Entry];
    await syncRestricted([
      { ...a, hrId: 'TA' },
      { ...b, hrId: 'TB' },
      { ...c, hrId: 'TC', dateOfBirth: '1999-09-09' },
      // An address that several entries have is never decided with the others: one of them could be a guess.
      asTemp({ hrId: 'T1' }),
      asTemp({ hrId: 'T2', dateOfBirth: '1979-01-01' }),
    ]);
    const decideAll = (decision: 'same-person' | 'new-person', expected?: number) =>
      sql.begin((tx) => decideAllWaiting(tx, companyId, temps, OPERATOR, { decision, expected }));
    return { ...company, decideAll };
  };

  it('decides what leaves no doubt, and leaves the rest', async () => {
    const { decideAll, waiting, sql, companyId, temps, ask } = await many();
    assert.deepEqual(await countWaiting(sql, companyId, temps), {
      open: 5,
      decided: 0,
      samePerson: 2,
      newPerson: 1,
    });
    await assert.rejects(decideAll('same-person', 3), {
      details: { reason: 'entries-changed', values: { entries: 2 } },
    });
    assert.equal(await decideAll('same-person', 2), 2);
    assert.equal(await decideAll('new-person', 1), 1);
    assert.deepEqual(
      (await waiting()).map(({ hrId, decision }) => [hrId, decision]),
      [
        ['T1', null],
        ['T2', null],
        ['TA', 'same-person'],
        ['TB', 'same-person'],
        ['TC', 'new-person'],
      ],
    );
    assert.equal((await ask('/employees')).json().data.total, 3);
  });
});

test('an integration that takes over the people of another matches them, and ending that lets entries wait again', async () => {
  const { set, syncRestricted, staff, temps, ask, newIntegration } = await createMovingCompany();
  const elsewhere = await newIntegration('Elsewhere');
  const roster = [asTemp(), entry('T2')];
  assert.equal((await syncRestricted(roster)).counts.waiting, 1);
  await set({ takesOver: [elsewhere] }, temps);
  assert.equal((await syncRestricted(roster)).counts.waiting, 1);
  await set({ takesOver: [staff, temps] }, temps);
  const run = await syncRestricted(roster);
  assert.deepEqual([run.counts.waiting, run.counts.adopted], [0, 1]);
  assert.equal((await ask('/employees')).json().data.total, 2);
  await set({ takesOver: [] }, temps);
  const s2 = { ...entry('S2'), hrId: 'T3' };
  assert.equal((await syncRestricted([...roster, s2])).counts.waiting, 1);
  await assert.rejects(set({ takesOver: [999_999] }, temps), /no integration 999999/);
});

test('a person whom a waiting entry means cannot be erased', async () => {
  const { sync, syncRestricted, people, sql, companyId } = await createMovingCompany();
  const { id } = (await people()).find(({ email }: { email: string }) => email === VICTIM.email);
  await sync([entry('S2')]);
  await syncRestricted([asTemp()]);
  await sql`update employees set term_start = null, term_end_hr = null, term_end_hr_cause = null where id = ${id}`;
  await assert.rejects(
    sql.begin((tx) => eraseEmployee(tx, companyId, id, OPERATOR)),
    { details: { reason: 'entry-waits' } },
  );
});

test('“new person” in a conflict of a restricted key gives the number to nobody outside its scope', async () => {
  const { syncRestricted, resolveOpenConflict, ask, people } = await createMovingCompany();
  await syncRestricted([entry('T1'), entry('T2')]);
  const run = await syncRestricted([asTemp(), entry('T2')]);
  assert.equal(run.counts.conflict, 1);
  await resolveOpenConflict('new-person');
  const victim = (await people()).find(
    ({ hrIntergartionLinks }: { hrIntergartionLinks: { hrId: string }[] }) =>
      hrIntergartionLinks.some(({ hrId }) => hrId === 'S1'),
  );
  assert.equal((await ask(`/employees/${victim.id}`)).statusCode, 404);
});
