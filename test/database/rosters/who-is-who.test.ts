import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { decideDuplicate } from '../../../src/rosters/decide/decide-duplicate.ts';
import { selectDuplicates } from '../../../src/rosters/plan/duplicates-sql.ts';
import type { DuplicateDecision } from '../../../src/rosters/runs/sync-outcomes.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

type Company = Awaited<ReturnType<typeof createSyncingCompany>>;

const erika = {
  firstName: 'Erika',
  lastName: 'Müller',
  email: 'erika.mueller@example.com',
  dateOfBirth: '1980-05-05',
};
const hans = {
  firstName: 'Hans',
  lastName: 'Müller',
  email: 'hans.mueller@example.com',
  dateOfBirth: '1992-02-29',
};

interface ShownPerson {
  id: number;
  firstName: string;
  subscription: { status: string };
  plan: { contractSigningStatus: string | null };
}

/** Returns what belongs to each person: name, status, contract, months of tickets, and kinds of documents. */
async function belongings({ companyId, people }: Company) {
  const all = await people();
  return await Promise.all(
    all.map(async ({ id, firstName, subscription, plan }: ShownPerson) => {
      const tickets = await sql<{ month: string }[]>`
        select to_char(month, 'YYYY-MM') as month from tickets
        where company_id = ${companyId} and employee_id = ${id} and voided_at is null order by month`;
      const documents = await sql<{ kind: string }[]>`
        select kind from documents where company_id = ${companyId} and employee_id = ${id} order by kind`;
      return {
        firstName,
        status: subscription.status,
        contract: plan.contractSigningStatus,
        tickets: tickets.map(({ month }) => month),
        documents: documents.map(({ kind }) => kind),
      };
    }),
  );
}

async function acceptOpenOffers(companyId: number): Promise<void> {
  const offers = await sql<{ id: number; employeeId: number }[]>`
    select id, employee_id as "employeeId" from contract_offers where company_id = ${companyId} and status = 'pending'`;
  for (const { id, employeeId } of offers)
    await sql.begin((tx) => answerOffer(tx, companyId, id, { type: 'employee', id: employeeId }, 'accepted'));
}

describe('a personnel number that another Müller gets', () => {
  /** Erika has signed, and has the ticket of December. */
  async function createCompany() {
    const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2_500 });
    await company.sync([entry('7', erika), entry('8')]);
    await acceptOpenOffers(company.companyId);
    await company.clock('2026-12-10');
    await company.sync([entry('7', erika), entry('8')]);
    return company;
  }
  const ofErika = {
    firstName: 'Erika',
    contract: 'accepted',
    tickets: ['2026-12'],
    documents: ['contract', 'receipt'],
  };

  it('after the first has left is a conflict: nothing is inherited, and the first does not come back', async () => {
    const company = await createCompany();
    await company.sync([entry('8')]);
    await company.clock('2027-01-05');
    const run = await company.sync([entry('7', { ...hans, startDate: '2027-01-01' }), entry('8')]);
    assert.deepEqual([run.counts.conflict, run.counts.rehired, run.counts.updated], [1, 0, 0]);
    const [before, , ...others] = await belongings(company);
    assert.deepEqual(before, { ...ofErika, status: 'cancelled' });
    assert.deepEqual(others, []);

    await company.resolveOpenConflict('new-person');
    const [first, , second] = await belongings(company);
    assert.deepEqual(first, { ...ofErika, status: 'cancelled' });
    assert.deepEqual(second, {
      firstName: 'Hans',
      status: 'no-subscription',
      contract: 'pending',
      tickets: [],
      documents: ['contract'],
    });
  });

  it('in the roster that omits the first is a conflict: the first keeps everything until it is decided', async () => {
    const company = await createCompany();
    const run = await company.sync([entry('7', hans), entry('8')]);
    assert.deepEqual([run.counts.conflict, run.counts.updated, run.counts.offboarded], [1, 0, 0]);
    const [erikaNow, , ...others] = await belongings(company);
    assert.deepEqual(erikaNow, { ...ofErika, status: 'active' });
    assert.deepEqual(others, []);
    await company.resolveOpenConflict('new-person');
    const [, , second] = await belongings(company);
    assert.deepEqual([second?.firstName, second?.contract, second?.tickets], ['Hans', 'pending', []]);
  });

  it('is no conflict any more once it is decided, and never was one for others', async () => {
    const company = await createCompany();
    await company.sync([entry('7', hans), entry('8')]);
    await company.resolveOpenConflict('same-person');
    const run = await company.sync([entry('7', hans), entry('8')]);
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [2, 0]);
    assert.equal((await company.people())[0].firstName, 'Hans');
  });
});

