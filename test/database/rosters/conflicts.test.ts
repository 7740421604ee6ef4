import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { selectConflicts } from '../../../src/rosters/decide/conflicts-sql.ts';
import { type Resolution, resolveConflict } from '../../../src/rosters/decide/resolve-conflict.ts';
import { selectMailable } from '../../../src/views/employee-page/mailable.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';

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

  it('resolved as a new person: the number goes to a known person whom the entry fits, present or ended', async () => {
    for (const isPresent of [true, false]) {
      const company = await createSyncingCompany(service);
      await company.clock('2026-12-01');
      const second = await company.newIntegration('Temps');
      await company.sync([entry('A'), entry('B')]);
      await company.sync([{ ...differentPerson('T-1'), lastName: 'Zander' }], { to: second });
      if (!isPresent) await company.sync([entry('C')], { to: second });
      await company.sync([{ ...differentPerson('A'), email: 'ZOE@example.com' }, entry('B')]);
      await resolve(company.companyId, 'new-person');
      const people = await company.people();
      assert.equal(people.length, isPresent ? 3 : 4);
      const zoe = people[2];
      assert.equal(zoe.lastName, isPresent ? 'Zander' : 'Zweig');
      const links = await sql`
        select hr_id as "hrId" from hr_links
        where company_id = ${company.companyId} and employee_id = ${zoe.id} and ended_at is null order by id`;
      assert.deepEqual(
        links.map(({ hrId }) => hrId),
        isPresent ? ['T-1', 'A'] : ['A'],
      );
      const run = await company.sync([{ ...differentPerson('A'), email: 'ZOE@example.com' }, entry('B')]);
      assert.deepEqual([run.counts.unchanged, run.counts.conflict], [2, 0]);
    }
  });

  it('resolved as a new person who had the number before: the old link is present again', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([differentPerson('A'), entry('B')]);
    await company.sync([entry('A'), entry('B')]);
    await resolve(company.companyId, 'new-person');
    await company.sync([differentPerson('A'), entry('B')]);
    await resolve(company.companyId, 'new-person');
    const links = await sql`
      select employee_id as person, ended_at is null as present from hr_links
      where company_id = ${company.companyId} and hr_id = 'A' order by id`;
    assert.deepEqual(
      links.map(({ present }) => present),
      [true, false],
    );
  });

  it('cannot be resolved as a new person if the entry fits somebody who is listed under another number', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B'), differentPerson('Z-9')]);
    await company.sync([differentPerson('A'), entry('B'), entry('C', { hrId: 'Z-9' })]);
    const [conflict] = await selectConflicts(sql, company.companyId);
    assert(conflict);
    assert.equal(conflict.hrId, 'A');
    await assert.rejects(
      sql.begin((tx) => resolveConflict(tx, company.companyId, { id: conflict.id }, OPERATOR, 'new-person')),
      (error: Error) => /under number Z-9/.test(error.message),
    );
    assert.equal((await company.people()).length, 3);
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

describe('two known numbers whose entries have each other’s first name, e-mail address and birth date', () => {
  /** Twins, or two people who have only the company in common. */
  const twins = (isTwin: boolean) => [
    entry('A', { dateOfBirth: '1990-05-05' }),
    entry('B', { dateOfBirth: isTwin ? '1990-05-05' : '1971-07-07' }),
  ];
  const swapped = ([a, b]: Entry[]): Entry[] => {
    assert(a && b);
    return [
      { ...b, hrId: a.hrId },
      { ...a, hrId: b.hrId },
    ];
  };
  const nameOf = ({ firstName, lastName, email }: Entry) => [firstName, lastName, email];
  const numbers = async (companyId: number) => {
    const links = await sql<{ firstName: string; hrId: string }[]>`
      select e.first_name as "firstName", l.hr_id as "hrId" from hr_links l
      join employees e on e.company_id = l.company_id and e.id = l.employee_id
      where l.company_id = ${companyId} and l.ended_at is null order by e.id`;
    return links.map(({ firstName, hrId }) => `${firstName} ${hrId}`);
  };

  it('are one conflict about both: nothing is applied', async () => {
    for (const isTwin of [true, false]) {
      const company = await createSyncingCompany(service);
      await company.sync([...twins(isTwin), entry('C')]);
      const before = await company.people();
      const run = await company.sync([...swapped(twins(isTwin)), entry('C')]);
      assert.deepEqual([run.counts.conflict, run.counts.updated, run.counts.unchanged], [2, 0, 1]);
      assert.deepEqual(run.problems.find(({ code }: { code: string }) => code === 'conflict')?.hrIds, [
        'A',
        'B',
      ]);
      const changes = await company.changes(run.syncId);
      for (const { outcome, reason, fields } of changes)
        assert.deepEqual([outcome, reason, fields], ['conflict', 'numbers-exchanged', {}]);
      const [conflict, ...others] = await selectConflicts(sql, company.companyId);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [conflict?.hrId, conflict?.record.firstName, conflict?.entry.firstName],
        ['A', 'FirstA', 'FirstB'],
      );
      const { other } = conflict ?? {};
      assert.deepEqual(
        [other?.hrId, other?.record.firstName, other?.entry.firstName],
        ['B', 'FirstB', 'FirstA'],
      );
      assert.deepEqual((await company.people()).map(nameOf), before.map(nameOf));
      const mailable = await selectMailable(
        sql,
        company.companyId,
        before.map(({ id }: { id: number }) => id),
      );
      assert.deepEqual(
        mailable.map(({ hasConflict }) => hasConflict),
        [true, true, false],
      );
    }
  });

  it('are exchanged by one decision: each person keeps record and ticket and gets the other number', async () => {
    for (const isTwin of [true, false]) {
      const company = await createSyncingCompany(service);
      await company.clock('2026-12-01');
      await company.sync(twins(isTwin));
      const before = await company.people();
      const tickets =
        await sql`select id, employee_id from tickets where company_id = ${company.companyId} order by id`;
      const roster = swapped(twins(isTwin));
      await company.sync(roster);
      await resolve(company.companyId, 'exchange');
      assert.deepEqual(await numbers(company.companyId), ['FirstA B', 'FirstB A']);
      const after = await company.people();
      assert.deepEqual(
        after.map(({ id, email }: { id: number; email: string }) => [id, email]),
        before.map(({ id, email }: { id: number; email: string }) => [id, email]),
      );
      assert.deepEqual(
        await sql`select id, employee_id from tickets where company_id = ${company.companyId} order by id`,
        tickets,
      );
      const audit = await sql`
        select details ->> 'resolution' as resolution from audit_log
        where company_id = ${company.companyId} and action = 'sync-conflict-resolved'`;
      assert.deepEqual(
        audit.map(({ resolution }) => resolution),
        ['exchange', 'exchange'],
      );
      const run = await company.sync(roster);
      assert.deepEqual([run.counts.unchanged, run.counts.conflict], [2, 0]);
    }
  });

  it('stay with their people if it is decided so: both records take the entries over', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(twins(true));
    const [a, b] = await company.people();
    await company.sync(swapped(twins(true)));
    await resolve(company.companyId, 'same-person');
    assert.deepEqual(await numbers(company.companyId), ['FirstB A', 'FirstA B']);
    assert.deepEqual(
      (await company.people()).map(({ id }: { id: number }) => id),
      [a.id, b.id],
    );
  });

  it('cannot be decided as a new person, and other conflicts cannot be exchanged', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(twins(true));
    await company.sync(swapped(twins(true)));
    await assert.rejects(resolve(company.companyId, 'new-person'), /under number B/);
    const another = await createSyncingCompany(service);
    await another.sync([entry('A')]);
    await another.sync([differentPerson('A')]);
    await assert.rejects(resolve(another.companyId, 'exchange'), /was not exchanged/);
  });

  it('are no conflict any more after a roster that puts them right', async () => {
    const company = await createSyncingCompany(service);
    await company.sync(twins(true));
    await company.sync(swapped(twins(true)));
    const run = await company.sync(twins(true));
    assert.deepEqual([run.counts.conflict, run.counts.unchanged], [0, 2]);
    assert.equal(await openConflicts(company.companyId), 0);
  });

  it('that only have exchanged their addresses are updated', async () => {
    const company = await createSyncingCompany(service);
    const [a, b] = twins(true);
    assert(a && b);
    await company.sync([a, b]);
    const run = await company.sync([
      { ...a, email: b.email },
      { ...b, email: a.email },
    ]);
    assert.deepEqual([run.counts.updated, run.counts.conflict], [2, 0]);
  });
});

