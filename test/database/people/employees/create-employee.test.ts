import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { type NewEmployee, selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const database = await createTestDatabase();
const companyId = (await createCompany(database.sql, OPERATOR, { name: 'Beispiel GmbH' })).id;
await database.sql`update companies set clock_frozen_on = '2026-03-10' where id = ${companyId}`;

const ANNA: NewEmployee = {
  firstName: ' Anna ',
  lastName: 'Schäfer',
  email: ' anna@example.com',
  dateOfBirth: '1988-02-29',
};

const create = (employee: Partial<NewEmployee> = {}, company = companyId) =>
  database.sql.begin((tx) => createEmployee(tx, company, OPERATOR, { ...ANNA, ...employee }));

test('a person created by hand has no subscription, no link and no ticket', async () => {
  const id = await create({ profileImage: 'https://example.com/anna.jpg' });
  const [employee] = await selectEmployees(database.sql, companyId, [id]);
  assert.ok(employee);
  assert.deepEqual(
    [employee.firstName, employee.lastName, employee.email, employee.dateOfBirth, employee.profileImage],
    ['Anna', 'Schäfer', 'anna@example.com', '1988-02-29', 'https://example.com/anna.jpg'],
  );
  assert.deepEqual(
    [employee.status, employee.contractStatus, employee.ticketId, employee.links],
    ['no-subscription', null, null, []],
  );
});

test('two people may share an e-mail address', async () => {
  assert.notEqual(await create(), await create());
});

test('the audit log records a new person, without personal data', async () => {
  const id = await create();
  const [entry] = await database.sql`
    select actor_type, action, details from audit_log
    where company_id = ${companyId} and subject_type = 'employee' and subject_id = ${id}`;
  assert.deepEqual({ ...entry }, { actor_type: 'operator', action: 'employee-created', details: {} });
});

const REFUSED: [string, Partial<NewEmployee>][] = [
  ['an empty first name', { firstName: '  ' }],
  ['a last name of 201 characters', { lastName: 'x'.repeat(201) }],
  ['a name with a NUL', { lastName: 'Schä\0fer' }],
  ['an e-mail address without @', { email: 'anna' }],
  ['an e-mail address with a space', { email: 'anna schäfer@example.com' }],
  ['an e-mail address of 321 characters', { email: `${'x'.repeat(309)}@example.com` }],
  ['a day that does not exist', { dateOfBirth: '1989-02-29' }],
  ['a birth after the business date', { dateOfBirth: '2026-03-11' }],
  ['a profile image that is not on the web', { profileImage: 'file:///etc/passwd' }],
  ['a profile image with a NUL', { profileImage: 'https://example.com/\0.jpg' }],
  ['a profile image that is no address', { profileImage: 'anna.jpg' }],
];

for (const [what, employee] of REFUSED)
  test(`${what} is refused`, async () => {
    await assert.rejects(create(employee), { code: 'invalid-values' });
  });

test('a birth date equal to the business date is accepted', async () => {
  assert.ok(await create({ dateOfBirth: '2026-03-10' }));
});

test('an unknown company is reported before invalid values', async () => {
  await assert.rejects(create({ firstName: '' }, 999_999), { code: 'not-found' });
});