describe('an entry of a known personnel number', () => {
  const update = async (before: object, after: object) => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('7', { ...erika, ...before })]);
    const run = await company.sync([entry('7', { ...erika, ...after })]);
    return [run.counts.updated, run.counts.conflict, (await company.people()).length];
  };

  it('with another name and e-mail address is an update: a marriage', async () => {
    const married = { lastName: 'Schmidt', email: 'erika.schmidt@example.com' };
    assert.deepEqual(await update({}, married), [1, 0, 1]);
    assert.deepEqual(await update({}, { ...married, firstName: 'Erika Maria' }), [1, 0, 1]);
  });

  it('with another birth date only is an update: a correction', async () => {
    assert.deepEqual(await update({}, { dateOfBirth: '1980-05-06' }), [1, 0, 1]);
    assert.deepEqual(await update({}, { dateOfBirth: '1980-05-06', lastName: 'Schmidt' }), [1, 0, 1]);
    const spelling = { dateOfBirth: '1980-05-06', firstName: 'ERIKA', email: ' Erika.Mueller@ＥXAMPLE.com' };
    assert.deepEqual(await update({}, spelling), [1, 0, 1]);
  });

  it('with another birth date and another first name, or another e-mail address, is a conflict', async () => {
    assert.deepEqual(await update({}, { dateOfBirth: '1992-02-29', firstName: 'Hans' }), [0, 1, 1]);
    assert.deepEqual(await update({}, { dateOfBirth: '1992-02-29', email: 'hans@example.com' }), [0, 1, 1]);
  });

  it('whose e-mail address was swapped with a colleague’s is an update for both', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('7', erika), entry('8', hans)]);
    const run = await company.sync([
      entry('7', { ...erika, email: hans.email }),
      entry('8', { ...hans, email: erika.email }),
    ]);
    assert.deepEqual([run.counts.updated, run.counts.conflict], [2, 0]);
    const people = await company.people();
    assert.deepEqual(
      people.map(({ firstName, email }: { firstName: string; email: string }) => [firstName, email]),
      [
        ['Erika', hans.email],
        ['Hans', erika.email],
      ],
    );
  });
});

describe('an entry whose record follows an older link of another integration', () => {
  /** The record follows `Staff`. `Temps` lists Erika under another first name. */
  async function createCompany() {
    const company = await createSyncingCompany(service);
    const temps = await company.newIntegration('Temps');
    await company.sync([entry('7', erika)]);
    await company.sync([entry('T-7', { ...erika, firstName: 'Rika' })], { to: temps });
    return { ...company, temps };
  }

  it('is no conflict while it says what it said before, even if the record contradicts it by now', async () => {
    const company = await createCompany();
    const { temps } = company;
    await company.sync([entry('7', { ...erika, dateOfBirth: '1980-05-06' })]);
    const run = await company.sync([entry('T-7', { ...erika, firstName: 'Rika' })], { to: temps });
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [1, 0]);
  });

  it('is no conflict either if both systems said the same before the record changed step by step', async () => {
    const company = await createSyncingCompany(service);
    const temps = await company.newIntegration('Temps');
    await company.sync([entry('7', erika)]);
    await company.sync([entry('T-7', erika)], { to: temps });
    await company.sync([entry('7', { ...erika, email: 'e.mueller@example.com' })]);
    await company.sync([entry('7', { ...erika, email: 'e.mueller@example.com', dateOfBirth: '1980-05-06' })]);
    const run = await company.sync([entry('T-7', erika)], { to: temps });
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [1, 0]);
    const followed = await company.sync(
      [entry('T-7', { ...erika, email: 'e.mueller@example.com', dateOfBirth: '1980-05-06' })],
      { to: temps },
    );
    assert.deepEqual([followed.counts.unchanged, followed.counts.conflict], [1, 0]);
  });

  it('is a conflict if its number was given to somebody else', async () => {
    const company = await createCompany();
    const { temps } = company;
    const run = await company.sync([entry('T-7', hans)], { to: temps });
    assert.deepEqual([run.counts.conflict, run.counts.unchanged], [1, 0]);
  });

  it('decided as the same person is not asked again, although the record keeps following the older link', async () => {
    const company = await createCompany();
    const { temps } = company;
    await company.sync([entry('T-7', hans)], { to: temps });
    await company.resolveOpenConflict('same-person');
    assert.equal((await company.people())[0].firstName, 'Erika');
    const run = await company.sync([entry('T-7', hans)], { to: temps });
    assert.deepEqual([run.counts.unchanged, run.counts.conflict], [1, 0]);
    // Erika leaves the first system, so the record follows the other one at once.
    await company.sync([entry('9')]);
    assert.equal((await company.people())[0].firstName, 'Hans');
    const next = await company.sync([entry('T-7', hans)], { to: temps });
    assert.deepEqual([next.counts.unchanged, next.counts.updated, next.counts.conflict], [1, 0, 0]);
  });
});

