import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { REFUSED_LAST_NAME, refuseLastName } from '../rosters/refuse-last-name.ts';
import { assertProblem, withoutRequestId } from '../support/problem.ts';
import { largeEntries } from '../support/rosters.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { COOKIE, createPortalUser, ORIGIN } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;

const HYPERLINK = '=HYPERLINK("https://evil.example","click")';
const IMAGE = '<img src=x onerror=alert(1)>';

const NUMBERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const all = NUMBERS.map((number) => entry(number));

/** Returns an entry of a different person with the same personnel number. */
const differentPerson = (hrId: string) =>
  entry(hrId, {
    firstName: 'Zoe',
    lastName: 'Zweig',
    email: 'zoe@example.com',
    dateOfBirth: '1999-09-09',
    startDate: '2026-11-02',
  });

/** Creates a company with an applied roster and an admin. */
async function createCompany(employees: readonly Entry[] = all) {
  const company = await createSyncingCompany(service);
  await company.clock('2026-11-01');
  await company.sync(employees, { syncId: 'first' });
  await company.clock('2026-11-15');
  const admin = await createPortalUser(service, company.companyId);
  const base = `/integrations/${company.integrationId}`;
  const ask = async (path: string) => (await admin.send(`${base}${path}`)).json().data;
  const tell = (path: string, body: object | string | Buffer, headers: Record<string, string> = {}) =>
    admin.send(`${base}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const latest = async () => (await ask('/syncs?perPage=1')).data[0];
  const auditLines = async () => [
    ...(await sql<{ actor_id: number; action: string; subject: string; details: Record<string, unknown> }[]>`
      select actor_id, action, concat_ws(' ', subject_type, subject_id) as subject, details from audit_log
      where company_id = ${company.companyId} and actor_type = 'portal-user' and action <> 'signed-in'
      order by id`),
  ];
  return { ...company, admin, base, ask, tell, latest, auditLines };
}

/** Sends a roster without three of the eight people. */
async function createHeldRun() {
  const company = await createCompany();
  await company.set({ holdCount: 2 });
  await company.sync(all.slice(3));
  return { ...company, held: await company.latest() };
}

const names = (changes: { firstName: string | null; lastName: string | null }[]) =>
  changes.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

describe('the syncs of an integration', () => {
  it('are listed newest first, by status if asked, with the name of the integration and the number of entries', async () => {
    const company = await createCompany();
    await company.sync(all.slice(1), { syncId: 'second' });
    const { data, total } = await company.ask('/syncs');
    assert.equal(total, 2);
    assert.deepEqual(
      data.map((run: Record<string, unknown>) => [
        run['syncId'],
        run['integrationName'],
        run['entryCount'],
        run['integrationId'],
      ]),
      [
        ['second', 'HR', 7, company.integrationId],
        ['first', 'HR', 8, company.integrationId],
      ],
    );
    assert.equal((await company.ask('/syncs?statuses=failed,held')).total, 0);
    const { hrIntegrationId, resource, _links, ...said } = await company.run('second');
    const shown = { ...said, integrationId: hrIntegrationId, integrationName: 'HR', entryCount: 7 };
    assert.deepEqual(
      data[0],
      shown,
      `the rest is as in the public API, where it is a ${resource} with ${Object.keys(_links)}`,
    );
    assert.deepEqual(await company.ask(`/syncs/${data[0].id}`), {
      ...{ ...shown, heldPeople: 0, heldNumbers: 0 },
      largeOffboarding: null,
    });
  });

  it('are not found under another integration of the same company', async () => {
    const company = await createCompany();
    const { id } = await company.latest();
    const elsewhere = `/integrations/${await company.newIntegration('Other')}/syncs/${id}`;
    for (const path of ['', '/changes', '/changes.csv'])
      assertProblem(await company.admin.send(elsewhere + path), 404, 'not-found');
    const approval = { method: 'POST', body: { people: 0 } } as const;
    assertProblem(await company.admin.send(`${elsewhere}/approve`, approval), 404, 'not-found');
  });

  it('list their changes by person, with filters by outcome, name and personnel number', async () => {
    const company = await createCompany([
      entry('P-100%', { firstName: 'Jürgen', lastName: 'Groß' }),
      entry('P-200', { firstName: 'Anna', lastName: 'Schäfer' }),
      entry('P-300', { firstName: 'Anna', lastName: 'Meier' }),
    ]);
    const { id } = await company.latest();
    const found = async (query: string) => names((await company.ask(`/syncs/${id}/changes?${query}`)).data);
    assert.deepEqual(await found(''), ['Jürgen Groß', 'Anna Schäfer', 'Anna Meier']);
    assert.deepEqual(await found('search=anna'), ['Anna Schäfer', 'Anna Meier']);
    assert.deepEqual(await found('search=schaf+ANN'), ['Anna Schäfer']);
    assert.deepEqual(await found('search=gross'), ['Jürgen Groß']);
    assert.deepEqual(await found('search=p-2'), ['Anna Schäfer']);
    assert.deepEqual(await found('search=100%25'), ['Jürgen Groß']);
    assert.deepEqual(await found('search=Schäfer, Anna'), ['Anna Schäfer']);
    assert.deepEqual(await found('search=%25'), [], 'punctuation alone');
    assert.deepEqual(await found('search=_'), []);
    assert.deepEqual(await found('search=anna&outcomes=offboarded'), []);
    assert.deepEqual(await found('perPage=1&page=2'), ['Anna Schäfer']);
    const { resource, _links, ...said } = (await company.changes('first'))[0];
    const [shown] = (await company.ask(`/syncs/${id}/changes`)).data;
    assert.deepEqual(
      shown,
      { ...said, firstName: 'Jürgen', lastName: 'Groß' },
      `${resource} ${Object.keys(_links)}`,
    );
  });

  it('can be exported as CSV, in which no name is a formula', async () => {
    const company = await createCompany([
      entry('A', { firstName: HYPERLINK, lastName: IMAGE }),
      entry('+B', { lastName: 'Meier, geb. "Groß"' }),
    ]);
    const { id } = await company.latest();
    const { body, headers } = await company.admin.send(`${company.base}/syncs/${id}/changes.csv?language=en`);
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(headers['content-disposition']), new RegExp(`attachment; filename="Sync ${id}.csv"`));
    const [heading, first, second, end] = body.split('\r\n');
    assert.match(heading ?? '', /^\uFEFF"Internal id","Personnel number","First name"/);
    assert.ok(
      first?.includes(`"A","'=HYPERLINK(""https://evil.example"",""click"")","${IMAGE}","Added"`),
      first,
    );
    assert.ok(second?.includes('"\'+B","First+B","Meier, geb. ""Groß""","Added"'), second);
    assert.equal(end, '');
    const { body: none } = await company.admin.send(`${company.base}/syncs/${id}/changes.csv?outcomes=held`);
    assert.equal(none.split('\r\n').length, 2);
  });

  it('of any size are exported completely as CSV', async () => {
    const company = await createCompany(Array.from({ length: 4_500 }, (_, index) => entry(`N${index}`)));
    const { id } = await company.latest();
    const { body } = await company.admin.send(`${company.base}/syncs/${id}/changes.csv?language=en`);
    const numbers = body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]);
    assert.equal(new Set(numbers).size, 4_500);
    assert.equal(numbers.length, 4_500);
  });
});

describe('a held run', () => {
  it('shows how many people it would offboard, and offboards exactly them when that number is approved', async () => {
    const company = await createHeldRun();
    const { id, counts } = company.held;
    assert.deepEqual([counts.held, (await company.ask(`/syncs/${id}`)).heldPeople], [3, 3]);
    assertProblem(await company.tell(`/syncs/${id}/approve`, { people: 2 }), 409, 'conflict');
    assert.equal((await company.ask(`/syncs/${id}`)).status, 'held');
    const answer = await company.tell(`/syncs/${id}/approve`, { people: 3 });
    const { status, counts: now, heldPeople } = answer.json().data;
    assert.deepEqual([status, now.offboarded, now.held, heldPeople], ['succeeded', 3, 0, 0]);
    const gone = await company.ask(`/syncs/${id}/changes?outcomes=offboarded`);
    assert.deepEqual(
      gone.data.map(({ hrId, reason }: { hrId: string; reason: string }) => `${hrId} ${reason}`),
      ['A approved', 'B approved', 'C approved'],
    );
    assert.deepEqual(
      (await company.auditLines()).map(({ actor_id, action, subject, details }) => [
        actor_id,
        action,
        subject,
        details,
      ]),
      [
        [
          company.admin.id,
          'sync-approved',
          `hr-integration ${company.integrationId}`,
          { runId: id, ended: 3 },
        ],
      ],
    );
    assertProblem(await company.tell(`/syncs/${id}/approve`, { people: 3 }), 409, 'not-held');
  });

  it('is the last sync of a person’s link, on the person’s page and in the public record', async () => {
    const company = await createHeldRun();
    const [{ id }] = (await company.admin.send('/employees?perPage=1')).json().data.data;
    const { employee, links } = (await company.admin.send(`/employees/${id}`)).json().data;
    const [{ lastSyncId, lastSynced }] = employee.hrIntergartionLinks;
    assert.ok(lastSynced);
    assert.deepEqual([links[0].lastSyncId, links[0].lastSynced], [lastSyncId, lastSynced]);
  });

  it('counts only people whose end is still held, not a person who has left for another reason', async () => {
    const company = await createHeldRun();
    const { id } = company.held;
    await sql`
      update hr_links set ended_at = now()
        where company_id = ${company.companyId} and hr_id = 'A' and ended_at is null`;
    const refused = assertProblem(await company.tell(`/syncs/${id}/approve`, { people: 3 }), 409, 'conflict');
    assert.match(refused.detail, /^By now 2 people/);
    const { heldPeople } = await company.ask(`/syncs/${id}`);
    assert.equal((await company.tell(`/syncs/${id}/approve`, { people: heldPeople })).statusCode, 200);
  });

  it('offboards nobody when it is discarded, which needs the right number too', async () => {
    const company = await createHeldRun();
    const { id } = company.held;
    assertProblem(await company.tell(`/syncs/${id}/discard`, { people: 0 }), 409, 'conflict');
    const { status } = (await company.tell(`/syncs/${id}/discard`, { people: 3 })).json().data;
    assert.equal(status, 'discarded');
    const { people } = (await company.admin.send(company.base)).json().data;
    assert.equal(people, 8);
  });

  it('cannot be approved without a valid number of people', async () => {
    const company = await createHeldRun();
    for (const body of [{}, { people: -1 }, { people: '3' }, { people: 3, force: true }])
      assertProblem(await company.tell(`/syncs/${company.held.id}/approve`, body), 422, 'invalid-values');
  });
});

describe('a conflict', () => {
  async function createConflict() {
    const company = await createCompany([entry('A'), entry('B')]);
    const [known] = await company.people();
    await company.sync([differentPerson('A'), entry('B')]);
    const { data } = await company.ask('/conflicts');
    return { ...company, known, conflict: data[0], count: data.length };
  }

  it('shows both sides, only under its own integration', async () => {
    const company = await createConflict();
    const { firstName, lastName, email, dateOfBirth } = entry('A');
    const { terminationDate: _, hrId: __, ...zoe } = { terminationDate: null, ...differentPerson('A') };
    assert.equal(company.count, 1);
    assert.deepEqual(company.conflict, {
      id: company.conflict.id,
      hrId: 'A',
      record: { employeeId: company.known.id, firstName, lastName, email, dateOfBirth },
      entry: zoe,
      other: null,
    });
    const elsewhere = `/integrations/${await company.newIntegration('Other')}/conflicts`;
    assert.equal((await company.admin.send(elsewhere)).json().data.total, 0);
    const decision = { method: 'POST', body: { decision: 'new-person' } } as const;
    const answer = await company.admin.send(`${elsewhere}/${company.conflict.id}`, decision);
    assertProblem(answer, 404, 'not-found');
  });

  it('is shown at the person until it is decided', async () => {
    const company = await createConflict();
    const marks = async () => {
      const people = await company.people();
      const pages = people.map(({ id }: { id: number }) => company.admin.send(`/employees/${id}`));
      return (await Promise.all(pages)).map((page) => page.json().data.links[0].hasConflict);
    };
    assert.deepEqual(await marks(), [true, false]);
    await company.tell(`/conflicts/${company.conflict.id}`, { decision: 'same-person' });
    assert.deepEqual(await marks(), [false, false]);
  });

  it('resolved as the same person: the record gets the new name', async () => {
    const company = await createConflict();
    const answer = await company.tell(`/conflicts/${company.conflict.id}`, { decision: 'same-person' });
    assert.deepEqual(answer.json().data, { employeeId: company.known.id });
    assert.equal((await company.people())[0].firstName, 'Zoe');
    assert.equal((await company.ask('/conflicts')).total, 0);
    const [line] = await company.auditLines();
    assert.deepEqual(
      [line?.actor_id, line?.action, line?.subject],
      [company.admin.id, 'sync-conflict-resolved', `employee ${company.known.id}`],
    );
  });

  it('resolved as a new person: the person gets a new record', async () => {
    const company = await createConflict();
    const answer = await company.tell(`/conflicts/${company.conflict.id}`, { decision: 'new-person' });
    const { employeeId } = answer.json().data;
    assert.notEqual(employeeId, company.known.id);
    const people = await company.people();
    assert.deepEqual(
      people.map(({ firstName }: { firstName: string }) => firstName),
      ['FirstA', 'FirstB', 'Zoe'],
    );
    assertProblem(
      await company.tell(`/conflicts/${company.conflict.id}`, { decision: 'new-person' }),
      404,
      'not-found',
    );
  });
});

describe('a roster sent by hand', () => {
  it('becomes a run like any other, and the audit log says who sent it', async () => {
    const company = await createCompany();
    const roster = { syncId: 'by-hand', employees: [...all, entry('NEW')] };
    const answer = await company.tell('/rosters', roster);
    assert.equal(answer.statusCode, 202, answer.body);
    const { runId } = answer.json().data;
    assert.equal((await company.ask(`/syncs/${runId}`)).status, 'queued');
    await company.work();
    const { status, counts, syncId } = await company.ask(`/syncs/${runId}`);
    assert.deepEqual([status, counts.added, counts.unchanged, syncId], ['succeeded', 1, 8, 'by-hand']);
    const [by] = await sql`select api_key_id, portal_user_id from sync_runs where id = ${runId}`;
    assert.deepEqual({ ...by }, { api_key_id: null, portal_user_id: company.admin.id });
    const [line, ...more] = await company.auditLines();
    assert.deepEqual(
      [line?.actor_id, line?.action, line?.subject, line?.details],
      [
        company.admin.id,
        'roster-submitted',
        `hr-integration ${company.integrationId}`,
        { runId, entries: 9 },
      ],
    );
    assert.deepEqual(more, []);

    const again = await company.tell('/rosters', roster);
    assert.deepEqual(again.json().data, { runId }, 'sent twice, it is one run');
    assert.equal((await company.ask(`/syncs/${runId}`)).resubmissions, 1);
    assert.equal((await company.auditLines()).length, 1);
  });

  it('is validated as by the public API', async () => {
    const company = await createCompany();
    const rosters: (object | string)[] = [
      { employees: all },
      { syncId: 'x', employees: [] },
      {
        syncId: 'x',
        employees: [{ ...entry('A'), email: '', dateOfBirth: '2024-02-31' }, entry('B'), entry('B')],
      },
      { syncId: 'x', employees: [{ ...entry('A'), firstName: 'a\0b' }] },
      { syncId: 'x', employees: 'everybody' },
      '{"syncId": "x", "employees": [',
      '',
    ];
    for (const roster of rosters) {
      const theirs = await company.send(`/hr-integrations/${company.integrationId}/sync`, roster);
      for (const path of ['/rosters', '/rosters/preview']) {
        const ours = await company.tell(path, roster);
        assert.deepEqual(
          [ours.statusCode, withoutRequestId(ours.body)],
          [theirs.statusCode, withoutRequestId(theirs.body)],
        );
        assert.ok(ours.statusCode >= 400);
      }
    }
    assert.equal((await company.ask('/syncs')).total, 1);
    assert.deepEqual(await company.auditLines(), []);
  });

  it('may be compressed and large, and is refused above the limit of the public API', async () => {
    const company = await createCompany();
    const employees = largeEntries();
    const body = gzipSync(JSON.stringify({ syncId: 'large', employees }));
    const answer = await company.tell('/rosters', body, { 'content-encoding': 'gzip' });
    assert.equal(answer.statusCode, 202, answer.body);
    await company.work();
    const { counts } = await company.latest();
    assert.deepEqual([counts.added, counts.offboarded], [employees.length, 8]);
    const length = { 'content-length': String(service.config.rosterLimits.bytes + 1) };
    assertProblem(await company.tell('/rosters', '{}', length), 413, 'payload-too-large');
    assertProblem(
      await company.tell('/rosters', '{}', { 'content-type': 'text/csv' }),
      415,
      'unsupported-media-type',
    );
  });

  it('can be previewed with names, and the preview changes nothing', async () => {
    const company = await createCompany();
    const employees = [...all.slice(1), entry('NEW', { firstName: IMAGE, lastName: HYPERLINK })];
    const answer = await company.tell('/rosters/preview', { syncId: 'x', employees });
    const { counts, wouldBeHeld, changes } = answer.json().data;
    assert.deepEqual([counts.added, counts.offboarded, wouldBeHeld], [1, 1, false]);
    const byOutcome = changes.map(
      (change: { outcome: string; firstName: string; lastName: string; employeeId: number }) => [
        change.outcome,
        change.firstName,
        change.lastName,
        change.employeeId === null,
      ],
    );
    assert.deepEqual(byOutcome, [
      ['added', IMAGE, HYPERLINK, true],
      ['offboarded', 'FirstA', 'LastA', false],
    ]);
    assert.equal((await company.ask('/syncs')).total, 1);
    assert.deepEqual(await company.auditLines(), []);
  });

  it('names all its mistakes in a preview, not only the first hundred', async () => {
    const company = await createCompany();
    const wrong = Array.from({ length: 150 }, (_, index) => entry(`W${index}`, { email: 'nobody' }));
    const roster = { syncId: 'x', employees: [...wrong, ...wrong] };
    const preview = assertProblem(await company.tell('/rosters/preview', roster), 422, 'invalid-values');
    assert.deepEqual([preview.errors.length, preview.errorCount], [450, 450]);
    const sent = assertProblem(await company.tell('/rosters', roster), 422, 'invalid-values');
    assert.deepEqual([sent.errors.length, sent.errorCount], [100, 450]);
  });

  it('keeps the known absences of people without any if it is asked to, in small and in large files', async () => {
    const absences = [{ type: 'parental', startDate: '2026-12-01', endDate: null }];
    const ended = entry('B', {
      absences: [{ type: 'parental', startDate: '2026-12-01', endDate: '2026-12-15' }],
    });
    const without = [ended, ...all.filter(({ hrId }) => hrId !== 'B')];
    const company = await createCompany(all.map((each) => ({ ...each, absences })));
    const known = async () => {
      const rows = await sql<{ hrId: string; endDate: string | null }[]>`
        select hr_id as "hrId", absences -> 0 ->> 'endDate' as "endDate" from hr_links
        where company_id = ${company.companyId} and ended_at is null and absences <> '[]' order by hr_id`;
      return rows.map(({ hrId, endDate }) => [hrId, endDate]);
    };
    const all8 = NUMBERS.map((hrId) => [hrId, hrId === 'B' ? '2026-12-15' : null]);
    for (const newcomers of [[entry('NEW')], largeEntries()]) {
      const roster = {
        syncId: `keeps-${newcomers.length}`,
        employees: [...without, ...newcomers],
      };
      const preview = await company.tell('/rosters/preview?absences=keep', roster);
      assert.equal(preview.json().data.counts.updated, newcomers.length === 1 ? 1 : 0);
      assert.equal((await company.tell('/rosters?absences=keep', roster)).statusCode, 202);
      await company.work();
      assert.deepEqual(await known(), all8);
    }
    // The same bytes without the wish are another roster: the absences end.
    const plain = { syncId: 'plain', employees: without };
    await company.tell('/rosters?absences=keep', plain);
    await company.work();
    assert.equal((await known()).length, 8);
    await company.tell('/rosters', { ...plain, syncId: 'again' });
    await company.work();
    assert.deepEqual(await known(), [['B', '2026-12-15']]);
    assertProblem(await company.tell('/rosters?absences=drop', plain), 422, 'invalid-values');
  });

  it('tells the progress and the mistakes of its preview in lines if asked, and is refused as usual', async () => {
    const company = await createCompany();
    const lines = { accept: 'application/x-ndjson' };
    const roster = { syncId: 'x', employees: [...all.slice(1), entry('NEW')] };
    const answer = await company.tell('/rosters/preview', roster, lines);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/x-ndjson']);
    const told = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      told.slice(0, -1).map(({ progress: { step, done, total } }) => [step, done, total]),
      [
        ['planning', 0, 8],
        ['people', 0, 2],
        ['subscriptions', 0, 2],
        ['subscriptions', 1, 2],
        ['subscriptions', 2, 2],
      ],
    );
    const plain = await company.tell('/rosters/preview', roster);
    assert.deepEqual(told.at(-1), plain.json());
    const wrong = await company.tell('/rosters/preview', { employees: all }, lines);
    assert.equal(wrong.statusCode, 200);
    const { problem } = JSON.parse(wrong.body);
    assert.deepEqual([problem.status, problem.code], [422, 'invalid-values']);
    assertProblem(await company.tell('/rosters/preview', 'no JSON', lines), 400, 'malformed-request');
  });

  it('whose preview fails after the first progress has the problem as its last line', async () => {
    const company = await createCompany();
    const lines = { accept: 'application/x-ndjson' };
    await refuseLastName(sql);
    const employees = [...all, entry('NEW', { lastName: REFUSED_LAST_NAME })];
    const answer = await company.tell('/rosters/preview', { syncId: 'x', employees }, lines);
    const { problem } = JSON.parse(answer.body.trimEnd().split('\n').at(-1) ?? '');
    assert.equal(problem.code, 'internal-error');
  });

  it('is refused for a disconnected integration before its body is read', async () => {
    const company = await createCompany();
    await company.admin.send(company.base, { method: 'PATCH', body: { disconnected: true } });
    for (const path of ['/rosters', '/rosters/preview'])
      assertProblem(await company.tell(path, 'no JSON'), 409, 'integration-disconnected');
  });

  it('is refused if its sender has lost the admin role when the body has arrived', async () => {
    const company = await createCompany();
    const body = JSON.stringify({ syncId: 'late', employees: all });
    async function* slowly() {
      yield body.slice(0, 20);
      await sql`update portal_users set role = 'viewer' where id = ${company.admin.id}`;
      yield body.slice(20);
    }
    const answer = await service.app.inject({
      method: 'POST',
      url: `/portal/api${company.base}/rosters`,
      headers: {
        origin: ORIGIN,
        cookie: `${COOKIE}=${company.admin.token}`,
        'content-type': 'application/json',
      },
      payload: Readable.from(slowly()),
    });
    assertProblem(answer, 403, 'role-required');
    assert.equal((await company.ask('/syncs')).total, 1);
    const [attempt] = (await company.ask('/attempts')).data;
    assert.deepEqual([attempt.code, attempt.syncId], ['role-required', 'late']);
  });

  it('is in the list of refused rosters with the name of its sender, as those of API keys are', async () => {
    const company = await createCompany();
    assertProblem(await company.tell('/rosters', { syncId: 'mine', employees: [] }), 422, 'invalid-values');
    assertProblem(
      await company.tell('/rosters/preview', { syncId: 'try', employees: [] }),
      422,
      'invalid-values',
    );
    await company.submit([], { syncId: 'theirs' });
    const { data, total } = await company.ask('/attempts');
    assert.equal(total, 2, 'a preview submits nothing');
    const [{ name: keyName } = { name: '' }] = await sql<{ name: string }[]>`
      select name from api_keys where id = ${company.key.id}`;
    assert.deepEqual(
      data.map(({ syncId, sender, errors }: Record<string, unknown>) => ({ syncId, sender, errors })),
      [
        ['theirs', { type: 'api-key', id: company.key.id, name: keyName }],
        ['mine', { type: 'portal-user', id: company.admin.id, name: company.admin.email }],
      ].map(([syncId, sender]) => ({
        syncId,
        sender,
        errors: [{ in: 'body', pointer: '/employees', code: 'too-few' }],
      })),
    );
  });
});

describe('possible duplicates', () => {
  const same = (hrId: string) =>
    entry(hrId, { firstName: 'Ada', lastName: 'Beispiel', email: 'ada@example.com' });

  it('are listed with their numbers and what the roster says', async () => {
    const company = await createCompany([...all, same('10'), same('11')]);
    const [ada] = (await company.people()).slice(-1);
    const { total, data } = await company.ask('/duplicates');
    assert.equal(total, 1);
    assert.deepEqual(data[0], {
      id: data[0].id,
      first: { hrId: '10', employeeId: ada.id },
      other: { hrId: '11', employeeId: null },
      entry: {
        firstName: 'Ada',
        lastName: 'Beispiel',
        email: 'ada@example.com',
        dateOfBirth: ada.dateOfBirth,
        startDate: '2020-01-01',
      },
    });
    const elsewhere = await company.newIntegration('Other');
    const other = await company.admin.send(`/integrations/${elsewhere}/duplicates`);
    assert.equal(other.json().data.total, 0);
  });

  for (const [decision, people] of [
    ['same-person', 9],
    ['two-people', 10],
  ] as const)
    it(`decided as ${decision}, leave ${people} people, once and audited`, async () => {
      const company = await createCompany([...all, same('10'), same('11')]);
      const [pair] = (await company.ask('/duplicates')).data;
      const answer = await company.tell(`/duplicates/${pair.id}`, { decision });
      assert.equal(answer.statusCode, 200, answer.body);
      const found = await company.people();
      assert.equal(found.length, people);
      const { employeeId } = answer.json().data;
      assert.equal(employeeId, found.at(-1).id);
      assert.equal((await company.ask('/duplicates')).total, 0);
      assertProblem(await company.tell(`/duplicates/${pair.id}`, { decision }), 404, 'not-found');
      const decided = (await company.auditLines()).filter(
        ({ action }) => action === 'sync-duplicate-decided',
      );
      assert.deepEqual(
        decided.map(({ actor_id, details }) => [actor_id, details['decision']]),
        [[company.admin.id, decision]],
      );
    });

  it('are decided by their own integration only, with a known decision', async () => {
    const company = await createCompany([...all, same('10'), same('11')]);
    const [pair] = (await company.ask('/duplicates')).data;
    const elsewhere = await company.newIntegration('Other');
    const wrong = await company.admin.send(`/integrations/${elsewhere}/duplicates/${pair.id}`, {
      method: 'POST',
      body: { decision: 'same-person' },
      headers: { 'content-type': 'application/json' },
    });
    assertProblem(wrong, 404, 'not-found');
    assertProblem(await company.tell(`/duplicates/${pair.id}`, { decision: 'both' }), 422, 'invalid-values');
    assert.equal((await company.ask('/duplicates')).total, 1);
  });
});
