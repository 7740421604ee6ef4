import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { type Migration, migrate, readMigrations } from '../../src/platform/db/migrate.ts';
import { PLACEMENT } from '../../src/platform/db/placement.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { Cluster } from './cluster.ts';

const cluster = Cluster.fromEnvironment();

async function places(sql: Pool): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; kind: string }[]>`
    select table_name::text as name, citus_table_type as kind from citus_tables`;
  return Object.fromEntries(rows.map(({ name, kind }) => [name, kind]));
}

const KINDS = { company: 'distributed', everywhere: 'reference' } as const;

it('migrations distribute the tables of companies, and tables that later migrations add', async (t) => {
  const name = `later_${process.pid}`;
  await cluster.createDatabase(name);
  const { sql, close } = connect(cluster.url(name));
  t.after(close);
  const migrations = readMigrations();
  assert.equal((await migrate(sql)).length, migrations.length);
  const expected = Object.entries(PLACEMENT).flatMap(([table, place]) =>
    place === 'coordinator' ? [] : [[table, KINDS[place]]],
  );
  assert.deepEqual(await places(sql), Object.fromEntries(expected));
  assert.deepEqual(await migrate(sql), [], 'the second time there is nothing to do');

  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const text = `
    create table gadgets (
      company_id bigint not null references companies,
      id bigint generated always as identity,
      employee_id bigint,
      primary key (company_id, id),
      foreign key (company_id, employee_id) references employees
    );
    insert into gadgets (company_id) select id from companies;
    alter table companies add column gadgets int not null default 0;
    alter table documents add constraint documents_of_companies foreign key (company_id) references companies;
    update companies set gadgets = 1;
    create index gadgets_of_employee on gadgets (company_id, employee_id);`;
  const later: Migration = {
    version: migrations.length + 1,
    name: 'gadgets',
    sql: text,
    checksum: createHash('sha256').update(text).digest('hex'),
    breaking: false,
  };
  const placement = { ...PLACEMENT, gadgets: 'company' } as const;
  assert.equal((await migrate(sql, { migrations: [...migrations, later], placement })).length, 1);
  assert.equal((await places(sql))['gadgets'], 'distributed');
  const gadgets = await sql`select company_id from gadgets where company_id = ${id}`;
  assert.equal(gadgets.length, 1, 'its rows are on the shards');
  const [left] = await sql<{ bytes: number }[]>`select pg_relation_size('gadgets')::int as bytes`;
  assert.equal(left?.bytes, 0, 'no copy of its rows stays on the coordinator');
  await assert.rejects(sql`insert into gadgets (company_id, employee_id) values (${id}, 999)`, /foreign key/);
  const [company] = await sql`select gadgets from companies where id = ${id}`;
  assert.equal(company?.['gadgets'], 1);
});
