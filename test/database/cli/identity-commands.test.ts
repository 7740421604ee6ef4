import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { commandLineOn } from '../support/command-line.ts';
import { CLIENT, startProvider } from '../support/identity-provider.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const { run, runJson } = commandLineOn(database);
const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
const ofCompany = ['--company', String(id)];
const provider = await startProvider({ redirectUri: 'https://tickets.example.com/portal/signed-in' });

const folder = await mkdtemp(join(tmpdir(), 'transit-identity-'));
after(() => rm(folder, { recursive: true }));
const secretFile = join(folder, 'secret');
await writeFile(secretFile, `${CLIENT.clientSecret}\n`);

const set = (...args: string[]) => run('identity', 'set', ...ofCompany, ...args);

it('the operator sets a provider up, shows, tests and removes it', async () => {
  assert.match((await set('--issuer', provider.issuer)).stderr, /clientId is missing/);
  const client = ['--issuer', provider.issuer, '--client-id', CLIENT.clientId, '--domain', 'Example.com'];
  assert.match((await set(...client)).stderr, /clientSecret is missing/);
  assert.match((await set(...client, '--client-secret-file', join(folder, 'no'))).stderr, /cannot be read/);
  await writeFile(join(folder, 'windows'), Buffer.from('Schlüssel', 'latin1'));
  assert.match(
    (await set(...client, '--client-secret-file', join(folder, 'windows'))).stderr,
    /The client secret is not in UTF-8\./,
  );
  const made = await set(...client, '--domain', 'example.org', '--client-secret-file', secretFile);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /domains {7}example\.com, example\.org/);
  assert.match(made.stdout, /redirect URI {2}https:\/\/tickets\.example\.com\/portal\/signed-in/);
  assert.ok(!made.stdout.includes(CLIENT.clientSecret));

  const changed = await set(
    '--role-claim',
    'groups',
    '--admin-value',
    'a',
    '--admin-value',
    'b, c',
    '--others',
    'viewer',
  );
  assert.equal(changed.code, 0, changed.stderr);
  const shown = await runJson('identity', 'show', ...ofCompany);
  assert.deepEqual(
    [shown.roleClaim, shown.adminValues, shown.otherRole, shown.domains, shown.vouchedDomains],
    ['groups', ['a', 'b, c'], 'viewer', ['example.com', 'example.org'], ['example.com', 'example.org']],
  );
  assert.equal(shown.clientSecret, undefined);
  assert.match((await run('identity', 'show', ...ofCompany)).stdout, /others {8}viewer/);
  assert.equal((await set('--role-claim', 'none')).code, 0);
  assert.deepEqual((await runJson('identity', 'show', ...ofCompany)).adminValues, []);

  const tested = await run('identity', 'test', ...ofCompany);
  assert.equal(tested.code, 0, tested.stdout);
  assert.match(tested.stdout, /client id and secret: fine/);
  await writeFile(secretFile, 'wrong');
  assert.equal((await set('--client-secret-file', secretFile)).code, 0);
  const failed = await run('identity', 'test', ...ofCompany);
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /client id and secret: failed: the provider does not accept them/);

  assert.match((await run('identity', 'remove', ...ofCompany)).stdout, /has no identity provider any more/);
  assert.match((await run('identity', 'test', ...ofCompany)).stderr, /no identity provider of company/);
});

it('the operator is the way back if the provider is the only way in', async () => {
  await writeFile(secretFile, CLIENT.clientSecret);
  const client = ['--issuer', provider.issuer, '--client-id', CLIENT.clientId, '--domain', 'example.com'];
  assert.equal((await set(...client, '--client-secret-file', secretFile)).code, 0);
  assert.match((await set('--only-way-in', 'true')).stderr, /An admin has to sign in through the provider/);
  const admin = await runJson('users', 'create', ...ofCompany, '--email', 'ada@example.com');
  await sql`update identity_providers set only_way_in = true`;
  for (const refused of [
    ['users', 'create', ...ofCompany, '--email', 'bob@example.com'],
    ['users', 'reset', String(admin.id), ...ofCompany],
  ])
    assert.match((await run(...refused)).stderr, /only through its identity provider/);
  assert.equal((await run('users', 'invite', ...ofCompany, '--email', 'bob@example.com')).code, 0);
  assert.equal((await set('--only-way-in', 'false')).code, 0);
  assert.equal((await run('users', 'reset', String(admin.id), ...ofCompany)).code, 0);
});
