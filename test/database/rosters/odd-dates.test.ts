import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { enrolAllWaiting } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

const absentFrom = (startDate: string, endDate: string | null) => [{ type: 'parental', startDate, endDate }];

/** Dates that HR systems write for "always" and "never", and typing errors. */
const PEOPLE = [
  entry('A', { terminationDate: '9999-12-31' }),
  entry('B', { terminationDate: '9999-11-30' }),
  entry('C', { startDate: '9999-12-31' }),
  entry('D', { startDate: '0001-01-01', dateOfBirth: '0001-01-01' }),
  entry('E', { startDate: '0001-01-01', terminationDate: '0001-01-01' }),
  entry('F', { startDate: '9999-12-31', terminationDate: '9999-12-31' }),
  entry('G', { dateOfBirth: '9999-12-31' }),
  entry('H', { terminationDate: '0001-01-01' }),
  entry('I', { absences: absentFrom('0001-01-01', '9999-12-31') }),
  entry('J', { absences: absentFrom('9999-12-31', null) }),
  entry('K', { absences: absentFrom('2026-11-01', '9999-12-31') }),
];

it('people with the earliest and latest accepted dates can be previewed, synced, listed, changed and offboarded', async () => {
  const company = await createSyncingCompany(service);
  const { integrationId } = company;
  const preview = await company.send(`/hr-integrations/${integrationId}/sync/preview`, {
    syncId: 'odd',
    employees: PEOPLE,
  });
  assert.equal(preview.statusCode, 200, preview.body);
  const renamed = PEOPLE.map((person) => ({ ...person, lastName: 'Neu' }));
  for (const [syncId, roster] of [
    ['odd', PEOPLE],
    ['again', renamed],
    ['gone', [entry('Z')]],
  ] as const) {
    assert.equal((await company.sync(roster, { syncId })).status, 'succeeded');
    assert.ok((await company.changes(syncId)).length > 0);
    assert.ok((await company.people()).length >= PEOPLE.length);
  }
});

it('a terminationDate or end of an absence in December 9999 means that there is none', async () => {
  const company = await createSyncingCompany(service);
  const never = { terminationDate: '9999-12-31', absences: absentFrom('2027-01-01', '9999-12-31') };
  await company.sync([entry('A', never)]);
  const run = await company.sync([
    entry('A', { terminationDate: null, absences: absentFrom('2027-01-01', null) }),
  ]);
  assert.equal(run.counts.unchanged, 1);
});

it('with a startDate in December 9999 the subscription stays scheduled, with and without auto-enrol', async () => {
  for (const autoEnrol of [true, false]) {
    const company = await createSyncingCompany(service, { autoEnrol });
    await company.sync([entry('A', { startDate: '9999-12-31' }), entry('B', { startDate: '9999-12-01' })]);
    if (!autoEnrol) await sql.begin((tx) => enrolAllWaiting(tx, company.companyId, OPERATOR));
    for (const { subscription } of await company.people())
      assert.deepEqual([subscription.status, subscription.nextTicketAt], ['scheduled', '9999-12-01']);
  }
});
