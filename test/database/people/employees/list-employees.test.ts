import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { WHOLE_COMPANY } from '../../../../src/domain/access/scope.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { type EmployeeFilter, listEmployees } from '../../../../src/people/employees/list-employees.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/**
 * More people than a list sorts in one query, so that totals and pages use the other query. The tables are
 * not analysed, as after a first roster: no list may then choose a plan that only suits a few rows.
 */
const PEOPLE = 10_500;

const { sql } = await createTestDatabase();
const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Large' });
const integrationId = await createIntegration(sql, companyId, OPERATOR, {
  name: 'HR',
  type: 'api-integration',
});
await sql`
  with people as (
    insert into employees (company_id, first_name, last_name, email, date_of_birth)
    select ${companyId}, 'Person', n::text, n || '@example.com', '1990-01-01'
      from generate_series(1, ${PEOPLE}) n
    returning id, last_name::int as n
  ), linked as (
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on,
      ended_at)
    select ${companyId}, id, ${integrationId}, 'hr-integration', 'P' || n || '-' || link, '2026-01-01',
      '2026-01-01',
      case when link = 1 then now() end
    from people, generate_series(1, 2) link where n > 100
  )
  insert into tickets (company_id, employee_id, month, valid_from, valid_until, voided_at)
  select ${companyId}, id, month::date, month::date, month::date + 27,
    case when n <= 300 and month = '2026-03-01' then now() end
  from people, unnest('{2026-02-01,2026-03-01}'::timestamp[]) month
  where n > 200 or month = '2026-02-01'`;

const list = async (filter: EmployeeFilter, page = 1) => {
  const order = { page, perPage: 2, sortField: 'id', sortOrder: 'asc' } as const;
  const { total, items } = await listEmployees(sql, companyId, WHOLE_COMPANY, filter, order);
  return { total, names: items.map(({ lastName }) => Number(lastName)) };
};

test('people with several matching links are counted and listed once', async () => {
  for (const filter of [
    { hrLinkTypes: ['hr-integration' as const] },
    { hrIntegrationIds: [integrationId] },
  ]) {
    assert.deepEqual(await list(filter), { total: PEOPLE - 100, names: [101, 102] });
    assert.deepEqual(await list(filter, 5_000), { total: PEOPLE - 100, names: [10_099, 10_100] });
    assert.deepEqual(await list({ ...filter, search: 'person' }), { total: PEOPLE - 100, names: [101, 102] });
  }
});

test('a filter by ticket month lists people whose latest valid ticket is of that month', async () => {
  assert.deepEqual(await list({ ticketMonth: '2026-03' }), { total: PEOPLE - 300, names: [301, 302] });
  assert.deepEqual(await list({ ticketMonth: '2026-02' }), { total: 300, names: [1, 2] });
  assert.deepEqual(await list({ ticketMonth: '2026-02' }, 150), { total: 300, names: [299, 300] });
  assert.deepEqual(await list({ ticketMonth: '2026-01' }), { total: 0, names: [] });
});

test('a filter by link and a filter by ticket month can be combined', async () => {
  const filter: EmployeeFilter = { ticketMonth: '2026-02', hrLinkTypes: ['hr-integration'] };
  assert.deepEqual(await list(filter), { total: 200, names: [101, 102] });
});
