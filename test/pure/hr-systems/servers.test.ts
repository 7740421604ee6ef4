import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFault } from '../../hr-systems/faults.ts';
import { changeSome, makeCompany } from '../../hr-systems/people.ts';
import { startHrSystem } from '../../hr-systems/serve.ts';

const TODAY = '2026-11-15';

test('the same seed makes the same company, and a change changes few', () => {
  const company = makeCompany({ people: 300, today: TODAY });
  assert.deepEqual(makeCompany({ people: 300, today: TODAY }), company);
  const before = structuredClone(company.people);
  changeSome(company);
  const changed = before.filter((person, index) => {
    const now = company.people[index];
    return now?.lastName !== person.lastName || now.terminationDate !== person.terminationDate;
  });
  assert.equal(company.people.length, 301);
  assert.ok(changed.length >= 3 && changed.length <= 4, String(changed.length));
});

test('a server refuses what its vendor does not document', async (t) => {
  const server = await startHrSystem('bamboohr', { company: makeCompany({ people: 3, today: TODAY }) });
  t.after(() => server.close());
  const authorization = `Basic ${Buffer.from('bamboo-key:x').toString('base64')}`;
  const ask = async (body: object, headers: Record<string, string> = { authorization }) => {
    const answer = await fetch(`${server.url}/api/v2/datasets/employee/data`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  assert.equal(await ask({ fields: ['firstName'] }), 200);
  assert.equal(await ask({ fields: ['firstName'] }, {}), 401);
  assert.equal(await ask({ fields: ['firstName'], pageSize: 1001 }), 400);
  assert.equal(await ask({ fields: ['firstName'], limit: 5 }), 400);
  assert.equal(await ask({ fields: ['firstName'], orderBy: 'employeeId asc' }), 422);
  assert.equal(await ask({ fields: ['firstName'], filter: "status is 'Active'" }), 422);
});

test('faults and people can be changed while a server runs', async (t) => {
  const server = await startHrSystem('personio', { company: makeCompany({ people: 20, today: TODAY }) });
  t.after(() => server.close());
  const send = (method: string, path: string, body?: string) =>
    fetch(`${server.url}${path}`, { method, ...(body && { body }) });
  await send('PUT', '/_faults', 'html@absences, field-absent:email');
  assert.deepEqual(server.faults.list(), [
    { name: 'html', part: 'absences' },
    { name: 'field-absent', field: 'email' },
  ]);
  assert.equal((await send('PUT', '/_faults', 'nonsense')).status, 400);
  await send('DELETE', '/_faults');
  assert.deepEqual(server.faults.list(), []);
  await send('POST', '/_company', 'hide');
  assert.equal(server.company.people.length, 18);
  assert.deepEqual(server.requests, [], 'the control routes are not requests to the vendor');
});

test('a fault of a field names its field, and others do not', () => {
  assert.deepEqual(parseFault('empty'), { name: 'empty' });
  assert.throws(() => parseFault('field-null'), /field-null:email/);
  assert.throws(() => parseFault('empty:email'), /no field/);
  assert.throws(() => parseFault('field-null:salary'), /no field "salary"/);
  assert.throws(() => parseFault('html@nowhere'), /no part/);
});
