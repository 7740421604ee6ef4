import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../src/accounts/create-user.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { verifyPassword } from '../../../src/platform/password.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const companyId = (await createCompany(database.sql, OPERATOR, { name: 'Beispiel GmbH' })).id;

const create = (user: Parameters<typeof createUser>[3], company = companyId) =>
  database.sql.begin((tx) => createUser(tx, company, OPERATOR, user));

async function storedHash(id: number): Promise<string> {
  const [row] = await database.sql<{ hash: string }[]>`
    select password_hash as hash from portal_users where id = ${id}`;
  return row?.hash ?? '';
}

test('without a password one is generated, shown once and stored only as a hash', async () => {
  const user = await create({ email: ' erste@example.com ' });
  assert.equal(user.email, 'erste@example.com');
  assert.equal(user.role, 'admin');
  assert.ok(user.password);
  assert.equal(await verifyPassword(user.password, await storedHash(user.id)), true);
});

test('a given password is not repeated in the result', async () => {
  const user = await create({ email: 'zweite@example.com', password: 'ein langes Passwort', role: 'viewer' });
  assert.deepEqual(user, { id: user.id, email: 'zweite@example.com', role: 'viewer' });
  assert.equal(await verifyPassword('ein langes Passwort', await storedHash(user.id)), true);
});

test('an e-mail address belongs to one user of a company, ignoring case', async () => {
  const other = await createCompany(database.sql, OPERATOR, { name: 'Andere GmbH' });
  await create({ email: 'dritte@example.com' });
  await assert.rejects(create({ email: 'Dritte@Example.com' }), { code: 'conflict' });
  assert.equal((await create({ email: 'Dritte@Example.com' }, other.id)).email, 'Dritte@Example.com');
});

test('the audit log records a new user, without the address or the password', async () => {
  const user = await create({ email: 'vierte@example.com' });
  const [entry] = await database.sql`
    select actor_type, action, details from audit_log
    where company_id = ${companyId} and subject_type = 'portal-user' and subject_id = ${user.id}`;
  assert.deepEqual(
    { ...entry },
    { actor_type: 'operator', action: 'portal-user-created', details: { role: 'admin' } },
  );
});

test('an unknown company, an invalid address and a weak password are refused', async () => {
  await assert.rejects(create({ email: 'fuenfte@example.com' }, 999_999), { code: 'not-found' });
  await assert.rejects(create({ email: 'no address' }), { code: 'invalid-values' });
  await assert.rejects(create({ email: 'fuenfte@example.com', password: 'short' }), {
    code: 'invalid-values',
  });
});
