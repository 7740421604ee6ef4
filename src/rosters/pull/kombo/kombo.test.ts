import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { komboId, komboIntegration } from '../../../../test/hr-systems/kombo.ts';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startHrSystem } from '../../../../test/hr-systems/serve.ts';
import { TODAY, testConnector } from '../../../../test/hr-systems/test-connector.ts';
import { failsWith, listAll, trialOf, windowOf } from '../../../../test/hr-systems/try-system.ts';
import type { Credentials, Mapping } from '../hr-system.ts';
import { kombo } from './kombo.ts';
import { readValue } from './people.ts';

const mapping: Mapping = {
  fields: {
    hrId: 'id',
    firstName: 'first_name',
    lastName: 'last_name',
    email: 'work_email',
    dateOfBirth: 'date_of_birth',
    startDate: 'start_date',
    terminationDate: 'termination_date',
    personnelNumber: 'employee_number',
    costCentre: 'groups.COST_CENTER',
    department: 'groups.DEPARTMENT',
    location: 'work_location.name',
    legalEntity: 'legal_entity.name',
  },
  absenceTypes: [
    { id: 'type12', name: 'Elternzeit' },
    { id: 'type13', name: 'Unbezahlter Urlaub' },
  ],
};

testConnector({
  name: 'kombo',
  system: kombo,
  mapping,
  // Three pages.
  people: 600,
  idOf: komboId,
  hrIdOf: komboId,
  marksRestricted: true,
  totals: 'none',
  outcomes: {
    'wrong-token': 'source-unauthorised',
    'expired-token': 'source-unauthorised',
    forbidden: 'source-unauthorised',
    'forbidden@fields': 'source-unauthorised',
    'forbidden@absences': 'source-field-missing',
    'field-absent:hrId@absences': 'source-unreadable',
    'throttled-seconds': 'complete',
    'throttled-seconds@fields': 'complete',
    'throttled-date': 'complete',
    'throttled-for-ever': 'source-throttled',
    'unavailable-once': 'complete',
    unavailable: 'source-unreachable',
    html: 'source-unreadable',
    'html@absences': 'source-unreadable',
    'html@fields': 'source-unreadable',
    truncated: 'source-unreadable',
    'repeated-page': 'source-incomplete',
    'repeated-page@absences': 'source-incomplete',
    silent: 'source-unreachable',
  },
});

const server = await startHrSystem('kombo', { company: makeCompany({ today: TODAY, people: 20 }) });
test.after(() => server.close());
const good = { ...komboIntegration };
afterEach(() => {
  Object.assign(komboIntegration, good);
  server.faults.set();
});

function pull(credentials: Credentials = server.credentials, mapped = mapping) {
  const { connection } = trialOf(kombo, { ...server, credentials });
  return listAll(kombo, connection, mapped, windowOf(server.company));
}

for (const [state, code, words] of [
  [{ status: 'INVALID' }, 'source-unauthorised', /Reconnect/],
  [{ status: 'INACTIVE' }, 'source-unauthorised', /switched off/],
  [{ setup_status: 'FINAL_SYNC_PENDING' }, 'source-incomplete', /first synchronisation/],
  [{ data_expired_at: '2026-11-14T10:00:00.000Z' }, 'source-incomplete', /configuration/],
  [{ category: 'ATS' }, 'source-unreadable', /not of an HR system/],
] as const)
  test(`nobody is listed while Kombo's connection is not good: ${JSON.stringify(state)}`, async () => {
    server.requests.length = 0;
    Object.assign(komboIntegration, state);
    await failsWith(pull(), code, words);
    assert.ok(!server.requests.some(({ part }) => part === 'people'));
  });

test("a change of Kombo's configuration during a pull makes it incomplete", async () => {
  const { connection } = trialOf(kombo, server);
  const listing = kombo.list(connection, mapping, windowOf(server.company))[Symbol.asyncIterator]();
  assert.equal((await listing.next()).done, false);
  komboIntegration.data_expired_at = '2026-11-14T10:00:00.000Z';
  const rest = async () => {
    while (!(await listing.next()).done);
  };
  await failsWith(rest(), 'source-incomplete');
});

test('an unknown integration is named as such', async () => {
  await failsWith(
    pull({ ...server.credentials, integrationId: 'factorial:another' }),
    'source-unauthorised',
    /404|no integration/,
  );
});

test('people are found by their number or by a field of the customer, if that is mapped', async () => {
  for (const [key, prefix] of [
    ['employee_number', 'P'],
    ['custom_fields.ticket_number', 'T'],
  ] as const) {
    const mapped = { ...mapping, fields: { ...mapping.fields, hrId: key } };
    const { people } = await pull(server.credentials, mapped);
    assert.ok(people.every(({ fields }) => String(fields.hrId).startsWith(prefix)));
  }
  const { fields } = await kombo.survey(trialOf(kombo, server).connection);
  assert.ok(fields.some(({ key }) => key === 'custom_fields.ticket_number'));
});

test('a field of the customer that somebody does not have is null', async () => {
  const mapped = { ...mapping, fields: { ...mapping.fields, email: 'custom_fields.second_email' } };
  for (const { fields } of (await pull(server.credentials, mapped)).people) assert.equal(fields.email, null);
});

test('only midnight in UTC is a day', () => {
  const valueAt = (start_date: unknown) => readValue({ start_date }, 'start_date');
  assert.equal(valueAt('2020-04-07T00:00:00.000Z'), '2020-04-07');
  assert.equal(valueAt('2020-04-07'), '2020-04-07');
  assert.equal(valueAt('2020-04-06T22:00:00.000Z'), '2020-04-06T22:00:00.000Z');
  assert.equal(valueAt(null), null);
});

test('Kombo is reached at its own hosts only', () => {
  assert.equal(kombo.baseUrl?.({}), 'https://api.kombo.dev');
  assert.equal(kombo.baseUrl?.({ region: 'us' }), 'https://api.us.kombo.dev');
  assert.equal(kombo.baseUrl?.({ region: 'evil.example' }), 'https://api.kombo.dev');
});
