import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { peopleWithPictures } from '../support/rosters.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

/** A day that does not exist. */
const IMPOSSIBLE = '2025-02-30';
const wrong = (hrId: string, other: Partial<Entry> = {}) =>
  entry(hrId, { dateOfBirth: IMPOSSIBLE, ...other });
const people = (count: number) => Array.from({ length: count }, (_, at) => entry(`P${at}`));

type Company = Awaited<ReturnType<typeof createSyncingCompany>>;
let syncs = 0;

/** Sends the roster with `onInvalid=keep` and applies it. Returns the run, which must agree with the preview. */
async function keep(company: Company, employees: readonly object[]) {
  const syncId = `kept ${++syncs}`;
  const path = `/hr-integrations/${company.integrationId}/sync`;
  const preview = await company.send(`${path}/preview?onInvalid=keep`, { syncId, employees });
  assert.equal(preview.statusCode, 200, preview.body);
  const answer = await company.send(`${path}?onInvalid=keep`, { syncId, employees });
  assert.equal(answer.statusCode, 204, answer.body);
  await company.work();
  const run = await company.run(syncId);
  assert.deepEqual(
    [preview.json().data.counts, preview.json().data.problems, preview.json().data.wouldBeHeld],
    [run.counts, run.problems, run.status === 'held'],
  );
  return run;
}

/** The present personnel numbers of the company with the last names of their people. */
async function present({ companyId }: Company): Promise<Record<string, string>> {
  const rows = await sql<{ hrId: string; lastName: string }[]>`
    select l.hr_id as "hrId", e.last_name as "lastName" from hr_links l
    join employees e on e.company_id = l.company_id and e.id = l.employee_id
    where l.company_id = ${companyId} and l.ended_at is null order by l.hr_id`;
  return Object.fromEntries(rows.map(({ hrId, lastName }) => [hrId, lastName]));
}

async function traces({ companyId }: Company) {
  const [row] = await sql`
    select (select count(*) from roster_uploads where company_id = ${companyId} and lease_until > now()) as uploads,
      (select count(*) from sync_runs where company_id = ${companyId}) as runs`;
  return { ...row };
}

describe('1,000 entries, three with impossible dates', () => {
  const all = people(1000);
  const renamed = all.map((one) => ({ ...one, lastName: `${one.lastName}-Neu` }));
  const withWrong = (...positions: number[]) =>
    renamed.map((one, at) => (positions.includes(at) ? { ...one, startDate: IMPOSSIBLE } : one));

  it('with onInvalid=keep: 997 are applied, three are kept as they were and named, nobody is offboarded', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(all);
    const run = await keep(company, withWrong(0, 500, 999));
    assert.equal(run.status, 'succeeded');
    const { entries, updated, unchanged, invalid, offboarded, added } = run.counts;
    assert.deepEqual(
      { entries, updated, unchanged, invalid, offboarded, added },
      { entries: 1000, updated: 997, unchanged: 0, invalid: 3, offboarded: 0, added: 0 },
    );
    const error = (position: number) => ({
      in: 'body',
      pointer: `/employees/${position}/startDate`,
      code: 'malformed',
      message: 'must be a day that exists, such as 2026-11-01',
      hrId: `P${position}`,
    });
    assert.deepEqual(run.problems, [
      {
        code: 'invalid-entry',
        message: 'The entry is not valid, so nothing about the person was changed.',
        count: 3,
        pointers: ['/employees/0', '/employees/500', '/employees/999'],
        hrIds: ['P0', 'P500', 'P999'],
        errors: [error(0), error(500), error(999)],
      },
    ]);
    const names = await present(company);
    assert.equal(Object.keys(names).length, 1000);
    assert.deepEqual([names['P0'], names['P500'], names['P999']], ['LastP0', 'LastP500', 'LastP999']);
    assert.equal(Object.values(names).filter((name) => name.endsWith('-Neu')).length, 997);
    assert.equal((await company.changes(run.syncId)).length, 100);
    const corrected = await company.sync(renamed);
    assert.deepEqual([corrected.counts.updated, corrected.counts.invalid], [3, 0]);
  });

  it('are refused without it, with one entry that has no hrId, and if 6 % are wrong: nothing is kept', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(all);
    const [before, namesBefore] = [await traces(company), await present(company)];
    const path = `/hr-integrations/${company.integrationId}/sync`;
    const none = withWrong(1, 2).map((one, at) => (at === 3 ? { ...one, hrId: undefined } : one));
    const sixty = Array.from({ length: 60 }, (_, at) => at * 7);
    for (const [query, employees, count, detail] of [
      ['', withWrong(0, 500, 999), 3, /^3 values are not valid/],
      ['?onInvalid=reject', withWrong(0, 500, 999), 3, /^3 values are not valid/],
      ['?onInvalid=keep', none, 3, /^1 of the entries that are not valid has no valid hrId\./],
      [
        '?onInvalid=keep',
        withWrong(...sixty),
        60,
        /^60 of 1000 entries are not valid\. `onInvalid=keep` accepts at most 5 %, or fewer than 10 and fewer than half\. Nothing of the roster was kept\.$/,
      ],
    ] as const)
      for (const url of [path, `${path}/preview`]) {
        const answer = await company.send(`${url}${query}`, { syncId: 'refused', employees });
        assert.equal(answer.statusCode, 422, answer.body);
        assert.equal(answer.json().errorCount, count);
        assert.match(answer.json().detail, detail);
      }
    await company.work();
    assert.deepEqual([await traces(company), await present(company)], [before, namesBefore]);
  });

  it('50 wrong ones are 5 % and are accepted', async () => {
    const company = await createSyncingCompany(service);
    const run = await keep(company, withWrong(...Array.from({ length: 50 }, (_, at) => at * 20)));
    assert.deepEqual([run.counts.invalid, run.counts.added], [50, 950]);
  });
});

