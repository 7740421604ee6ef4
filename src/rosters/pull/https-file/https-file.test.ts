import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startHrSystem } from '../../../../test/hr-systems/serve.ts';
import {
  assertListed,
  failsWith,
  listAll,
  mappingByGuess,
  trialOf,
  windowOf,
} from '../../../../test/hr-systems/try-system.ts';
import type { Credentials, Mapping } from '../hr-system.ts';
import { ESSENTIAL_FIELDS } from '../pulled-fields.ts';
import { httpsFile } from './https-file.ts';

const company = makeCompany({ people: 60, today: '2026-11-17' });
const server = await startHrSystem('https-file', { company });
after(() => server.close());
beforeEach(() => server.faults.set());

const WORKDAY = '/ccx/service/customreport2/acme/ISU_Transit/People?format=json';

function connect(path: string, credentials: Credentials = server.credentials) {
  return trialOf(httpsFile, { company, credentials: { ...credentials, address: `${server.url}${path}` } });
}

async function mappingOf(path = '/people.csv'): Promise<Mapping> {
  return await mappingByGuess(httpsFile, connect(path).connection);
}

const list = async (path: string, mapping: Mapping, trial = connect(path)) =>
  await listAll(httpsFile, trial.connection, mapping, windowOf(company));

const expected = {
  payroll: ['costCentre'] as const,
  id: ({ personnelNumber }: { personnelNumber: string }) => personnelNumber,
  isListed: ({ hasLeft }: { hasLeft: boolean }) => !hasLeft,
};

describe('a file at an address', () => {
  for (const path of ['/people.csv', '/people.xlsx', '/people.json', '/people.ndjson', WORKDAY])
    it(`lists everybody of ${path}`, async () => {
      const listed = await list(path, await mappingOf(path));
      assertListed(listed, company, expected);
      assert.deepEqual(new Set(listed.totals), new Set([listed.people.length]));
    });

  it('is asked with Basic, Bearer, a header or nothing', async () => {
    const mapping = await mappingOf();
    const ways: [Credentials, string][] = [
      [{ access: 'bearer', secret: 'file-token' }, '/people.csv'],
      [{ access: 'header', headerName: 'X-API-Key', secret: 'file-key' }, '/people.csv'],
      [{ access: 'none' }, '/open/people.csv'],
    ];
    for (const [credentials, path] of ways)
      assertListed(await list(path, mapping, connect(path, credentials)), company, expected);
    for (const credentials of [
      { access: 'none' },
      { access: 'bearer', secret: 'another' },
      { access: 'basic', username: 'ISU_Transit' },
      { access: 'bearer', secret: 'file-token\r\nx-injected: 1' },
      { access: 'header', headerName: 'Transfer-Encoding', secret: 'chunked' },
    ])
      await failsWith(
        list('/people.csv', mapping, connect('/people.csv', credentials)),
        'source-unauthorised',
      );
  });

  it('shows its columns, guesses and samples', async () => {
    const survey = await httpsFile.survey(connect('/people.csv').connection);
    assert.equal(survey.people, company.people.filter(expected.isListed).length);
    const [first, second] = company.people;
    const samples = Object.fromEntries(
      survey.fields.map(({ key, samples: [one, other] }) => [key, [one, other]]),
    );
    assert.deepEqual(samples['Vorname'], [first?.firstName, second?.firstName]);
    assert.equal(survey.guesses.hrId, 'Personalnummer');
    assert.deepEqual(survey.absenceTypes?.map(({ name }) => name).sort(), [
      'Elternzeit',
      'Krankheit',
      'Unbezahlter Urlaub',
      'Urlaub',
    ]);
    assert.equal(survey.absenceColumns?.startDate, 'Abwesend ab');
  });

  it('asks for one file and nothing else', async () => {
    server.requests.length = 0;
    await mappingOf();
    assert.equal(server.requests.length, 1);
  });
});

describe('a field of a file', () => {
  const columns = [...ESSENTIAL_FIELDS, 'costCentre'] as const;
  for (const field of columns)
    it(`that has no column is named, with the columns that there are: ${field}`, async () => {
      const mapping = await mappingOf();
      server.faults.set(`field-absent:${field}`);
      const error = await failsWith(list('/people.csv', mapping), 'source-field-missing');
      assert.equal(error.field, field);
      assert.ok(
        error.detail.startsWith(`The file has no column "${mapping.fields[field]}" for ${field}. It has: `),
      );
      assert.match(error.detail, field === 'firstName' ? /Nachname/ : /Vorname/);
    });

  it('that has no values is null', async () => {
    const mapping = await mappingOf();
    server.faults.set('field-null:dateOfBirth');
    for (const { fields } of (await list('/people.csv', mapping)).people)
      assert.equal(fields.dateOfBirth, null);
  });

  it('keeps people without a number apart', async () => {
    const mapping = await mappingOf('/people.json');
    server.faults.set('field-null:hrId');
    const { people } = await list('/people.json', mapping);
    assert.equal(new Set(people.map(({ id }) => id)).size, company.people.filter(expected.isListed).length);
  });
});

describe('a file that cannot be had', () => {
  it('is tried again after the pause that the server wants', async () => {
    const mapping = await mappingOf();
    for (const [fault, least] of [
      ['throttled-seconds', 7_000],
      ['throttled-date', 20_000],
      ['unavailable-once', 1_000],
    ] as const) {
      server.faults.set(fault);
      const trial = connect('/people.csv');
      assertListed(await list('/people.csv', mapping, trial), company, expected);
      assert.equal(trial.pauses.length, 1);
      assert.ok((trial.pauses[0] ?? 0) >= least, fault);
    }
  });

  for (const [fault, code] of [
    ['wrong-token', 'source-unauthorised'],
    ['forbidden', 'source-unauthorised'],
    ['throttled-for-ever', 'source-throttled'],
    ['unavailable', 'source-unreachable'],
    ['html', 'source-unreadable'],
    ['truncated', 'source-unreadable'],
    ['empty', 'source-empty'],
  ] as const)
    it(`is ${code}: ${fault}`, async () => {
      for (const path of ['/people.csv', '/people.xlsx', '/people.json', '/people.ndjson', WORKDAY]) {
        server.faults.set();
        const mapping = await mappingOf(path);
        server.faults.set(fault);
        await failsWith(list(path, mapping), code);
      }
    });

  it('is source-unreachable: no answer in time', async () => {
    const mapping = await mappingOf();
    server.faults.set('silent');
    const credentials = { ...server.credentials, address: `${server.url}/people.csv` };
    const trial = trialOf(httpsFile, { company, credentials }, { answerMs: 200 });
    const error = await failsWith(list('/people.csv', mapping, trial), 'source-unreachable');
    assert.equal(error.problem, 'timed-out');
  });

  it('is source-unreadable: 404, and too large', async () => {
    const mapping = await mappingOf();
    await failsWith(list('/nothing.csv', mapping), 'source-unreadable', /404/);
    const credentials = { ...server.credentials, address: `${server.url}/people.csv` };
    const trial = trialOf(httpsFile, { company, credentials }, { answerBytes: 1000 });
    await failsWith(list('/people.csv', mapping, trial), 'source-unreadable', /too large/);
  });
});
