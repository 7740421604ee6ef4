import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate, readMigrations } from '../../../../src/platform/db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase({ empty: true });

/** The last migration of 0.2.0. */
const LAST = readMigrations().findIndex(({ name }) => name === 'file_mapping');

it('rows of 0.2.0 that name a key or a user of another company stay, without a sender', async () => {
  const migrations = readMigrations();
  await migrate(sql, { migrations: migrations.slice(0, LAST + 1) });
  // Keys, users and integrations have the number of their company.
  await sql.unsafe(`
    insert into companies (name) values ('Beispiel GmbH'), ('Andere GmbH');
    insert into api_keys (company_id, environment, username, name, permissions)
    select id, 'staging', 'test_' || id, 'Key', '{}' from companies order by id;
    insert into portal_users (company_id, email) select id, 'ada@example.com' from companies order by id;
    insert into hr_integrations (company_id, name, type) select id, 'HR', 'api-integration' from companies order by id;
    insert into roster_uploads (company_id, integration_id, lease_until) values (1, 1, now());
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, attempts, api_key_id, portal_user_id,
      upload_id, finished_at)
    values (1, 1, 'key', 1, 'succeeded', 1, 1, null, null, now()),
      (1, 1, 'other key', 2, 'succeeded', 1, 2, null, null, now()),
      (1, 1, 'user', 3, 'succeeded', 1, null, 1, null, now()),
      (1, 1, 'other user', 4, 'succeeded', 1, null, 2, null, now()),
      -- A node of 0.2.0 is applying it.
      (1, 1, 'running', 5, 'running', 1, 2, null, 1, null);
    insert into sync_attempts (company_id, integration_id, sync_id, api_key_id, portal_user_id, status, code, errors, error_count,
      accept_seq, request_id)
    select 1, 1, sync_id, api_key_id, portal_user_id, 422, 'invalid-values', '[]', 0, accept_seq, 'request' from sync_runs;
    insert into portal_invitations (company_id, email, role, token_digest, invited_by, expires_at)
    select 1, 'new-' || id || '@example.com', 'admin', sha256(id::text::bytea), id, now() from companies;`);
  await migrate(sql, { migrations });
  const senders = async (table: string) =>
    (
      await sql<{ line: string }[]>`
        select concat_ws(' ', sync_id || ':', 'key ' || api_key_id, 'user ' || portal_user_id) as line
        from ${sql(table)} where company_id = 1 order by id`
    ).map(({ line }) => line);
  const expected = ['key: key 1', 'other key:', 'user: user 1', 'other user:', 'running:'];
  assert.deepEqual(await senders('sync_runs'), expected);
  assert.deepEqual(await senders('sync_attempts'), expected);
  const invitations = await sql<{ by: number | null }[]>`
    select invited_by as by from portal_invitations order by id`;
  assert.deepEqual(
    invitations.map(({ by }) => by),
    [1, null],
  );
});
