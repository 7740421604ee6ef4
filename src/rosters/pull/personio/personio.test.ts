import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startHrSystem } from '../../../../test/hr-systems/serve.ts';
import { TODAY, testConnector } from '../../../../test/hr-systems/test-connector.ts';
import { listAll, trialOf, windowOf } from '../../../../test/hr-systems/try-system.ts';
import type { Mapping } from '../hr-system.ts';
import { personio } from './personio.ts';

const mapping: Mapping = {
  fields: {
    hrId: 'dynamic_101',
    firstName: 'first_name',
    lastName: 'last_name',
    email: 'email',
    dateOfBirth: 'dynamic_102',
    startDate: 'hire_date',
    terminationDate: 'termination_date',
    personnelNumber: 'dynamic_101',
    costCentre: 'cost_centers',
    department: 'department',
    location: 'office',
    legalEntity: 'subcompany',
  },
  absenceTypes: [
    { id: '12', name: 'Elternzeit' },
    { id: '13', name: 'Unbezahlter Urlaub' },
  ],
};

testConnector({
  name: 'personio',
  system: personio,
  mapping,
  people: 450,
  idOf: ({ id }) => String(id),
  hrIdOf: ({ personnelNumber }) => personnelNumber,
  marksRestricted: false,
  outcomes: {
    'wrong-token': 'source-unauthorised',
    'expired-token': 'complete',
    'expired-token@absences': 'complete',
    forbidden: 'source-unauthorised',
    'forbidden@absences': 'source-field-missing',
    'field-absent:hrId@absences': 'source-field-missing',
    'throttled-seconds': 'complete',
    'throttled-seconds@token': 'complete',
    'throttled-date': 'complete',
    'throttled-for-ever': 'source-throttled',
    'unavailable-once': 'complete',
    unavailable: 'source-unreachable',
    html: 'source-unreadable',
    'html@absences': 'source-unreadable',
    'html@token': 'source-unreadable',
    truncated: 'source-unreadable',
    'repeated-page': 'source-incomplete',
    'repeated-page@absences': 'source-incomplete',
    silent: 'source-unreachable',
    'next-link-elsewhere': 'source-unreadable',
  },
});

const SMALL = { today: TODAY, people: 3 };

function pull(server: Parameters<typeof trialOf>[1], mapped = mapping) {
  const { connection } = trialOf(personio, server);
  return listAll(personio, connection, mapped, windowOf(server.company));
}

test('Personio is asked for the mapped attributes only, and told who asks', async (t) => {
  const server = await startHrSystem('personio', { company: makeCompany(SMALL) });
  t.after(() => server.close());
  const credentials = { ...server.credentials, partnerId: 'TRANSIT', appId: 'TRANSIT_TICKETS' };
  await pull({ ...server, credentials });
  const [people] = server.requests.filter(({ part }) => part === 'people');
  const query = new URL(people?.path ?? '', server.url).searchParams;
  const asked = [...new Set(['id', 'status', ...Object.values(mapping.fields)])].sort();
  assert.deepEqual(query.getAll('attributes[]').sort(), asked);
  for (const { headers } of server.requests) {
    assert.equal(headers['x-personio-partner-id'], 'TRANSIT');
    assert.equal(headers['x-personio-app-id'], 'TRANSIT_TICKETS');
  }
});

test("Personio's own id can be the number of a person", async (t) => {
  const server = await startHrSystem('personio', { company: makeCompany(SMALL) });
  t.after(() => server.close());
  const byId = { ...mapping, fields: { ...mapping.fields, hrId: 'id', terminationDate: null } };
  const { people } = await pull(server, byId);
  assert.deepEqual(
    people.map(({ id, fields }) => [id, fields.hrId, 'terminationDate' in fields]),
    ['1001', '1002', '1003'].map((id) => [id, id, false]),
  );
});

test('an absence of one day at a month’s end has that day', async (t) => {
  const company = makeCompany({ today: TODAY, people: 1 });
  const day = { startDate: '2026-10-31', endDate: '2026-10-31', isApproved: true };
  company.people[0]?.absences.splice(0, 9, { id: 5, type: 'Elternzeit', ...day });
  const server = await startHrSystem('personio', { company });
  t.after(() => server.close());
  const { absences } = await pull(server);
  assert.deepEqual(
    absences.map(({ startDate, endDate }) => [startDate, endDate]),
    [['2026-10-31', '2026-10-31']],
  );
});

test('Personio is reached at its own hosts only', () => {
  assert.equal(personio.baseUrl?.({}), 'https://api.personio.de');
  assert.equal(personio.baseUrl?.({ host: 'api.personio.com' }), 'https://api.personio.com');
  assert.equal(personio.baseUrl?.({ host: 'evil.example' }), 'https://api.personio.de');
});