describe('a known number whose entry describes somebody else whom the integration lists', () => {
  it('is a conflict also with the same birth date', async () => {
    const company = await createSyncingCompany(service);
    const [a, b] = [entry('A', { dateOfBirth: '1990-05-05' }), entry('B', { dateOfBirth: '1990-05-05' })];
    await company.sync([a, b]);
    const run = await company.sync([
      { ...b, hrId: 'A' },
      entry('C', { hrId: 'B', dateOfBirth: '1990-05-05' }),
    ]);
    const changes = await company.changes(run.syncId);
    assert.deepEqual(
      changes.map(({ hrId, outcome, reason }: Record<string, string>) => [hrId, outcome, reason]),
      [
        ['A', 'conflict', 'entry-of-another'],
        ['B', 'updated', 'roster-differs'],
      ],
    );
    assert.equal((await selectConflicts(sql, company.companyId))[0]?.other, null);
  });

  describe('stays a conflict when the same roster comes again', () => {
    const [dora, cleo] = [
      entry('5', { firstName: 'Dora', email: 'family@example.com' }),
      entry('6', { firstName: 'Cleo', email: 'family@example.com' }),
    ];
    const reassigned = { ...cleo, hrId: '5' };
    const stories: [what: string, others: Entry[]][] = [
      ['although the other person has left by it', []],
      ['although it has changed the other person', [{ ...cleo, email: 'cleo@example.com' }]],
    ];
    for (const [what, others] of stories)
      it(what, async () => {
        const company = await createSyncingCompany(service);
        await company.sync([dora, cleo]);
        await company.sync([reassigned, ...others]);
        const [open] = await selectConflicts(sql, company.companyId);
        // Another start date, so that the roster is read.
        for (const startDate of [dora.startDate, '2020-02-01']) {
          const run = await company.sync([{ ...reassigned, startDate }, ...others]);
          assert.deepEqual([run.counts.conflict, run.counts.updated], [1, 0]);
          const [change] = await company.changes(run.syncId);
          assert.deepEqual([change.outcome, change.reason], ['conflict', 'entry-of-another']);
        }
        const [still] = await selectConflicts(sql, company.companyId);
        assert.deepEqual([still?.id, still?.record.firstName], [open?.id, 'Dora']);
      });

    it('until it is decided: the person who has left gets the number', async () => {
      const company = await createSyncingCompany(service);
      await company.sync([dora, cleo]);
      const before = await company.people();
      await company.sync([reassigned]);
      await company.sync([reassigned]);
      await resolve(company.companyId, 'new-person');
      const run = await company.sync([reassigned]);
      assert.deepEqual([run.counts.conflict, run.counts.unchanged], [0, 1]);
      const links = await sql`
        select employee_id as id from hr_links where company_id = ${company.companyId} and hr_id = '5' and ended_at is null`;
      const isCleo = ({ firstName }: { firstName: string }) => firstName === 'Cleo';
      assert.deepEqual([...links], [{ id: Number(before.find(isCleo).id) }]);
    });

    it('and is none any more if the roster lists the number as before', async () => {
      const company = await createSyncingCompany(service);
      await company.sync([dora, cleo]);
      await company.sync([reassigned]);
      const run = await company.sync([dora]);
      assert.deepEqual([run.counts.conflict, run.counts.unchanged], [0, 1]);
      assert.equal(await openConflicts(company.companyId), 0);
    });
  });
});
