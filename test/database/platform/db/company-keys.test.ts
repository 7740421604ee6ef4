import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

/** Tables without a company. */
const WITHOUT_COMPANY: Record<string, string> = {
  api_key_secrets: 'parts of a key',
  installation: 'one row',
  portal_attempts: 'count attempts for addresses that may belong to nobody',
  portal_challenges: 'belong to a cookie, perhaps of somebody who has not signed in',
  portal_sessions: 'parts of a user',
  price_list: 'one row',
  schema_migrations: 'the same for all companies',
  ticket_prices: 'the same for all companies',
};

/** Unique columns of tables of companies by which a row is found before its company is known. */
const FOUND_WITHOUT_COMPANY: Record<string, string> = {
  api_keys_pkey: 'a key on the command line',
  api_keys_username_key: 'the key of a request',
  identity_attempts_pkey: 'somebody who comes back from an identity provider',
  identity_providers_link_key: 'the address at which the people of a company sign in',
  portal_invitations_pkey: 'numbered over all companies',
  portal_invitations_token_digest_key: 'the link of an invitation',
  portal_passkeys_credential_id_key: 'the user who signs in with a passkey',
  portal_sign_ins_pkey: 'somebody whose password was right',
  portal_users_passkey_handle_key: 'the user who signs in with a passkey',
  portal_users_pkey: 'the user of a session',
};

/** Rows that are in no foreign key with their company. */
const NOT_CHECKED: Record<string, string> = {
  planned_changes: 'written and deleted in one transaction',
  planned_duplicates: 'written and deleted in one transaction',
  planned_entries: 'written and deleted in one transaction',
  pulled_absences: 'not logged: after a crash of the database the rows are gone',
  pulled_people: 'not logged: after a crash of the database the rows are gone',
  roster_entries: 'written, read and deleted an upload at a time',
  sync_progress: 'not logged: how far a run is, while it is applied',
};

/** Foreign keys to a table without a company. */
const TO_ROWS_WITHOUT_COMPANY: Record<string, string> = {
  'identity_attempts (session_digest)': 'finish-sign-in.ts checks that the session is that of the person',
};

/** Columns that name a row of another table without a foreign key. */
const NAMED_ONLY: Record<string, string> = {
  'audit_log.actor_id': 'the log outlives people, and keeps the names that keys and users had',
  'audit_log.subject_id': 'the log outlives what it is about',
  'employees.email_changed_by_id': 'a user, a key or a run; a contract that is signed keeps the name',
  'group_memberships.group_id': 'the group may be gone, its name is kept',
  'handovers.actor_id': 'as in the audit log',
  'link_viewers.viewer_id':
    'a user or the operator; the first export of 100,000 links would take 1.6 times as long',
  'roster_pulls.file_id': 'the file may be gone',
  'sync_runs.same_as_run_id': 'read in the same transaction, and runs are never deleted',
};

interface Key {
  name: string;
  table: string;
  columns: string[];
}

interface ForeignKey extends Key {
  toTable: string;
  toColumns: string[];
}

const tables = await sql<{ name: string; hasCompany: boolean }[]>`
  select c.relname as name, c.relname = 'companies' or exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "hasCompany"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
const companyTables = new Set(tables.flatMap(({ name, hasCompany }) => (hasCompany ? [name] : [])));
const companyColumn = (table: string) => (table === 'companies' ? 'id' : 'company_id');

const uniqueKeys = await sql<Key[]>`
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
    array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1`;

const foreignKeys = await sql<ForeignKey[]>`
  select k.conname as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as "toTable",
    (select array_agg(attname::text order by ord) from unnest(k.conkey) with ordinality as c (num, ord)
     join pg_attribute on attrelid = k.conrelid and attnum = c.num) as columns,
    (select array_agg(attname::text order by ord) from unnest(k.confkey) with ordinality as c (num, ord)
     join pg_attribute on attrelid = k.confrelid and attnum = c.num) as "toColumns"
  from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 2, 1`;

/** The foreign keys of tables of companies that lead to such a table. */
const within = foreignKeys.filter(
  ({ table, toTable }) => companyTables.has(table) && companyTables.has(toTable),
);

/** Whether the row that is referred to belongs to the same company. */
const staysInCompany = ({ table, columns, toTable, toColumns }: ForeignKey) => {
  const at = columns.indexOf(companyColumn(table));
  return at >= 0 && toColumns[at] === companyColumn(toTable);
};

describe('tables', () => {
  it('have a company, but for a few', () => {
    assert.deepEqual(
      tables.flatMap(({ name, hasCompany }) => (hasCompany ? [] : [name])),
      Object.keys(WITHOUT_COMPANY).sort(),
    );
  });

  it('have it in each unique key, unless a row is found before its company is known', () => {
    const found = uniqueKeys.filter(
      ({ table, columns }) => companyTables.has(table) && !columns.includes(companyColumn(table)),
    );
    assert.deepEqual(
      found.map(({ name }) => name),
      Object.keys(FOUND_WITHOUT_COMPANY).sort(),
    );
  });

  it('refer only to rows of the same company', () => {
    assert(within.length > 60, 'the foreign keys are there');
    assert.deepEqual(
      within.filter((key) => !staysInCompany(key)),
      [],
    );
    const elsewhere = foreignKeys.filter(
      ({ table, toTable }) => companyTables.has(table) && !companyTables.has(toTable),
    );
    assert.deepEqual(
      elsewhere.map(({ table, columns }) => `${table} (${columns.join(', ')})`),
      Object.keys(TO_ROWS_WITHOUT_COMPANY).sort(),
    );
  });

  it('have only rows of companies that exist', () => {
    const checked = new Set(within.filter(staysInCompany).map(({ table }) => table));
    assert.deepEqual(
      [...companyTables].filter((table) => table !== 'companies' && !checked.has(table)),
      Object.keys(NOT_CHECKED).sort(),
    );
  });

  it('have a foreign key for each id of another row, or a reason', async () => {
    const columns = await sql<{ name: string }[]>`
      select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped and a.attnum > 0
        and a.atttypid = 'bigint'::regtype and a.attname ~ '(_id|_by)$'
        and c.relname <> all(${Object.keys(NOT_CHECKED)}::text[])
        and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey))
      order by 1`;
    assert.deepEqual(
      columns.map(({ name }) => name),
      Object.keys(NAMED_ONLY).sort(),
    );
  });
});