describe('people whose end is held', () => {
  it('keep the sync that last listed them until they are listed again or leave', async () => {
    const company = await createSyncingCompany(service);
    await company.set({ holdCount: 0 });
    const lastSyncs = async () =>
      (await company.people()).map(
        ({ hrIntergartionLinks: [link] }: { hrIntergartionLinks: { lastSyncId: string }[] }) =>
          link?.lastSyncId,
      );
    const all = [entry('A'), entry('B')];
    await company.sync(all, { syncId: 'held 1' });
    const held = await company.sync([entry('B')], { syncId: 'held 2' });
    assert.equal(held.status, 'held');
    assert.deepEqual(await lastSyncs(), ['held 1', 'held 2']);
    await company.sync([entry('B')], { syncId: 'held 3' });
    assert.deepEqual(await lastSyncs(), ['held 1', 'held 3']);
    const relisted = await company.sync(all, { syncId: 'held 4' });
    assert.equal(relisted.counts.unchanged, 2);
    assert.deepEqual(await lastSyncs(), ['held 4', 'held 4']);
    await company.sync([entry('B')], { syncId: 'held 5' });
    await company.sync([entry('B')], { syncId: 'held 6' });
    const approve = `/hr-integrations/${company.integrationId}/syncs/held%206/approve`;
    assert.equal((await company.send(approve, {})).statusCode, 200);
    assert.deepEqual(await lastSyncs(), ['held 4', 'held 6']);
  });
});

describe('a syncId', () => {
  it('is taken exactly as sent: white space and spelling tell rosters apart', async () => {
    const company = await createSyncingCompany(service);
    // An umlaut as one letter and as two: not normalised.
    const syncIds = [
      'night',
      ' night',
      'night ',
      'Night',
      '\u00a0night',
      'Na\u0308chte',
      'N\u00e4chte',
      'a/b?c=%20',
    ];
    for (const [index, syncId] of syncIds.entries())
      await company.sync([entry('A', { lastName: `Name ${index}` })], { syncId });
    const { data } = (
      await company.get(`/hr-integrations/${company.integrationId}/syncs?sortOrder=asc`)
    ).json().data;
    assert.deepEqual(
      data.map((run: { syncId: string }) => run.syncId),
      syncIds,
    );
    for (const syncId of syncIds) assert.equal((await company.run(syncId)).syncId, syncId);
    const last = await company.run(syncIds.at(-1) ?? '');
    assert.equal((await company.people())[0].hrIntergartionLinks[0].lastSyncId, last.syncId);
    const again = await company.submit([entry('A')], { syncId: ' night' });
    assert.equal(again.statusCode, 204);
    assert.equal((await company.run(' night')).resubmissions, 1);
    assert.equal((await company.run('night')).resubmissions, 0);
  });
});

