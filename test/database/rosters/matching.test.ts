import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { eraseEmployee } from '../../../src/people/privacy/erase-employee.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

/** Returns the links by age, the oldest first: number, type and whether the link is present. */
const linksOf = async (employeeId: number) =>
  (
    await sql`select hr_id, type, ended_at is null as present from hr_links where employee_id = ${employeeId}
      order by id`
  ).map(({ hr_id, type, present }) => [hr_id, type, present]);

describe('a roster', () => {
  it('adds new people, and does not change them when the next roster is equal', async () => {
    const company = await createSyncingCompany(service);
    const first = await company.sync([entry('A'), entry('B')]);
    assert.equal(first.status, 'succeeded');
    assert.equal(first.counts.added, 2);
    const before = await company.people();
    assert.deepEqual(
      before.map(({ firstName }: { firstName: string }) => firstName),
      ['FirstA', 'FirstB'],
    );
    const second = await company.sync([entry('B'), entry('A')]);
    assert.deepEqual([second.counts.unchanged, second.counts.added, second.counts.updated], [2, 0, 0]);
    assert.deepEqual(await company.changes(second.syncId), []);
  });

  it('gives new people ascending ids in the order of its entries, whichever join PostgreSQL chooses', async () => {
    for (const join of ['enable_hashjoin', 'enable_mergejoin']) {
      const company = await createSyncingCompany(service);
      await company.worker.unsafe(`set ${join} = off`);
      await company.sync([entry('M')]);
      const listed = Array.from({ length: 60 }, (_, index) => entry(`N${99 - index}`));
      await company.sync([...listed, entry('M')]);
      const [, ...newcomers] = await company.people();
      assert.deepEqual(
        newcomers.map(({ firstName }: { firstName: string }) => firstName),
        listed.map(({ firstName }) => firstName),
      );
    }
  });

  it('updates the fields that differ, and the change lists them', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const run = await company.sync([
      entry('A', { lastName: 'Neu', terminationDate: '2027-03-31' }),
      entry('B'),
    ]);
    assert.equal(run.counts.updated, 1);
    const [change] = await company.changes(run.syncId);
    assert.equal(change.outcome, 'updated');
    assert.deepEqual(change.fields, {
      lastName: { from: 'LastA', to: 'Neu' },
      terminationDate: { from: null, to: '2027-03-31' },
    });
    const [person] = await company.people();
    assert.equal(person.lastName, 'Neu');
  });

  it('offboards people it omits, and rehires them with the same record when it lists them again', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const gone = await company.sync([entry('A')]);
    assert.equal(gone.counts.offboarded, 1);
    const [, b] = await company.people();
    const back = await company.sync([entry('A'), entry('B', { email: 'other@example.com' })]);
    assert.equal(back.counts.rehired, 1);
    const people = await company.people();
    assert.equal(people.length, 2);
    assert.equal(people[1].id, b.id);
    assert.equal(people[1].email, 'other@example.com');
  });
});

