import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/audit/record-change.ts';
import { linkEmployee } from '../../../src/employees/link-employee.ts';
import { selectConflicts } from '../../../src/sync/conflicts-sql.ts';
import { type Resolution, resolveConflict } from '../../../src/sync/resolve-conflict.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

/** Returns an entry of a different person with the same personnel number. */
const differentPerson = (hrId: string) =>
  entry(hrId, {
    firstName: 'Zoe',
    lastName: 'Zweig',
    email: 'zoe@example.com',
    dateOfBirth: '1999-09-09',
    startDate: '2026-11-02',
  });

async function resolve(companyId: number, resolution: Resolution): Promise<void> {
  const [conflict] = await selectConflicts(sql, companyId);
  assert(conflict);
  await sql.begin((tx) => resolveConflict(tx, companyId, { id: conflict.id }, OPERATOR, resolution));
  assert.equal(await openConflicts(companyId), 0);
}

const openConflicts = async (companyId: number) => (await selectConflicts(sql, companyId)).length;

describe('an entry with a known personnel number and otherwise different data', () => {
  it('is a conflict: the record is unchanged, its employee counts as listed, and the run reports the conflict', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const before = await company.people();
    const run = await company.sync([differentPerson('A'), entry('B')]);
    assert.equal(run.status, 'succeeded');
    assert.deepEqual([run.counts.conflict, run.counts.offboarded, run.counts.updated], [1, 0, 0]);
    assert.deepEqual(run.problems[0].pointers, ['/employees/0']);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason, change.fields], ['conflict', 'identity-differs', {}]);
    const after = await company.people();
    assert.deepEqual(
      after.map((person: { firstName: string; subscription: unknown }) => [
        person.firstName,
        person.subscription,
      ]),
      before.map((person: { firstName: string; subscription: unknown }) => [
        person.firstName,
        person.subscription,
      ]),
    );
    assert.equal(await openConflicts(company.companyId), 1);
  });

  it('is a conflict also when the last name matches', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A', { lastName: 'Meier' })]);
    const run = await company.sync([{ ...differentPerson('A'), lastName: 'MEIER' }]);
    assert.deepEqual([run.counts.conflict, run.counts.updated], [1, 0]);
  });

  it('no longer needs a decision after a later roster without the conflict', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A')]);
    await company.sync([differentPerson('A')]);
    const run = await company.sync([entry('A')]);
    assert.equal(run.counts.conflict, 0);
    assert.equal(await openConflicts(company.companyId), 0);
  });

  it('resolved as the same person: updates the record and reissues the ticket', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-11-01');
    await company.sync([entry('A')]);
    const [before] = await company.people();
    await company.sync([differentPerson('A')]);
    await resolve(company.companyId, 'same-person');
    const [after, ...others] = await company.people();
    assert.deepEqual(others, []);
    assert.deepEqual([after.id, after.firstName, after.email], [before.id, 'Zoe', 'zoe@example.com']);
    const tickets = await sql`
      select voided_at is not null as void from tickets where company_id = ${company.companyId} order by id`;
    assert.deepEqual(
      tickets.map(({ void: isVoid }) => isVoid),
      [true, false],
    );
    const run = await company.sync([differentPerson('A')]);
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [1, 0]);
  });

  it('resolved as a new person: gets a new record, and the previous employee is offboarded', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const conflict = await company.sync([differentPerson('A'), entry('B')]);
    await resolve(company.companyId, 'new-person');
    const [old, b, fresh] = await company.people();
    assert.deepEqual([old.firstName, b.firstName, fresh.firstName], ['FirstA', 'FirstB', 'Zoe']);
    assert.equal(old.hrIntergartionLinks[0].lastSyncId, conflict.syncId);
    const links = await sql`
      select employee_id as person, ended_at is null as present from hr_links
      where company_id = ${company.companyId} and hr_id = 'A' order by id`;
    assert.deepEqual(
      links.map(({ person, present }) => [person, present]),
      [
        [old.id, false],
        [fresh.id, true],
      ],
    );
    const run = await company.sync([differentPerson('A'), entry('B')]);
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [2, 0]);
  });

  it('is a conflict also when the link had ended: the link stays ended until the conflict is resolved', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('B')]);
    const run = await company.sync([differentPerson('A'), entry('B')]);
    assert.deepEqual([run.counts.conflict, run.counts.rehired, run.counts.added], [1, 0, 0]);
    await resolve(company.companyId, 'same-person');
    const people = await company.people();
    assert.deepEqual([people.length, people[0].firstName], [2, 'Zoe']);
    const [link] = await sql`
      select ended_at, first_seen_on from hr_links where company_id = ${company.companyId} and hr_id = 'A'`;
    assert.deepEqual([link?.['ended_at'], link?.['first_seen_on']], [null, '2026-11-15']);
  });

  it('resolved for an employee who was linked by hand meanwhile: the roster link replaces the manual link', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('B')]);
    const [a] = await company.people();
    await sql.begin((tx) => linkEmployee(tx, company.companyId, a.id, company.integrationId, OPERATOR));
    await company.sync([differentPerson('A'), entry('B')]);
    await resolve(company.companyId, 'same-person');
    const links = await sql`
      select hr_id, ended_at is null as present from hr_links
      where company_id = ${company.companyId} and employee_id = ${a.id} order by id`;
    assert.deepEqual(
      links.map(({ hr_id, present }) => [hr_id, present]),
      [
        ['A', true],
        [null, false],
      ],
    );
  });

  it('resolved with autoSyncEmployee changing to true: the employee counts as first seen, as in any sync', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A', { autoSyncEmployee: false })]);
    await company.clock('2026-12-20');
    await company.sync([{ ...differentPerson('A'), autoSyncEmployee: true }]);
    await resolve(company.companyId, 'same-person');
    const [link] = await sql`select first_seen_on from hr_links where company_id = ${company.companyId}`;
    assert.equal(link?.['first_seen_on'], '2026-12-20');
  });
});
