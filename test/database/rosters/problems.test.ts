import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const company = await createSyncingCompany(service);
const SYNC = `/hr-integrations/${company.integrationId}/sync`;

/** Submits and applies the body. Returns the problems of the preview and of the run, which must be the same. */
async function problemsOf(body: { syncId: string; employees: object[] }) {
  const preview = await company.send(`${SYNC}/preview`, body);
  assert.equal(preview.statusCode, 200, preview.body);
  const accepted = await company.send(SYNC, body);
  assert.equal(accepted.statusCode, 204, accepted.body);
  await company.work();
  const { problems } = await company.run(body.syncId);
  assert.deepEqual(preview.json().data.problems, problems);
  return problems;
}

describe('a field that the service does not know', () => {
  const message = 'The service does not know this field and ignores it.';

  it('is accepted and listed with its name, how often, and the known name that it resembles', async () => {
    const body = {
      syncId: 'unknown',
      exportedAt: 'today',
      employees: [
        { ...entry('1'), terminatonDate: '2026-12-31', team: 'Sales' },
        { ...entry('2'), team: 'Sales' },
        {
          ...entry('3'),
          absences: [
            { type: 'parental', startDate: '2026-12-01', endate: '2027-01-31' },
            { type: 'parental', startDate: '2027-03-01', endate: '2027-03-31' },
          ],
        },
      ],
    };
    const code = 'unknown-field';
    assert.deepEqual(await problemsOf(body), [
      {
        code,
        message,
        count: 1,
        pointers: ['/employees/0'],
        hrIds: ['1'],
        name: 'terminatonDate',
        in: 'entry',
        similarName: 'terminationDate',
      },
      {
        code,
        message,
        count: 2,
        pointers: ['/employees/2'],
        hrIds: ['3'],
        name: 'endate',
        in: 'absence',
        similarName: 'endDate',
      },
      { code, message, count: 1, pointers: [], hrIds: [], name: 'exportedAt', in: 'roster' },
      {
        code,
        message,
        count: 2,
        pointers: ['/employees/0', '/employees/1'],
        hrIds: ['1', '2'],
        name: 'team',
        in: 'entry',
      },
    ]);
  });

  it('is listed again in a roster that is not read because nothing has changed', async () => {
    const employees = [{ ...entry('1'), terminatonDate: '2026-12-31' }];
    const first = await problemsOf({ syncId: 'unknown 2', employees });
    assert.equal(first.length, 1);
    assert.deepEqual(await problemsOf({ syncId: 'unknown 3', employees }), first);
    assert.equal((await company.run('unknown 3')).attempts, 1);
  });

  it('may have any name, and twenty names are listed at most', async () => {
    const odd = { '\0': 1, '\ud800': 1, __proto__x: 1, ['x'.repeat(5_000)]: 1 };
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`column ${at}`, at]));
    const problems = await problemsOf({ syncId: 'odd', employees: [{ ...entry('1'), ...odd, ...many }] });
    const names = problems.map(({ name }: { name: string }) => name);
    assert.equal(names.length, 20);
    assert.deepEqual(names.slice(0, 3), ['\ufffd', '\ufffd', '__proto__x']);
    assert.equal(names[3].length, 100);
  });
});

describe('a value that is possible but probably wrong', () => {
  it('is accepted with a warning', async () => {
    // The company's date is 2026-11-15.
    const employees = [
      entry('1', { dateOfBirth: '2026-11-16', startDate: '2026-12-01' }),
      entry('2', { dateOfBirth: '2020-01-02', startDate: '2020-01-01' }),
      entry('3', { dateOfBirth: '1870-01-01', startDate: '1899-12-31' }),
      entry('4', { email: 'four@intranet' }),
      entry('5', { dateOfBirth: '2026-11-15', startDate: '2026-11-15' }),
      entry('6', { dateOfBirth: '1870-01-01', startDate: '1900-01-01' }),
    ];
    assert.deepEqual(await problemsOf({ syncId: 'implausible', employees }), [
      {
        code: 'implausible-birth-date',
        message: 'dateOfBirth lies in the future or after startDate.',
        count: 2,
        pointers: ['/employees/0', '/employees/1'],
        hrIds: ['1', '2'],
      },
      {
        code: 'implausible-start-date',
        message: 'startDate lies before 1900.',
        count: 1,
        pointers: ['/employees/2'],
        hrIds: ['3'],
      },
      {
        code: 'implausible-email',
        message: 'The domain of the e-mail address has no dot.',
        count: 1,
        pointers: ['/employees/3'],
        hrIds: ['4'],
      },
    ]);
  });

  it('is a name that documents cannot print, whether the entry is plain or not', async () => {
    const employees = [
      entry('1', { firstName: 'Łukasz', lastName: 'Дмитриев' }),
      entry('2', { firstName: '小明', lastName: 'יעקב' }),
      entry('3', { firstName: 'Ann 😀' }),
      // U+07CA: a letter of N'Ko, two bytes long.
      entry('4', { lastName: '\u07ca' }),
      entry('5', { lastName: '\u07ca', absences: [{ type: 'sick', startDate: '2026-11-01' }] }),
    ];
    const problems = await problemsOf({ syncId: 'unprintable', employees });
    const found = problems.find(({ code }: { code: string }) => code === 'unprintable-name');
    assert.deepEqual(found.hrIds, ['3', '4', '5']);
  });
});