describe('a person who returns', () => {
  it('gets the same record under a new personnel number if e-mail address and birth date match', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const [, b] = await company.people();
    await company.sync([entry('A')]);
    const run = await company.sync([entry('A'), entry('B', { hrId: 'B2', email: 'B@Example.com' })]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.reason, change.employeeId],
      ['rehired', 'returned-under-new-number', b.id],
    );
    assert.deepEqual(await linksOf(b.id), [
      ['B', 'hr-integration', false],
      ['B2', 'hr-integration', true],
    ]);
  });

  it('is not matched with a person who only has the same e-mail address', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('A')]);
    const run = await company.sync([
      entry('A'),
      entry('C', { email: 'b@example.com', dateOfBirth: '1999-09-09' }),
    ]);
    assert.deepEqual([run.counts.added, run.counts.rehired], [1, 0]);
    assert.equal((await company.people()).length, 3);
  });

  it('with several former numbers in the roster is rehired once, under the latest number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('Z')]);
    const [a] = await company.people();
    await company.sync([entry('A', { hrId: 'A2' }), entry('Z')]);
    await company.sync([entry('Z')]);
    // Another first name: otherwise the two numbers would be a possible duplicate.
    const run = await company.sync([
      entry('A'),
      entry('A', { hrId: 'A2', firstName: 'Zweite' }),
      entry('Z', { lastName: 'Zuletzt' }),
    ]);
    assert.deepEqual([run.counts.rehired, run.counts.added, run.counts.updated], [1, 1, 1]);
    const [rehired] = await company.changes(run.syncId, 'outcomes=rehired');
    assert.deepEqual([rehired.hrId, rehired.employeeId], ['A2', a.id]);
  });

  it('under a former number is not offboarded because of the later number', async () => {
    const company = await createSyncingCompany(service);
    await company.set({ holdCount: 0 });
    await company.sync([entry('A'), entry('B')]);
    const [a] = await company.people();
    await company.sync([entry('A', { hrId: 'A2' }), entry('B')]);
    const run = await company.sync([entry('A'), entry('B')]);
    assert.deepEqual(
      [run.status, run.counts.rehired, run.counts.offboarded, run.counts.held],
      ['succeeded', 1, 0, 0],
    );
    assert.deepEqual(await linksOf(a.id), [
      ['A', 'hr-integration', true],
      ['A2', 'hr-integration', false],
    ]);
  });

  it('and was linked by hand meanwhile has one present link: the one with the number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('A')]);
    const [, b] = await company.people();
    await sql.begin((tx) => linkEmployee(tx, company.companyId, b.id, company.integrationId, OPERATOR));
    const run = await company.sync([entry('A'), entry('B')]);
    assert.deepEqual([run.status, run.counts.rehired], ['succeeded', 1]);
    assert.deepEqual(await linksOf(b.id), [
      ['B', 'hr-integration', true],
      [null, 'custom', false],
    ]);
  });
});

describe('a personnel number', () => {
  it('may change from one roster to the next: the person is renumbered, and no person is offboarded', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const [a] = await company.people();
    const run = await company.sync([entry('A', { hrId: '0815' }), entry('B')]);
    assert.deepEqual([run.counts.renumbered, run.counts.offboarded, run.counts.added], [1, 0, 0]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason, change.hrId], ['renumbered', 'new-number', '0815']);
    assert.deepEqual(await linksOf(a.id), [
      ['A', 'hr-integration', false],
      ['0815', 'hr-integration', true],
    ]);
  });

  it('given to a new person after its holder got another number belongs to the new person', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A')]);
    const [a] = await company.people();
    await company.sync([entry('A', { hrId: 'A2' })]);
    const run = await company.sync([
      entry('A', { hrId: 'A2' }),
      entry('A', {
        firstName: 'Nora',
        lastName: 'Neu',
        email: 'nora@example.com',
        dateOfBirth: '2000-02-02',
      }),
    ]);
    assert.deepEqual([run.counts.added, run.counts.conflict, run.counts.rehired], [1, 0, 0]);
    const people = await company.people();
    assert.deepEqual(
      people.map(({ firstName }: { firstName: string }) => firstName),
      ['FirstA', 'Nora'],
    );
    assert.equal(people[0].id, a.id);
  });

  it('that several people have had belongs to the most recent holder', async () => {
    const company = await createSyncingCompany(service);
    const nora = { firstName: 'Nora', lastName: 'Neu', email: 'nora@example.com', dateOfBirth: '2000-02-02' };
    await company.sync([entry('A'), entry('Z')]);
    await company.sync([entry('A', { hrId: 'A2' }), entry('Z')]);
    await company.sync([entry('A', { hrId: 'A2' }), entry('A', nora), entry('Z')]);
    await company.sync([entry('Z')]);
    const run = await company.sync([entry('A', nora), entry('Z')]);
    const people = await company.people();
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.employeeId],
      ['rehired', people.find(({ firstName }: { firstName: string }) => firstName === 'Nora').id],
    );
  });
});

