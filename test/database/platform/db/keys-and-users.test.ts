import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Sql } from '../../../../src/platform/db/types.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

/** The ids of a company, and of what belongs to it. */
interface Ids {
  companyId: number;
  keyId: number;
  userId: number;
  integrationId: number;
}

let made = 0;

async function createCompany(): Promise<Ids> {
  const [ids] = await sql<Ids[]>`
    with company as (
      insert into companies (name) values ('Beispiel GmbH') returning id
    ), key as (
      insert into api_keys (company_id, environment, username, name, permissions)
      select id, 'staging', ${`test_${++made}`}, 'Key', '{}' from company returning id
    ), made_user as (
      insert into portal_users (company_id, email) select id, 'ada@example.com' from company returning id
    ), integration as (
      insert into hr_integrations (company_id, name, type) select id, 'HR', 'api-integration' from company returning id
    )
    select company.id as "companyId", key.id as "keyId", made_user.id as "userId", integration.id as "integrationId"
    from company, key, made_user, integration`;
  assert(ids);
  return ids;
}

const ID_OF = { api_keys: 'keyId', portal_users: 'userId', hr_integrations: 'integrationId' } as const;

type Insert = (sql: Sql, own: Ids, named: Ids) => PromiseLike<unknown>;

/** Rows of the company `own` that name a row of such a table of the company `named`. */
const ROWS: [string, keyof typeof ID_OF, Insert][] = [
  [
    'a run by a key',
    'api_keys',
    (sql, { companyId, integrationId }, { keyId }) => sql`
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, finished_at, api_key_id)
      values (${companyId}, ${integrationId}, 'key', 1, 'succeeded', now(), ${keyId})`,
  ],
  [
    'a run by a user',
    'portal_users',
    (sql, { companyId, integrationId }, { userId }) => sql`
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, finished_at, portal_user_id)
      values (${companyId}, ${integrationId}, 'user', 2, 'succeeded', now(), ${userId})`,
  ],
  [
    'an attempt by a key',
    'api_keys',
    (sql, { companyId, integrationId }, { keyId }) => sql`
      insert into sync_attempts (company_id, integration_id, api_key_id, status, code, errors, error_count, accept_seq, request_id)
      values (${companyId}, ${integrationId}, ${keyId}, 422, 'invalid-values', '[]', 0, 0, 'request')`,
  ],
  [
    'an attempt by a user',
    'portal_users',
    (sql, { companyId, integrationId }, { userId }) => sql`
      insert into sync_attempts (company_id, integration_id, portal_user_id, status, code, errors, error_count, accept_seq, request_id)
      values (${companyId}, ${integrationId}, ${userId}, 422, 'invalid-values', '[]', 0, 0, 'request')`,
  ],
  [
    'a pull by a key',
    'api_keys',
    (sql, { companyId, integrationId }, { keyId }) => sql`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose, api_key_id, file_id)
      values (${companyId}, ${integrationId}, 'key', 'roster', ${keyId}, 1)`,
  ],
  [
    'a pull by a user',
    'portal_users',
    (sql, { companyId, integrationId }, { userId }) => sql`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose, portal_user_id, file_id)
      values (${companyId}, ${integrationId}, 'user', 'roster', ${userId}, 1)`,
  ],
  [
    'a mail to a user',
    'portal_users',
    (sql, { companyId }, { userId }) => sql`
      insert into mails (company_id, kind, user_id, urgency, expires_at)
      values (${companyId}, 'password-reset', ${userId}, 0, now())`,
  ],
  [
    'an action about many people by a user',
    'portal_users',
    (sql, { companyId }, { userId }) => sql`
      insert into bulk_actions (company_id, action, input, user_id, people) values (${companyId}, 'enrol', '{}', ${userId}, 1)`,
  ],
  [
    'an invitation by a user',
    'portal_users',
    (sql, { companyId }, { userId }) => sql`
      insert into portal_invitations (company_id, email, role, token_digest, invited_by, expires_at)
      values (${companyId}, 'new@example.com', 'admin', sha256(${`${companyId} ${userId}`}::text::bytea), ${userId}, now())`,
  ],
  [
    'a key for an integration',
    'hr_integrations',
    (sql, { companyId, keyId }, { integrationId }) =>
      sql`insert into api_key_integrations values (${companyId}, ${keyId}, ${integrationId})`,
  ],
];

describe('a row of a company', () => {
  for (const [what, table, insert] of ROWS)
    it(`that is ${what} names one of its company only, and keeps it`, async () => {
      const [own, other] = [await createCompany(), await createCompany()];
      await assert.rejects(async () => await insert(sql, own, other), { code: '23503' });
      await insert(sql, own, own);
      await assert.rejects(async () => await sql`delete from ${sql(table)} where id = ${own[ID_OF[table]]}`, {
        code: '23503',
      });
    });

  it('cannot be a key, a user, an invitation or an identity provider of no company', async () => {
    const inserts = [
      sql`insert into api_keys (company_id, environment, username, name, permissions)
        values (0, 'staging', 'test_nobody', 'Key', '{}')`,
      sql`insert into portal_users (company_id, email) values (0, 'ada@example.com')`,
      sql`insert into portal_invitations (company_id, email, role, token_digest, expires_at)
        values (0, 'ada@example.com', 'admin', sha256('nobody'), now())`,
      sql`insert into identity_providers (company_id, issuer, client_id, client_secret, link)
        values (0, 'https://id.example.com', 'client', 'secret', 'AAAAAAAAAAAAAAAAAAAAAA')`,
    ];
    for (const insert of inserts) await assert.rejects(async () => await insert, { code: '23503' });
  });
});

describe('a key or a user', () => {
  it('takes its secrets, sessions, passkeys and identities along', async () => {
    const ids = await createCompany();
    const { companyId, keyId, userId } = ids;
    await sql`insert into api_key_secrets (api_key_id, slot, digest) values (${keyId}, 1, sha256('secret'))`;
    await sql`insert into portal_sessions (token_digest, user_id, expires_at) values (sha256('session'), ${userId}, now())`;
    await sql`
      insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
      values (${companyId}, ${userId}, sha256('passkey'), '', 0, '{}', 'Key')`;
    await sql`
      insert into portal_identities (company_id, user_id, issuer, subject)
      values (${companyId}, ${userId}, 'https://id.example.com', 'ada')`;
    await sql`
      insert into portal_sign_ins (token_digest, company_id, user_id, first_factor, expires_at)
      values (sha256('sign-in'), ${companyId}, ${userId}, 'password', now())`;
    await sql`
      insert into identity_providers (company_id, issuer, client_id, client_secret, link)
      values (${companyId}, 'https://id.example.com', 'client', 'secret', 'BBBBBBBBBBBBBBBBBBBBBB')`;
    await sql`
      insert into identity_attempts (token_digest, company_id, return_path, session_digest, expires_at)
      values (sha256('attempt'), ${companyId}, '/', sha256('session'), now())`;
    await sql`delete from api_keys where id = ${keyId}`;
    await sql`delete from portal_users where id = ${userId}`;
    for (const [table, column, id] of [
      ['api_key_secrets', 'api_key_id', keyId],
      ['portal_sessions', 'user_id', userId],
      ['portal_passkeys', 'user_id', userId],
      ['portal_identities', 'user_id', userId],
      ['portal_sign_ins', 'user_id', userId],
      ['identity_attempts', 'company_id', companyId],
    ] as const)
      assert.equal((await sql`select from ${sql(table)} where ${sql(column)} = ${id}`).length, 0, table);
  });
});
