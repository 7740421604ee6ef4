import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

describe('two integrations of a company', () => {
  it('do not offboard each other’s people', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A'), entry('B')]);
    const before = await company.people();
    const run = await company.sync([entry('C')], { to: second });
    assert.deepEqual([run.counts.added, run.counts.offboarded, run.counts.unlinked], [1, 0, 0]);
    assert.deepEqual((await company.people()).slice(0, 2), before);
  });

  it('may use the same numbers for different people', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('1', { email: 'a@example.com' })]);
    const run = await company.sync(
      [
        entry('1', {
          firstName: 'Berta',
          lastName: 'Bach',
          email: 'b@example.com',
          dateOfBirth: '1999-09-09',
        }),
      ],
      { to: second },
    );
    assert.deepEqual([run.counts.added, run.counts.conflict], [1, 0]);
    assert.equal((await company.people()).length, 2);
  });

  it('share a person: the record follows the older link, the facts of both count', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A')]);
    const run = await company.sync([entry('A', { hrId: 'T-1', lastName: 'Other' })], { to: second });
    assert.equal(run.counts.adopted, 1);
    const [person, ...others] = await company.people();
    assert.deepEqual(others, []);
    assert.equal(person.lastName, 'LastA');
    const renamed = await company.sync([entry('A', { hrId: 'T-1', lastName: 'Third' })], { to: second });
    assert.deepEqual([renamed.counts.unchanged, renamed.counts.updated], [1, 0]);
    await company.sync([entry('A', { lastName: 'Fourth' })]);
    assert.equal((await company.people())[0].lastName, 'Fourth');
  });

  it('do not offboard a person whom the other still lists: the link ends, and the younger link then leads', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    const run = await company.sync([entry('B')]);
    assert.deepEqual([run.counts.unlinked, run.counts.offboarded], [1, 0]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason], ['unlinked', 'still-linked-elsewhere']);
    const [a] = await company.people();
    assert.equal(a.subscription.status, 'scheduled');
    const next = await company.sync([entry('A', { hrId: 'T-1', lastName: 'Temp' })], { to: second });
    assert.equal(next.counts.updated, 1);
    assert.equal((await company.people())[0].lastName, 'Temp');
  });

  it('hand a record over at once: names and address follow the next link when the oldest one ends', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A'), entry('B')]);
    const other = {
      hrId: 'T-1',
      lastName: 'Temp',
      email: 'temp@example.com',
      profileImage: 'https://example.com/t.png',
    };
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    await company.sync([entry('A', other)], { to: second });
    const run = await company.sync([entry('B')]);
    const [change] = await company.changes(run.syncId);
    assert.equal(change.outcome, 'unlinked');
    assert.deepEqual(change.fields, {
      lastName: { from: 'LastA', to: 'Temp' },
      email: { from: 'a@example.com', to: 'temp@example.com' },
      profileImage: { from: null, to: 'https://example.com/t.png' },
    });
    assert.equal(run.counts.ticketsReissued, 1);
    const [a] = await company.people();
    assert.deepEqual(
      [a.lastName, a.email, a.profileImage],
      ['Temp', 'temp@example.com', 'https://example.com/t.png'],
    );
    const next = await company.sync([entry('A', other)], { to: second });
    assert.deepEqual([next.counts.unchanged, next.counts.updated], [1, 0]);
    // The first integration lists the person again: its link is the older one, so the record follows it again.
    await company.sync([entry('A'), entry('B')]);
    assert.equal((await company.people())[0].lastName, 'LastA');
  });

  it('hand a record over with what the number lists now, not with what it listed before', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    await company.sync([entry('A', { hrId: 'T-1', lastName: 'Temp' })], { to: second });
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    await company.sync([entry('B')]);
    assert.equal((await company.people())[0].lastName, 'LastA');
  });

  it('do not change people who only have a manual link', async () => {
    const company = await createSyncingCompany(service);
    const id = await sql.begin((tx) =>
      createEmployee(tx, company.companyId, OPERATOR, {
        firstName: 'Hanna',
        lastName: 'Hand',
        email: 'hanna@example.com',
        dateOfBirth: '1990-01-01',
      }),
    );
    await sql.begin((tx) => linkEmployee(tx, company.companyId, id, company.integrationId, OPERATOR));
    const [before] = await company.people();
    const run = await company.sync([entry('A')]);
    assert.deepEqual([run.counts.offboarded, run.counts.unlinked], [0, 0]);
    const [after] = await company.people();
    assert.deepEqual(after, before);
  });

  it('can resolve a conflict of the younger link without changing the record, which follows the older link', async () => {
    const company = await createSyncingCompany(service);
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A')]);
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    const zoe = {
      hrId: 'T-1',
      firstName: 'Zoe',
      lastName: 'Zweig',
      email: 'zoe@example.com',
      dateOfBirth: '1999-09-09',
    };
    await company.sync([entry('A', { ...zoe, terminationDate: '2027-01-31' })], { to: second });
    await company.resolveOpenConflict('same-person');
    const [person] = await company.people();
    assert.equal(person.firstName, 'FirstA');
    const again = await company.sync([entry('A')]);
    assert.deepEqual([again.counts.unchanged, again.counts.conflict], [1, 0]);
    const [link] = await sql`
      select termination_date from hr_links where company_id = ${company.companyId} and hr_id = 'T-1'`;
    assert.equal(link?.['termination_date'], '2027-01-31');
  });
});