describe('a match by e-mail address and birth date', () => {
  const person = {
    firstName: 'FirstA',
    lastName: 'LastA',
    email: 'A@example.com',
    dateOfBirth: entry('A').dateOfBirth,
  };

  it('adopts a person who was created by hand', async () => {
    const company = await createSyncingCompany(service);
    const id = await sql.begin((tx) => createEmployee(tx, company.companyId, OPERATOR, person));
    const run = await company.sync([entry('A')]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual(
      [change.outcome, change.reason, change.employeeId, change.fields],
      ['adopted', 'same-email-and-birth-date', id, { email: { from: 'A@example.com', to: 'a@example.com' } }],
    );
  });

  it('turns a manual link into a roster link', async () => {
    const company = await createSyncingCompany(service);
    const id = await sql.begin((tx) => createEmployee(tx, company.companyId, OPERATOR, person));
    await sql.begin((tx) => linkEmployee(tx, company.companyId, id, company.integrationId, OPERATOR));
    const run = await company.sync([entry('A')]);
    assert.equal(run.counts.adopted, 1);
    assert.deepEqual(await linksOf(id), [['A', 'hr-integration', true]]);
  });

  it('is not used when it fits two people or two entries: the run adds a person and warns', async () => {
    const company = await createSyncingCompany(service);
    for (const firstName of ['Cleo', 'Dora'])
      await sql.begin((tx) => createEmployee(tx, company.companyId, OPERATOR, { ...person, firstName }));
    const twoPeople = await company.sync([entry('A')]);
    assert.deepEqual([twoPeople.counts.added, twoPeople.counts.adopted], [1, 0]);
    assert.deepEqual(
      twoPeople.problems.map(({ code, pointers }: { code: string; pointers: string[] }) => [code, pointers]),
      [['ambiguous-match', ['/employees/0']]],
    );

    const other = await createSyncingCompany(service);
    await sql.begin((tx) => createEmployee(tx, other.companyId, OPERATOR, person));
    const twin = entry('A', { hrId: 'A2', firstName: 'Zwilling' });
    const twoEntries = await other.sync([entry('X'), entry('A'), twin]);
    assert.deepEqual([twoEntries.counts.added, twoEntries.counts.adopted], [3, 0]);
    const ambiguous = twoEntries.problems.find(({ code }: { code: string }) => code === 'ambiguous-match');
    assert.deepEqual(ambiguous?.pointers, ['/employees/1', '/employees/2']);
  });

  it('never finds an erased person, and neither does the personnel number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    await company.sync([entry('B')]);
    const [a] = await company.people();
    await sql.begin((tx) => setCompany(tx, company.companyId, OPERATOR, { retentionMonths: 0 }));
    await sql`update hr_links set ended_at = '2026-11-15' where company_id = ${company.companyId} and employee_id = ${a.id}`;
    await company.clock('2026-12-02');
    await sql.begin((tx) => eraseEmployee(tx, company.companyId, a.id, OPERATOR));
    const run = await company.sync([entry('A'), entry('B')]);
    assert.deepEqual([run.counts.added, run.counts.rehired], [1, 0]);
    assert.equal((await linksOf(a.id)).at(0)?.[2], false);
  });
});

describe('an unusual entry', () => {
  it('is applied, and the run lists a warning', async () => {
    const company = await createSyncingCompany(service);
    const run = await company.sync([
      entry('A', { startDate: '2026-10-01', terminationDate: '2026-09-30' }),
      entry('B', { email: 'team@example.com' }),
      entry('C', { email: 'TEAM@example.com' }),
    ]);
    assert.deepEqual([run.status, run.counts.added], ['succeeded', 3]);
    assert.deepEqual(
      run.problems.map(({ code, count, pointers }: { code: string; count: number; pointers: string[] }) => [
        code,
        count,
        pointers,
      ]),
      [
        ['email-used-twice', 2, ['/employees/1', '/employees/2']],
        ['never-joined', 1, ['/employees/0']],
        ['possible-duplicate', 1, ['/employees/2']],
      ],
    );
    const [a] = await company.people();
    assert.equal(a.subscription.status, 'no-subscription');
  });
});