describe('the same person under two numbers', () => {
  const first = entry('10', { ...erika, startDate: '2020-01-01' });
  const other = entry('9', { ...erika, email: 'Erika.Mueller@Example.com', startDate: '2021-01-01' });
  const tickets = async ({ companyId }: Company) => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from tickets where company_id = ${companyId} and voided_at is null`;
    return row?.count;
  };
  const numbers = async (company: Company) =>
    (await company.people()).map(
      ({ hrIntergartionLinks: [link] }: { hrIntergartionLinks: { hrId: string }[] }) => link?.hrId,
    );
  const duplicatesIn = (run: { problems: { code: string; pointers: string[] }[] }) =>
    run.problems.find(({ code }) => code === 'possible-duplicate')?.pointers;
  const decide = async (company: Company, decision: DuplicateDecision) => {
    const [open, ...more] = await selectDuplicates(sql, company.companyId);
    assert.deepEqual(more, []);
    await sql.begin((tx) =>
      decideDuplicate(tx, company.companyId, { id: open?.id ?? 0 }, OPERATOR, decision),
    );
    assert.equal((await selectDuplicates(sql, company.companyId)).length, 0);
  };

  it('has one ticket, by the earlier start, and still one when the first number leaves', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    const run = await company.sync([other, first]);
    assert.deepEqual([run.counts.added, run.counts.unchanged], [1, 1]);
    assert.deepEqual(duplicatesIn(run), ['/employees/0']);
    assert.deepEqual(await numbers(company), ['10']);
    assert.equal(await tickets(company), 1);
    const again = await company.sync([other, first]);
    assert.deepEqual([again.counts.unchanged, duplicatesIn(again)], [2, ['/employees/0']]);
    const left = await company.sync([other]);
    assert.deepEqual([left.counts.renumbered, left.counts.offboarded, left.counts.added], [1, 0, 0]);
    assert.deepEqual(await numbers(company), ['9']);
    assert.equal(await tickets(company), 1);
    await company.clock('2027-01-01');
    await company.sync([{ ...other, lastName: 'Schmidt' }]);
    assert.equal((await company.people()).length, 1);
  });

  it('by the same start, the smaller number counts: digits compare as numbers', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([first, { ...other, startDate: first.startDate }]);
    assert.deepEqual(await numbers(company), ['9']);
  });

  it('a running subscription goes on, although the second number has the earlier start', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([other]);
    const run = await company.sync([other, first]);
    assert.deepEqual(duplicatesIn(run), ['/employees/1']);
    assert.deepEqual(await numbers(company), ['9']);
  });

  it('decided as the same person: nothing is asked again, also when the data differ by now', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([first, other]);
    await decide(company, 'same-person');
    const run = await company.sync([first, other]);
    assert.deepEqual([run.counts.unchanged, duplicatesIn(run)], [2, undefined]);
    const married = { ...first, lastName: 'Schmidt', email: 'schmidt@example.com' };
    const next = await company.sync([married, other]);
    assert.deepEqual([next.counts.updated, next.counts.added, next.counts.unchanged], [1, 0, 1]);
    const left = await company.sync([other]);
    assert.deepEqual([left.counts.renumbered, left.counts.added, left.counts.offboarded], [1, 0, 0]);
    // The number is given to somebody else, so the decision does not apply.
    await company.sync([other, entry('10', hans)]);
    assert.equal((await company.people()).length, 2);
  });

  it('decided as two people: the second gets a record at once, and nothing is asked again', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    await company.sync([first, other]);
    await decide(company, 'two-people');
    assert.deepEqual((await numbers(company)).sort(), ['10', '9']);
    const run = await company.sync([first, other]);
    assert.deepEqual([run.counts.unchanged, duplicatesIn(run)], [2, undefined]);
  });

  it('two records that exist both stay; only the decision ends the second', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([first, { ...other, email: 'other@example.com', dateOfBirth: '1981-01-01' }]);
    await company.sync([first, { ...other, email: 'other@example.com' }]);
    const run = await company.sync([first, other]);
    assert.deepEqual(
      [run.counts.updated, run.counts.offboarded, duplicatesIn(run)],
      [1, 0, ['/employees/1']],
    );
    assert.equal((await company.people('subscriptionStatuses=scheduled')).length, 2);
    await decide(company, 'same-person');
    assert.equal((await company.people('subscriptionStatuses=scheduled')).length, 1);
    const next = await company.sync([first, other]);
    assert.deepEqual([next.counts.unchanged, duplicatesIn(next)], [2, undefined]);
  });

  describe('of which the first has a terminationDate', () => {
    const ends = { ...first, terminationDate: '2027-01-31' };
    const body = [ends, { ...other, startDate: '2027-02-01' }];

    it('has one record and no month without a ticket; the old number stays listed without effect', async () => {
      const company = await createSyncingCompany(service);
      await company.sync([first]);
      await company.clock('2027-01-10');
      const run = await company.sync(body);
      assert.deepEqual([run.counts.updated, duplicatesIn(run)], [1, ['/employees/1']]);
      await company.clock('2027-02-02');
      const taken = await company.sync(body);
      assert.deepEqual(
        [taken.counts.renumbered, taken.counts.added, taken.counts.unchanged, duplicatesIn(taken)],
        [1, 0, 1, undefined],
      );
      assert.deepEqual(await numbers(company), ['9']);
      for (const day of ['2027-02-03', '2027-03-01']) {
        await company.clock(day);
        assert.equal((await company.sync(body)).counts.unchanged, 2);
      }
      const [person] = await belongings(company);
      assert.deepEqual(person?.tickets, ['2027-01', '2027-02']);
      assert.equal((await company.people()).length, 1);
    });

    it('is taken over also if both numbers are first listed together after the first employment', async () => {
      const company = await createSyncingCompany(service);
      await company.sync([first]);
      await company.clock('2027-02-10');
      assert.equal((await company.sync(body)).counts.renumbered, 1);
      assert.deepEqual(await numbers(company), ['9']);
    });

    it('keeps the signed contract', async () => {
      const company = await createSyncingCompany(service, {
        planType: 'split-pay-plan',
        subsidyCents: 2_500,
      });
      await company.sync([first]);
      await acceptOpenOffers(company.companyId);
      await company.clock('2027-01-10');
      await company.sync(body);
      await decide(company, 'same-person');
      await company.clock('2027-02-01');
      await company.sync(body);
      const [person, ...others] = await belongings(company);
      assert.deepEqual(others, []);
      assert.deepEqual([person?.contract, person?.tickets], ['accepted', ['2027-01', '2027-02']]);
    });

    it('gets a record of its own if the pair was decided as two people', async () => {
      const company = await createSyncingCompany(service);
      await company.sync([first]);
      await company.clock('2027-01-10');
      await company.sync(body);
      await decide(company, 'two-people');
      await company.clock('2027-02-02');
      await company.sync(body);
      assert.equal((await company.people()).length, 2);
    });
  });

  it('twins have two tickets and are only listed', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    const run = await company.sync([first, { ...other, firstName: 'Frauke' }]);
    assert.deepEqual([run.counts.added, duplicatesIn(run)], [2, ['/employees/1']]);
    assert.equal(await tickets(company), 2);
    assert.equal((await selectDuplicates(sql, company.companyId)).length, 0);
  });

  it('a twin who replaces a twin inherits nothing, neither at once nor later', async () => {
    const company = await createSyncingCompany(service);
    await company.clock('2026-12-01');
    const colleague = entry('X');
    await company.sync([colleague, first]);
    const twin = { ...other, firstName: 'Frauke' };
    const run = await company.sync([colleague, twin]);
    assert.deepEqual([run.counts.added, run.counts.offboarded, run.counts.renumbered], [1, 1, 0]);
    const warning = run.problems.find(({ code }: { code: string }) => code === 'ambiguous-match');
    assert.deepEqual(warning?.pointers, ['/employees/1']);
    const theirs = (await belongings(company)).slice(1);
    assert.deepEqual(
      theirs.map(({ firstName, tickets: months }) => [firstName, months]),
      [
        [first.firstName, ['2026-12']],
        ['Frauke', ['2026-12']],
      ],
    );

    const gone = await createSyncingCompany(service);
    await gone.sync([colleague, first]);
    await gone.sync([colleague]);
    const later = await gone.sync([colleague, twin]);
    assert.deepEqual([later.counts.added, later.counts.rehired], [1, 0]);
  });

  it('the number of a person whose first name another integration spells differently can change', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([{ ...first, firstName: 'Fritzi' }]);
    const planning = await company.newIntegration('Planning');
    await company.sync([first], { to: planning });
    const run = await company.sync([other], { to: planning });
    assert.deepEqual([run.counts.renumbered, run.counts.added], [1, 0]);
    assert.equal((await company.people()).length, 1);
  });
});
