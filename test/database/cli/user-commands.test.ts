import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptInvitation } from '../../../src/accounts/accept-invitation.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createPortalUser } from '../portal/portal.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const { run, runJson } = commandLineOn(database);
const { id } = await createCompany(database.sql, OPERATOR, { name: 'Beispiel GmbH' });
const ofCompany = ['--company', String(id)];

it('the operator invites users by link, lists them, changes roles and removes users, but never the last admin', async () => {
  const invited = await runJson('users', 'invite', ...ofCompany, '--email', 'first@example.com');
  assert.match(invited.link, /^https:\/\/tickets\.example\.com\/portal\/invitation#[\w-]{43}$/);
  const given = {
    password: 'ein langes Passwort',
    client: { address: '192.0.2.1', browser: null },
    earlierToken: undefined,
  };
  await acceptInvitation(database.sql, { token: invited.link.split('#')[1], ...given });
  const [first] = await runJson('users', 'list', ...ofCompany);
  assert.deepEqual([first.email, first.role], ['first@example.com', 'admin']);
  assert.ok(first.lastSignedInAt);

  const viewer = ['users', 'set', String(first.id), ...ofCompany, '--role', 'viewer'];
  assert.match((await run(...viewer)).stderr, /last admin/);
  const second = await runJson('users', 'create', ...ofCompany, '--email', 'second@example.com');
  assert.equal((await run(...viewer)).code, 0);
  assert.match((await run('users', 'remove', String(second.id), ...ofCompany)).stderr, /last admin/);
  assert.equal((await run('users', 'remove', String(first.id), ...ofCompany)).code, 0);
  const { stdout } = await run('users', 'list', ...ofCompany);
  assert.match(stdout, /second@example\.com +admin +0 +never signed in/);
  assert.doesNotMatch(stdout, /first@/);
  assert.match((await run('users', 'remove', '999999', ...ofCompany)).stderr, /no user 999999 of company/);
});

it('removing a user names what the user entered and what goes on working', async () => {
  const service = await createTestService({}, database);
  const [leaver, other] = [await createPortalUser(service, id), await createPortalUser(service, id)];
  const webhook = { url: 'https://hooks.example.com/', eventTypes: null };
  assert.equal((await leaver.send('/webhooks', { method: 'POST', body: webhook })).statusCode, 201);
  const provider = {
    issuer: 'https://login.example.com',
    clientId: 'portal',
    clientSecret: 'a secret of the client',
    domains: ['example.com'],
    roleClaim: null,
    adminValues: [],
    viewerValues: [],
    otherRole: null,
    createsUsers: false,
    onlyWayIn: false,
  };
  assert.equal((await leaver.send('/identity-provider', { method: 'PUT', body: provider })).statusCode, 200);
  const remove = async (user: { id: number }) =>
    (await run('users', 'remove', String(user.id), ...ofCompany)).stdout;
  const ofLeaver = await remove(leaver);
  assert.match(ofLeaver, /Webhooks whose address this user entered: 1\. They go on receiving events\./);
  assert.match(ofLeaver, /This user entered the identity provider\. .* transit identity show --company \d+/);
  assert.doesNotMatch(ofLeaver, /API keys/);
  assert.doesNotMatch(await remove(other), /Webhooks|identity provider/);
});

it('the operator requires passkeys of a company, and resets lost ones', async () => {
  const { sql } = database;
  const demand = (value: string) => runJson('companies', 'set', String(id), '--require-passkeys', value);
  assert.equal((await demand('on')).requirePasskeys, true);
  assert.match((await run('companies', 'set', String(id), '--locale', 'de-DE')).stdout, /passkeys +required/);
  assert.equal((await demand('off')).requirePasskeys, false);
  assert.match((await run('companies', 'set', String(id), '--require-passkeys', 'yes')).stderr, /on or off/);
  assert.match(
    (await run('companies', 'set', '999999', '--require-passkeys', 'on')).stderr,
    /no company 999999/,
  );

  const user = await runJson('users', 'create', ...ofCompany, '--email', 'third@example.com');
  await sql`
    insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
    values (${id}, ${user.id}, sha256('one'), '', 0, '{}', 'Key')`;
  assert.match((await run('users', 'list', ...ofCompany)).stdout, /third@example\.com +admin +1 /);
  const reset = (userId: number) => run('users', 'reset-passkeys', String(userId), ...ofCompany);
  assert.match((await reset(user.id)).stdout, /signed out and has no passkeys any more: 1 removed/);
  assert.match((await reset(user.id)).stdout, /has no passkeys\./);
  assert.match((await reset(999_999)).stderr, /no user 999999 of company/);
  const log = await sql<{ line: string }[]>`
    select concat_ws(' ', actor_type, action, details ->> 'requirePasskeys', details ->> 'removed') as line
    from audit_log where company_id = ${id}
      and (action = 'passkeys-reset' or details ? 'requirePasskeys') order by id`;
  assert.deepEqual(
    log.map(({ line }) => line),
    ['operator company-changed true', 'operator company-changed false', 'operator passkeys-reset 1'],
  );
});

it('cut-offs are set to a day of the month, or to the last day', async () => {
  const set = (day: string) => runJson('companies', 'set', String(id), '--cancel-until', day);
  assert.equal((await set('5')).cancelUntilDay, 5);
  assert.equal((await set('last')).cancelUntilDay, null);
  assert.equal((await run('companies', 'set', String(id), '--cancel-until', '29')).code, 1);
});
