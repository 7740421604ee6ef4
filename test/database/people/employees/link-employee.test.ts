import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { linkEmployee } from '../../../../src/people/employees/link-employee.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const database = await createTestDatabase();

async function createPersonAndIntegration() {
  const { sql } = database;
  const company = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const employeeId = await sql.begin((tx) =>
    createEmployee(tx, company.id, OPERATOR, {
      firstName: 'Anna',
      lastName: 'Schäfer',
      email: 'anna@example.com',
      dateOfBirth: '1988-02-29',
    }),
  );
  return { companyId: company.id, integrationId, employeeId };
}

interface PersonAndIntegration {
  companyId: number;
  integrationId: number;
  employeeId: number;
}

const link = ({ companyId, employeeId, integrationId }: PersonAndIntegration) =>
  database.sql.begin((tx) => linkEmployee(tx, companyId, employeeId, integrationId, OPERATOR));

test('a person can be linked to an integration by hand', async () => {
  const world = await createPersonAndIntegration();
  const { companyId, integrationId, employeeId } = world;
  await link(world);
  const [employee] = await selectEmployees(database.sql, companyId, [employeeId]);
  assert.deepEqual(employee?.links, [
    { type: 'custom', hrId: null, integrationId, lastSyncId: null, lastSyncedAt: null },
  ]);
  const [entry] = await database.sql`
    select action, details from audit_log
    where company_id = ${companyId} and subject_type = 'employee' and subject_id = ${employeeId}
    order by id desc limit 1`;
  assert.deepEqual({ ...entry }, { action: 'employee-linked', details: { integrationId } });
});

test('a second link to the same integration is a conflict, also for two concurrent requests', async () => {
  const world = await createPersonAndIntegration();
  const outcomes = await Promise.allSettled([link(world), link(world)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(link(world), { code: 'conflict' });
});

test('an ended link does not prevent a new one', async () => {
  const world = await createPersonAndIntegration();
  await link(world);
  await database.sql`update hr_links set ended_at = now() where company_id = ${world.companyId}`;
  await assert.doesNotReject(link(world));
});

test("another company's employee or integration and unknown ids are not found", async () => {
  const one = await createPersonAndIntegration();
  const other = await createPersonAndIntegration();
  for (const wrong of [
    { integrationId: other.integrationId },
    { employeeId: other.employeeId },
    { companyId: other.companyId },
    { integrationId: 999_999 },
    { employeeId: 999_999 },
  ])
    await assert.rejects(link({ ...one, ...wrong }), { code: 'not-found' });
});
