import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTenants } from '../../../../src/company/companies/tenants.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

test('companies are listed by their people or by the time that their rosters took', async () => {
  const small = await TestCompany.create(sql, '2026-11-15');
  const large = await TestCompany.create(sql, '2026-11-15');
  const empty = await TestCompany.create(sql, '2026-11-15');
  await small.addPerson();
  await large.addPerson();
  await large.addPerson();
  const integrationId = await createIntegration(sql, small.id, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const addRun = (seq: number, accepted: string, seconds: number, status = 'succeeded') => sql`
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, entry_count, accepted_at, started_at,
      finished_at)
    select ${small.id}, ${integrationId}, 'night ' || ${seq}::int, ${seq}, ${status}, 10, moment, moment,
      moment + make_interval(secs => ${seconds})
    from (select now() - ${accepted}::text::interval as moment) m`;
  await addRun(1, '8 days', 100);
  await addRun(2, '6 days', 2);
  await addRun(3, '1 hour', 0.5);
  // Was held for a day.
  await addRun(4, '3 days', 86_400, 'superseded');

  const byPeople = await listTenants(sql, { days: 7, sort: 'people' });
  assert.deepEqual(
    byPeople.map(({ id, people }) => [id, people]),
    [
      [large.id, 2],
      [small.id, 1],
      [empty.id, 0],
    ],
  );
  const [busiest] = await listTenants(sql, { days: 7, sort: 'load' });
  assert.deepEqual(
    { ...busiest, name: '', place: null },
    { id: small.id, name: '', people: 1, rosters: 3, entries: 30, applyingSeconds: 2.5, place: null },
  );
});
