import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_END } from '../../../../test/hr-systems/bamboohr.ts';
import { type Company, makeCompany } from '../../../../test/hr-systems/people.ts';
import { startHrSystem } from '../../../../test/hr-systems/serve.ts';
import { TODAY, testConnector } from '../../../../test/hr-systems/test-connector.ts';
import { listAll, trialOf, windowOf } from '../../../../test/hr-systems/try-system.ts';
import type { Mapping } from '../hr-system.ts';
import { SourceError } from '../source-error.ts';
import { bamboohr } from './bamboohr.ts';
import { guessFields } from './fields.ts';

const mapping: Mapping = {
  fields: {
    hrId: 'employeeId',
    firstName: 'firstName',
    lastName: 'lastName',
    email: 'workEmail',
    dateOfBirth: 'birthDate',
    startDate: 'hireDate',
    terminationDate: 'terminationDate',
    personnelNumber: 'employeeNumber',
    costCentre: 'customCost',
    department: 'department',
    location: 'location',
    legalEntity: 'customEntity',
  },
  absenceTypes: [
    { id: '12', name: 'Elternzeit' },
    { id: '13', name: 'Unbezahlter Urlaub' },
  ],
};

testConnector({
  name: 'bamboohr',
  system: bamboohr,
  mapping,
  people: 1100,
  idOf: ({ id }) => String(id),
  hrIdOf: ({ id }) => String(id),
  openEnd: OPEN_END,
  marksRestricted: true,
  outcomes: {
    'wrong-token': 'source-unauthorised',
    'expired-token': 'source-unauthorised',
    forbidden: 'source-unauthorised',
    'forbidden@absences': 'source-field-missing',
    'throttled-seconds': 'complete',
    'throttled-seconds@fields': 'complete',
    'throttled-date': 'complete',
    'throttled-for-ever': 'source-throttled',
    'unavailable-once': 'complete',
    'unavailable-once@absences': 'complete',
    unavailable: 'source-unreachable',
    html: 'source-unreadable',
    'html@absences': 'source-unreadable',
    truncated: 'source-unreadable',
    'truncated@absences': 'source-unreadable',
    'repeated-page': 'source-incomplete',
    silent: 'source-unreachable',
  },
});

type Context = { after: (close: () => Promise<void>) => void };

const pullSmall = (t: Context, people: number, mapped = mapping) =>
  pullFrom(t, makeCompany({ today: TODAY, people }), mapped);

async function pullFrom(t: Context, company: Company, mapped = mapping) {
  const server = await startHrSystem('bamboohr', { company });
  t.after(() => server.close());
  const { connection } = trialOf(bamboohr, server);
  return { server, listed: await listAll(bamboohr, connection, mapped, windowOf(company)) };
}

test('future hires have not left, although BambooHR calls them inactive', async (t) => {
  const { server, listed } = await pullSmall(t, 40);
  const future = server.company.people.filter(({ startDate }) => startDate > TODAY);
  assert.ok(future.length > 0);
  for (const { id } of future)
    assert.equal(listed.people.find((person) => person.id === String(id))?.hasLeft, false);
});

test('somebody who was hired and will not come has left', async (t) => {
  const company = makeCompany({ today: TODAY, people: 1 });
  const [person] = company.people;
  if (person)
    Object.assign(person, { startDate: '2027-02-01', terminationDate: '2026-11-10', hasLeft: true });
  const { listed } = await pullFrom(t, company);
  assert.deepEqual(
    listed.people.map(({ hasLeft }) => hasLeft),
    [true],
  );
});

test('BambooHR is asked for the mapped fields only, and for no notes', async (t) => {
  const { server } = await pullSmall(t, 3);
  const [people] = server.requests.filter(({ part }) => part === 'people');
  assert.deepEqual(
    JSON.parse(people?.text ?? '').fields.toSorted(),
    ['status', ...Object.values(mapping.fields)].sort(),
  );
  const [absences] = server.requests.filter(({ part }) => part === 'absences');
  assert.match(absences?.path ?? '', /excludeNote=1/);
});

test('a chosen number does not replace the id that absences refer to', async (t) => {
  const byNumber = { ...mapping, fields: { ...mapping.fields, hrId: 'employeeNumber' } };
  const { listed } = await pullSmall(t, 6, byNumber);
  assert.deepEqual(
    listed.people.slice(0, 2).map(({ id, fields }) => [id, fields.hrId]),
    [
      ['1001', 'P000001'],
      ['1002', 'P000002'],
    ],
  );
  assert.ok(listed.absences.length > 0);
  assert.ok(listed.absences.every(({ personId }) => listed.people.some(({ id }) => id === personId)));
});

test('the names of fields that another account uses are guessed too', () => {
  const names = ['eeid', 'firstName', 'lastName', 'email', 'dateOfBirth', 'hireDate', 'terminationDate'];
  const fields = ['employeeNumber', 'homeEmail', ...names].map((name) => ({ name, label: name }));
  const { personnelNumber, costCentre, department, location, legalEntity, ...essential } =
    guessFields(fields);
  assert.deepEqual(Object.values(essential), names);
  assert.deepEqual(
    [personnelNumber, costCentre, department, location, legalEntity],
    ['employeeNumber', null, null, null, null],
  );
  const labelled = guessFields([{ name: 'custom12', label: 'Date of Birth' }]);
  assert.equal(labelled.dateOfBirth, 'custom12');
  assert.equal(labelled.email, null);
});

test('a company domain is one part of a host name', () => {
  const baseUrl = (companyDomain: string) => bamboohr.baseUrl?.({ companyDomain });
  assert.equal(baseUrl('Beispiel'), 'https://beispiel.bamboohr.com');
  for (const domain of [
    '',
    'a.b',
    'evil.example/',
    'a/b',
    'a@b',
    'a:1',
    '-a',
    'a-',
    'ä',
    'a\nb',
    'a'.repeat(64),
  ])
    assert.throws(() => baseUrl(domain), SourceError, domain);
});