describe('few invalid entries', () => {
  it('are kept if they are fewer than ten and fewer than half', async () => {
    const company = await createSyncingCompany(service);
    const mixed = (invalid: number, valid: number) => [
      ...Array.from({ length: invalid }, (_, at) => wrong(`W${at}`)),
      ...people(valid),
    ];
    for (const [invalid, valid, isKept] of [
      [1, 1, false],
      [1, 2, true],
      [9, 9, false],
      [9, 10, true],
      [10, 189, false],
      [10, 190, true],
    ] as const) {
      const path = `/hr-integrations/${company.integrationId}/sync/preview?onInvalid=keep`;
      const answer = await company.send(path, { syncId: 'few', employees: mixed(invalid, valid) });
      assert.equal(answer.statusCode, isKept ? 200 : 422, `${invalid} and ${valid}: ${answer.body}`);
    }
  });

  it('refuse the roster if their hrId is that of another entry, invalid or not', async () => {
    const company = await createSyncingCompany(service);
    for (const twice of [
      [wrong('P0'), ...people(30)],
      [...people(30), wrong('P0')],
      [wrong('X'), ...people(30), wrong(' X ')],
    ]) {
      const path = `/hr-integrations/${company.integrationId}/sync?onInvalid=keep`;
      const answer = await company.send(path, { syncId: 'twice', employees: twice });
      assert.equal(answer.statusCode, 422, answer.body);
      const codes = answer.json().errors.map(({ code }: { code: string }) => code);
      assert.ok(codes.includes('duplicate'), codes.join());
    }
  });
});

describe('an invalid entry leaves as they are:', () => {
  const rest = people(8);

  it('a newcomer, who is not added', async () => {
    const company = await createSyncingCompany(service);
    const run = await keep(company, [...rest, wrong('N')]);
    assert.deepEqual([run.counts.added, run.counts.invalid, run.counts.unchanged], [8, 1, 0]);
    assert.equal((await present(company))['N'], undefined);
    assert.equal((await keep(company, [...rest, entry('N')])).counts.added, 1);
  });

  it('a person who has left', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([...rest, entry('L')]);
    await company.sync(rest);
    const run = await keep(company, [...rest, wrong('L')]);
    assert.deepEqual([run.counts.rehired, run.counts.added, run.counts.invalid], [0, 0, 1]);
    assert.equal((await present(company))['L'], undefined);
    assert.equal((await company.sync([...rest, entry('L')])).counts.rehired, 1);
  });

  it('a person who has left and whom another entry fits by e-mail address and birth date', async () => {
    const company = await createSyncingCompany(service);
    const leaver = entry('L');
    await company.sync([...rest, leaver]);
    await company.sync(rest);
    const run = await keep(company, [
      ...rest,
      wrong('L', { email: 'x@example.com' }),
      { ...leaver, hrId: 'M' },
    ]);
    assert.deepEqual([run.counts.rehired, run.counts.added, run.counts.invalid], [0, 1, 1]);
  });

  it('a person who is present under a number that the roster omits, and had the number of the entry before', async () => {
    const company = await createSyncingCompany(service);
    const person = entry('R');
    await company.sync([...rest, person]);
    assert.equal((await company.sync([...rest, { ...person, hrId: 'S' }])).counts.renumbered, 1);
    const run = await keep(company, [...rest, wrong('R', { email: 'x@example.com' })]);
    assert.deepEqual([run.counts.offboarded, run.counts.invalid], [0, 1]);
    assert.equal((await present(company))['S'], 'LastR');
    assert.equal((await company.sync(rest)).counts.offboarded, 1);
  });

  it('a person whom the roster omits and who has its e-mail address: it may be a new number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([...rest, entry('R', { email: 'Rosa@example.com' })]);
    const renumbered = wrong('S', { email: ' rosa@EXAMPLE.com ' });
    const run = await keep(company, [...rest, renumbered]);
    assert.deepEqual([run.counts.offboarded, run.counts.unchanged, run.counts.invalid], [0, 8, 1]);
    assert.deepEqual((await present(company))['R'], 'LastR');
    const unreadable = await keep(company, [...rest, wrong('S', { email: 'rosa' })]);
    assert.equal(unreadable.counts.offboarded, 1);
  });

  it('but an entry that is valid may still be that person under a new number', async () => {
    const company = await createSyncingCompany(service);
    const rosa = entry('R', { email: 'rosa@example.com' });
    await company.sync([...rest, rosa]);
    const run = await keep(company, [...rest, { ...rosa, hrId: 'S' }, wrong('T', { email: rosa.email })]);
    assert.deepEqual([run.counts.renumbered, run.counts.offboarded, run.counts.invalid], [1, 0, 1]);
  });

  it('an open conflict over its number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([...rest, entry('C')]);
    const other = {
      firstName: 'Other',
      lastName: 'Else',
      email: 'else@example.com',
      dateOfBirth: '1999-09-09',
    };
    const conflicts = async () =>
      (await sql`select from sync_conflicts where company_id = ${company.companyId}`).length;
    assert.equal((await company.sync([...rest, entry('C', other)])).counts.conflict, 1);
    await keep(company, [...rest, wrong('C')]);
    assert.equal(await conflicts(), 1);
    await company.sync([...rest, entry('C')]);
    assert.equal(await conflicts(), 0);
  });

  it('people who would otherwise be among the ends that are held', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(rest);
    await company.set({ holdPercent: 50 });
    // Five of eight would leave, which is held. An invalid entry keeps one of the five: four leave.
    const three = rest.slice(0, 3);
    const run = await keep(company, [...three, wrong('P4')]);
    assert.deepEqual([run.status, run.counts.offboarded], ['succeeded', 4]);
    await company.sync(rest);
    const held = await company.sync(three);
    assert.deepEqual([held.status, held.counts.held], ['held', 5]);
  });
});

