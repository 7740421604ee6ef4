import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { WHOLE_COMPANY } from '../../../../src/domain/access/scope.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { createEmployeeReader } from '../../../../src/people/employees/read-employee.ts';
import { connect } from '../../../../src/platform/db/connect.ts';
import type { Transaction } from '../../../../src/platform/db/types.ts';
import { addPerson } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql, server } = await createTestDatabase();
const [own, other] = [
  await createCompany(sql, OPERATOR, { name: 'Own' }),
  await createCompany(sql, OPERATOR, { name: 'Other' }),
];
const [first, second] = [
  await createIntegration(sql, own.id, OPERATOR, { name: 'First', type: 'api-integration' }),
  await createIntegration(sql, own.id, OPERATOR, { name: 'Second', type: 'api-integration' }),
];
const linked = await addPerson(sql, own.id, {
  links: [
    { integrationId: first, hrId: 'OLD', ended: true },
    { integrationId: second, hrId: 'P2' },
    { integrationId: first, hrId: 'P1' },
  ],
});
const unlinked = await addPerson(sql, own.id, { firstName: 'Bo' });

test('concurrent reads of different people each return their own record', async () => {
  const read = createEmployeeReader(sql);
  const asked = [unlinked, linked, 999_999, linked].map((id) => read(own.id, WHOLE_COMPANY, id));
  const found = await Promise.all([...asked, read(other.id, WHOLE_COMPANY, linked)]);
  assert.deepEqual(
    found.map((employee) => employee?.id),
    [unlinked, linked, undefined, linked, undefined],
  );
  assert.deepEqual(found[1], found[3]);
});

test('reads that arrive together share a query, one for each company', async () => {
  const asked: unknown[] = [];
  const watched = new Proxy(sql, {
    apply(pool, self, given: unknown[]) {
      const ids = given.slice(1).find(Array.isArray);
      if (ids) asked.push([given[1], ids]);
      return Reflect.apply(pool, self, given);
    },
  });
  const read = createEmployeeReader(watched);
  await Promise.all([
    read(own.id, WHOLE_COMPANY, linked),
    read(other.id, WHOLE_COMPANY, linked),
    read(own.id, WHOLE_COMPANY, unlinked),
  ]);
  assert.deepEqual(asked, [
    [own.id, [linked, unlinked]],
    [other.id, [linked]],
  ]);
});

describe('reading one person again and again is planned only at first', () => {
  async function timesPlanned(tx: Transaction, companyId: number, id: number): Promise<number | undefined> {
    for (let time = 1; time <= 10; time++) await selectEmployees(tx, companyId, [id]);
    const [plans] = await tx<{ custom: number }[]>`
      select custom_plans as custom from pg_prepared_statements
      where statement like '%json_agg(employee)%' and statement not like '%pg_prepared_statements%'`;
    return plans?.custom;
  }

  it('in a company among others of its size', async () => {
    assert.equal(await sql.begin((tx) => timesPlanned(tx, own.id, linked)), 5);
  });

  it('in a small company beside a large one', async () => {
    const { id: largeId } = await createCompany(sql, OPERATOR, { name: 'Large' });
    await sql`
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      select ${largeId}, 'A', 'B', 'a' || number || '@example.com', '1990-01-01'
      from generate_series(1, 3000) number`;
    // As after the first roster of the large one: nobody else is counted yet.
    await sql`alter table employees alter company_id set (n_distinct = 1)`;
    await sql`analyze employees`;
    // Connections that are open already have plans from before.
    const anew = connect(server.target);
    try {
      assert.equal(await anew.sql.begin((tx) => timesPlanned(tx, own.id, linked)), 5);
    } finally {
      await anew.close();
    }
  });
});

test('present links come first, then ended ones, each listed once', async () => {
  const read = createEmployeeReader(sql);
  for (const employee of await Promise.all([
    read(own.id, WHOLE_COMPANY, linked),
    read(own.id, WHOLE_COMPANY, linked),
  ]))
    assert.deepEqual(
      employee?.links.map(({ hrId }) => hrId),
      ['P2', 'P1', 'OLD'],
    );
  assert.deepEqual((await read(own.id, WHOLE_COMPANY, unlinked))?.links, []);
});
