import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { hibobId } from '../../../../test/hr-systems/hibob.ts';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startHrSystem } from '../../../../test/hr-systems/serve.ts';
import { TODAY, testConnector } from '../../../../test/hr-systems/test-connector.ts';
import { listAll, trialOf, windowOf } from '../../../../test/hr-systems/try-system.ts';
import type { Mapping } from '../hr-system.ts';
import { fieldValue, hasValueOf } from './field-value.ts';
import { hibob } from './hibob.ts';

const mapping: Mapping = {
  fields: {
    hrId: 'root.id',
    firstName: 'root.firstName',
    lastName: 'root.surname',
    email: 'root.email',
    dateOfBirth: 'personal.birthDate',
    startDate: 'work.startDate',
    terminationDate: 'internal.terminationDate',
    personnelNumber: 'work.employeeIdInCompany',
    costCentre: 'work.custom.field_1700000000002',
    department: 'work.department',
    location: 'work.site',
  },
  absenceTypes: [
    { id: 'Elternzeit', name: 'Elternzeit' },
    { id: 'Unbezahlter Urlaub', name: 'Unbezahlter Urlaub' },
  ],
};

testConnector({
  name: 'hibob',
  system: hibob,
  mapping,
  people: 300,
  idOf: hibobId,
  hrIdOf: hibobId,
  marksRestricted: false,
  totals: 'counted',
  outcomes: {
    'wrong-token': 'source-unauthorised',
    'expired-token': 'source-unauthorised',
    forbidden: 'source-unauthorised',
    'forbidden@absences': 'source-field-missing',
    'field-absent:hrId@absences': 'source-unreadable',
    'throttled-seconds': 'complete',
    'throttled-seconds@absences': 'complete',
    'throttled-date': 'complete',
    'throttled-for-ever': 'source-throttled',
    'unavailable-once': 'complete',
    unavailable: 'source-unreachable',
    html: 'source-unreadable',
    'html@absences': 'source-unreadable',
    truncated: 'source-unreadable',
    silent: 'source-unreachable',
  },
});

const server = await startHrSystem('hibob');
test.after(() => server.close());
beforeEach(() => {
  server.faults.set();
  server.company = makeCompany({ today: TODAY, people: 20 });
});

function pull(mapped = mapping) {
  const { connection } = trialOf(hibob, server);
  return listAll(hibob, connection, mapped, windowOf(server.company));
}

test('people who have not started yet have not left, although HiBob calls both inactive', async () => {
  const future = server.company.people.filter(({ startDate }) => startDate > TODAY).map(hibobId);
  assert.ok(future.length > 0);
  const { people } = await pull();
  for (const id of future) assert.equal(people.find((person) => person.id === id)?.hasLeft, false);
});

test('without leavers, a date of leaving that nobody has is not a missing right', async () => {
  server.faults.set('field-absent:terminationDate');
  assert.ok((await pull()).people.every(({ fields }) => !('terminationDate' in fields)));
  server.company.people = server.company.people.filter(({ hasLeft }) => !hasLeft);
  assert.ok((await pull()).people.every(({ fields }) => fields.terminationDate === null));
});

test('HiBob is asked for the mapped fields only, and people can have a number of the company', async () => {
  server.requests.length = 0;
  const key = 'work.custom.field_1700000000001';
  const { people } = await pull({ ...mapping, fields: { ...mapping.fields, hrId: key } });
  assert.equal(people[0]?.fields.hrId, '1');
  const [request] = server.requests;
  const asked = JSON.parse(request?.text ?? '').fields.filter((field: string) =>
    /^(root|personal)\./.test(field),
  );
  assert.deepEqual(asked.sort(), [
    'personal.birthDate',
    'root.email',
    'root.firstName',
    'root.id',
    'root.surname',
  ]);
  const survey = await hibob.survey(trialOf(hibob, server).connection);
  assert.ok(survey.fields.some((field) => field.key === key && field.label === 'Personalnummer'));
  assert.ok(!survey.fields.some((field) => field.label === 'IBAN'));
});

test('a field is found nested and with slashes; null is not the same as left out', () => {
  const nested = {
    id: '1',
    work: { startDate: '2026-01-01', custom: { field_1: 7 } },
    personal: { birthDate: null },
  };
  const slashed = { '/root/id': { value: '1' }, '/personal/birthDate': { value: null } };
  assert.deepEqual(
    ['root.id', 'work.startDate', 'work.custom.field_1'].map((field) => fieldValue(nested, field)),
    ['1', '2026-01-01', '7'],
  );
  assert.equal(fieldValue(slashed, 'root.id'), '1');
  for (const employee of [nested, slashed]) {
    assert.equal(hasValueOf(employee, 'personal.birthDate'), true);
    assert.equal(hasValueOf(employee, 'root.email'), false);
  }
});

test('HiBob is reached at its own hosts only', () => {
  assert.equal(hibob.baseUrl?.({}), 'https://api.hibob.com');
  assert.equal(hibob.baseUrl?.({ host: 'api.sandbox.hibob.com' }), 'https://api.sandbox.hibob.com');
  assert.equal(hibob.baseUrl?.({ host: 'evil.example' }), 'https://api.hibob.com');
});