describe('onInvalid', () => {
  it('is a setting of the integration, which the parameter of a request overrides', async () => {
    const company = await createSyncingCompany(service);
    const path = `/hr-integrations/${company.integrationId}/sync`;
    const body = { syncId: 'setting', employees: [...people(3), wrong('W')] };
    const status = async (query: string) => (await company.send(`${path}/preview${query}`, body)).statusCode;
    assert.deepEqual([await status(''), await status('?onInvalid=keep')], [422, 200]);
    await company.set({ onInvalid: 'keep' });
    assert.deepEqual([await status(''), await status('?onInvalid=reject')], [200, 422]);
    assert.equal((await company.send(path, body)).statusCode, 204);
  });

  it('is refused with another value, before the body is read', async () => {
    const company = await createSyncingCompany(service);
    for (const route of ['sync', 'sync/preview']) {
      const path = `/hr-integrations/${company.integrationId}/${route}`;
      const answer = await company.send(`${path}?onInvalid=skip`, '{');
      assert.equal(answer.statusCode, 422, answer.body);
      assert.deepEqual(answer.json().errors, [
        { in: 'query', pointer: '/onInvalid', code: 'not-allowed', message: 'must be one of reject, keep' },
      ]);
      assert.equal(
        (await company.send(`${path}?onInvald=keep`, '{')).json().errors[0].similarName,
        'onInvalid',
      );
    }
  });

  it('decides again about a roster with the same bytes: a run with invalid entries leaves no mark', async () => {
    const company = await createSyncingCompany(service);
    const employees = [...people(20), wrong('W')];
    await keep(company, employees);
    assert.equal((await company.submit(employees)).statusCode, 422);
    const run = await keep(company, employees);
    assert.deepEqual([run.counts.unchanged, run.counts.invalid, run.problems.length], [20, 1, 1]);
  });
});

describe('a large roster', () => {
  /** More than a megabyte, in batches. */
  const large = peopleWithPictures(4_000, 200);
  const withWrong = (share: number) =>
    large.map((one, at) => (at % share === 0 ? { ...one, lastName: '' } : { ...one, lastName: 'New' }));

  it('is stored to its end in spite of invalid entries', async () => {
    const company = await createSyncingCompany(service, { autoEnrol: false });
    await company.sync(large);
    const run = await keep(company, withWrong(32));
    const { updated, invalid, offboarded } = run.counts;
    assert.deepEqual({ updated, invalid, offboarded }, { updated: 3_875, invalid: 125, offboarded: 0 });
    const [problem] = run.problems;
    assert.deepEqual([problem.count, problem.pointers.length, problem.errors.length], [125, 100, 100]);
    assert.deepEqual([problem.hrIds.length, ...problem.hrIds.slice(0, 2)], [100, 'P0', 'P32']);
  });

  it('is refused if too many are invalid, and nothing of it stays stored', async () => {
    const company = await createSyncingCompany(service);
    const before = await traces(company);
    const path = `/hr-integrations/${company.integrationId}/sync?onInvalid=keep`;
    const answer = await company.send(path, { syncId: 'large', employees: withWrong(10) });
    assert.equal(answer.statusCode, 422);
    assert.equal(answer.json().errorCount, 400);
    assert.deepEqual(await traces(company), before);
    const left = await sql`select from roster_entries where company_id = ${company.companyId} limit 1`;
    assert.equal(left.length, 0);
  });
});
