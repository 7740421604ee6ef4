import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/database/test-database.ts';
import { OPERATOR } from '../audit/record-change.ts';
import { createCompany } from '../companies/create-company.ts';
import { createIntegration } from '../integrations/create-integration.ts';
import { createEmployee } from './create-employee.ts';
import { linkEmployee } from './link-employee.ts';
import { selectEmployees } from './sql.ts';

const database = await createTestDatabase();

async function createWorld() {
  const { sql } = database;
  const company = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const employeeId = await createEmployee(sql, company.id, OPERATOR, {
    firstName: 'Anna',
    lastName: 'Schäfer',
    email: 'anna@example.com',
    dateOfBirth: '1988-02-29',
  });
  return { companyId: company.id, integrationId, employeeId };
}

const link = (employeeId: number, integrationId: number) =>
  database.sql.begin((tx) => linkEmployee(tx, employeeId, integrationId, OPERATOR));

test('a person is tied to an integration by hand', async () => {
  const { companyId, integrationId, employeeId } = await createWorld();
  assert.equal(await link(employeeId, integrationId), companyId);
  const [employee] = await selectEmployees(database.sql, [companyId], [employeeId]);
  assert.deepEqual(employee?.links, [
    { type: 'custom', hrId: null, integrationId, lastSyncId: null, lastSyncedAt: null },
  ]);
  const [entry] = await database.sql`
    select action, details from audit_log
    where company_id = ${companyId} and subject_type = 'employee' and subject_id = ${employeeId}
    order by id desc limit 1`;
  assert.deepEqual({ ...entry }, { action: 'employee-linked', details: { integrationId } });
});

test('a second link to the same integration is a conflict, also when both come at once', async () => {
  const { integrationId, employeeId } = await createWorld();
  const outcomes = await Promise.allSettled([
    link(employeeId, integrationId),
    link(employeeId, integrationId),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(link(employeeId, integrationId), { code: 'conflict' });
});

test('an ended link does not stand in the way', async () => {
  const { companyId, integrationId, employeeId } = await createWorld();
  await link(employeeId, integrationId);
  await database.sql`update hr_links set ended_at = now() where company_id = ${companyId}`;
  assert.equal(await link(employeeId, integrationId), companyId);
});

test("another company's integration and unknown ids are not found", async () => {
  const one = await createWorld();
  const other = await createWorld();
  await assert.rejects(link(one.employeeId, other.integrationId), { code: 'not-found' });
  await assert.rejects(link(one.employeeId, 999_999), { code: 'not-found' });
  await assert.rejects(link(999_999, one.integrationId), { code: 'not-found' });
});
