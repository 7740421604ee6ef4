import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { acceptRoster } from '../../../src/rosters/accept/accept-roster.ts';
import { approveRun } from '../../../src/rosters/decide/decide-held-run.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { countWaiting } from '../support/waiting.ts';
import { receivedRoster } from './received-roster.ts';

const service = await createTestService();
const { sql } = service.database;
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const all = NAMES.map((name) => entry(name));

async function untilATransactionWaitsForALock(): Promise<void> {
  while ((await countWaiting(sql)) === 0);
}

/** Creates a company with eight people, who have tickets from 2026-11 on. */
async function createCompany(hold: { holdCount?: number; holdPercent?: number }) {
  const company = await createSyncingCompany(service);
  await company.clock('2026-11-01');
  await company.sync(all);
  await company.clock('2026-11-15');
  await company.set(hold);
  const decide = (word: string, syncId: string) =>
    company.send(`/hr-integrations/${company.integrationId}/syncs/${syncId}/${word}`, {});
  const statuses = async () =>
    (await company.people()).map(
      ({ subscription }: { subscription: { status: string } }) => subscription.status,
    );
  const present = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from hr_links where company_id = ${company.companyId} and ended_at is null`;
    return row?.count;
  };
  return { ...company, decide, statuses, present };
}

describe('a run that would end too many subscriptions', () => {
  it('is held above the allowed number of ends, and not at it', async () => {
    const company = await createCompany({ holdCount: 2 });
    const allowed = await company.sync(all.slice(2));
    assert.deepEqual([allowed.status, allowed.counts.offboarded], ['succeeded', 2]);
    const held = await company.sync(all.slice(5));
    assert.deepEqual([held.status, held.counts.held, held.counts.offboarded], ['held', 3, 0]);
    assert.equal(await company.present(), 6);
    assert.equal(held.finishedAt, null);
  });

  it('counts terminations before the first of next month, but not later ones, nor people without a subscription', async () => {
    const company = await createCompany({ holdCount: 0 });
    const later = await company.sync([entry('A', { terminationDate: '2026-12-01' }), ...all.slice(1)]);
    assert.equal(later.status, 'succeeded');
    const held = await company.sync([entry('A', { terminationDate: '2026-11-30' }), ...all.slice(1)]);
    assert.deepEqual([held.status, held.counts.held], ['held', 1]);

    const without = await createSyncingCompany(service, { autoEnrol: false });
    await without.sync(all);
    await without.set({ holdCount: 0 });
    assert.equal((await without.sync(all.slice(4))).status, 'succeeded');
  });

  it('is held by percentage only if the integration lists at least five people', async () => {
    const company = await createCompany({ holdPercent: 10 });
    const four = await company.sync(all.slice(0, 4));
    assert.deepEqual([four.status, four.counts.offboarded], ['succeeded', 4]);
    await company.sync(all);
    const five = await company.sync(all.slice(0, 3));
    assert.deepEqual([five.status, five.counts.held], ['held', 5]);
    await company.set({ holdPercent: 62.5 });
    const exactly = await company.sync(all.slice(0, 3));
    assert.deepEqual([exactly.status, exactly.counts.offboarded], ['succeeded', 5]);
  });

  it('counts the people of its own integration only', async () => {
    const company = await createCompany({ holdPercent: 40 });
    const second = await company.newIntegration('Temps');
    await company.sync(
      Array.from({ length: 12 }, (_, index) => entry(`T${index}`)),
      { to: second },
    );
    assert.equal((await company.sync(all.slice(5))).status, 'held');
  });

  it('warns if at least five people and more than 20 % would leave, whether or not it is held', async () => {
    const many = Array.from({ length: 25 }, (_, index) => entry(`N${index}`));
    const large = { code: 'large-offboarding', pointers: [], hrIds: [] };
    const problems = async (company: Awaited<ReturnType<typeof createCompany>>, listed: object[]) => {
      const preview = await company.send(`/hr-integrations/${company.integrationId}/sync/preview`, {
        syncId: 'preview',
        employees: listed,
      });
      const run = await company.sync(listed);
      assert.deepEqual(preview.json().data.problems, run.problems);
      return [run.status, run.problems.map(({ message: _, ...problem }: { message: string }) => problem)];
    };

    const unheld = await createCompany({});
    await unheld.sync(many);
    assert.deepEqual(await problems(unheld, many.slice(5)), ['succeeded', []], '5 of 25 are 20 %');
    assert.deepEqual(await problems(unheld, many.slice(9)), ['succeeded', []], '4 of 20 are not 5 people');
    assert.deepEqual(await problems(unheld, many.slice(14)), [
      'succeeded',
      [{ ...large, count: 5, outOf: 16 }],
    ]);

    const held = await createCompany({ holdPercent: 20 });
    await held.set({ holdPercent: null });
    await held.sync(many);
    await held.set({ holdPercent: 20 });
    assert.deepEqual(await problems(held, many.slice(6)), ['held', [{ ...large, count: 6, outOf: 25 }]]);

    const byTermination = await createCompany({});
    const ended = all.map((person, index) =>
      index < 5 ? { ...person, terminationDate: '2026-11-30' } : person,
    );
    assert.deepEqual(await problems(byTermination, ended), ['succeeded', [{ ...large, count: 5, outOf: 8 }]]);
    assert.deepEqual(
      await problems(byTermination, [...ended, entry('X')]),
      ['succeeded', []],
      'no end is new',
    );
  });

  it('applies all other changes, also those of people whose end is held', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync([
      entry('A', { lastName: 'Neu', terminationDate: '2026-11-20', startDate: '2021-01-01' }),
      entry('B', { lastName: 'Anders' }),
      ...all.slice(3),
      entry('X'),
    ]);
    assert.deepEqual(
      [run.status, run.counts.held, run.counts.updated, run.counts.added, run.counts.unchanged],
      ['held', 2, 1, 1, 5],
    );
    const [a] = await company.people();
    assert.equal(a.lastName, 'Neu');
    assert.equal(a.subscription.status, 'active');
    const changes = await company.changes(run.syncId, 'outcomes=held');
    assert.deepEqual(
      changes.map(({ hrId, reason, fields }: { hrId: string; reason: string; fields: object }) => [
        hrId,
        reason,
        Object.keys(fields),
      ]),
      [
        ['A', 'waits-for-approval', ['lastName', 'startDate']],
        ['C', 'waits-for-approval', []],
      ],
    );
  });

  it('is not held because of people who are linked to another integration', async () => {
    const company = await createCompany({ holdCount: 0 });
    const second = await company.newIntegration('Temps');
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    const run = await company.sync([entry('A', { terminationDate: '2026-11-20' }), ...all.slice(1)]);
    assert.equal(run.status, 'succeeded');
    const [b] = (await company.people()).slice(1);
    await sql.begin((tx) => linkEmployee(tx, company.companyId, b.id, second, OPERATOR));
    const handTied = await company.sync([
      entry('A', { terminationDate: '2026-11-20' }),
      entry('B', { terminationDate: '2026-11-20' }),
      ...all.slice(2),
    ]);
    assert.deepEqual([handTied.status, handTied.counts.held], ['held', 1]);
  });

  it('is held also when the people who leave have new personnel numbers', async () => {
    const company = await createCompany({ holdCount: 0 });
    const leaving = entry('A', { hrId: 'A2', terminationDate: '2026-11-20' });
    const run = await company.sync([leaving, ...all.slice(1)]);
    assert.deepEqual([run.status, run.counts.held], ['held', 1]);
    assert.equal((await company.statuses())[0], 'active');
    await company.decide('approve', run.syncId);
    assert.equal((await company.statuses())[0], 'scheduled-cancellation');
    const next = await company.sync([leaving, ...all.slice(1)]);
    assert.deepEqual([next.status, next.counts.unchanged], ['succeeded', 8]);
  });
});

describe('a held run', () => {
  it('is approved for the people shown, as of the day of the approval', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync([entry('A', { terminationDate: '2026-11-20' }), ...all.slice(2)]);
    assert.equal(run.status, 'held');
    await company.clock('2026-12-03');
    const answer = await company.decide('approve', run.syncId);
    assert.deepEqual([answer.statusCode, answer.json().data.status], [200, 'succeeded']);
    const { counts, finishedAt } = answer.json().data;
    assert.deepEqual([counts.held, counts.offboarded, counts.updated], [0, 1, 1]);
    assert.notEqual(finishedAt, null);
    const changes = await company.changes(run.syncId);
    assert.deepEqual(
      changes.map(
        ({
          hrId,
          outcome,
          reason,
          subscription,
        }: {
          hrId: string;
          outcome: string;
          reason: string;
          subscription: { endAt: string };
        }) => [hrId, outcome, reason, subscription.endAt],
      ),
      // The tickets of December had been issued by then.
      [
        ['A', 'updated', 'approved', '2027-01-01'],
        ['B', 'offboarded', 'approved', '2027-01-01'],
      ],
    );
    const again = await company.decide('approve', run.syncId);
    assert.deepEqual([again.statusCode, again.json().code], [409, 'not-held']);
  });

  it('unlinks, but does not offboard, a person who has another link when the run is approved', async () => {
    const company = await createCompany({ holdCount: 0 });
    const second = await company.newIntegration('Temps');
    const run = await company.sync(all.slice(1));
    await company.sync([entry('A', { hrId: 'T-1' })], { to: second });
    await company.decide('approve', run.syncId);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason], ['unlinked', 'approved']);
    assert.equal((await company.statuses())[0], 'active');
  });

  it('can be discarded: every person stays until the next roster omits them again', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync(all.slice(1));
    const answer = await company.decide('discard', run.syncId);
    assert.deepEqual([answer.statusCode, answer.json().data.status], [200, 'discarded']);
    assert.equal(answer.json().data.counts.held, 0, 'nothing waits for approval any more');
    assert.equal(await company.present(), 8);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason], ['held', 'discarded']);
    const next = await company.sync(all.slice(1));
    assert.deepEqual([next.status, next.counts.held], ['held', 1]);
    assert.equal((await company.decide('discard', run.syncId)).statusCode, 409);
  });

  it('is approved only by people if the integration demands it, and discarded by keys too', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync(all.slice(1));
    await company.set({ approveBy: 'portal' });
    assertProblem(await company.decide('approve', run.syncId), 403, 'approval-in-portal-only');
    assert.deepEqual([(await company.run(run.syncId)).status, await company.present()], ['held', 8]);
    assert.equal((await company.decide('discard', run.syncId)).statusCode, 200);

    const { companyId, integrationId } = company;
    for (const actor of [{ type: 'portal-user', id: 1 }, OPERATOR] as const) {
      const next = await company.sync(all.slice(1));
      assertProblem(await company.decide('approve', next.syncId), 403, 'approval-in-portal-only');
      const held = { companyId, integrationId, name: { syncId: next.syncId } };
      await sql.begin((tx) => approveRun(tx, held, actor));
      assert.deepEqual([(await company.run(next.syncId)).status, await company.present()], ['succeeded', 7]);
      await company.sync(all);
    }
    await company.set({ approveBy: 'anyone' });
    const last = await company.sync(all.slice(1));
    assert.equal((await company.decide('approve', last.syncId)).statusCode, 200);
  });

  it('is superseded when the next roster is accepted, before that roster is applied', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync(all.slice(1));
    await company.submit(all);
    const superseded = await company.run(run.syncId);
    assert.deepEqual([superseded.status, superseded.counts.held], ['superseded', 0]);
    const [change] = await company.changes(run.syncId);
    assert.deepEqual([change.outcome, change.reason], ['held', 'superseded-by-later-roster']);
    assert.equal((await company.decide('approve', run.syncId)).statusCode, 409);
    await company.work();
    assert.equal(await company.present(), 8);
  });

  it('is not superseded by a resubmission of the same roster', async () => {
    const company = await createCompany({ holdCount: 0 });
    const run = await company.sync(all.slice(1));
    const again = await company.sync(all.slice(1), { syncId: run.syncId });
    assert.deepEqual([again.status, again.resubmissions], ['held', 1]);
  });

  it('is superseded at once and holds no ends if a later roster had been accepted before', async () => {
    const company = await createCompany({ holdCount: 0 });
    await company.submit(all.slice(1), { syncId: 'first' });
    await company.submit(all, { syncId: 'second' });
    await company.work();
    const [first, second] = [await company.run('first'), await company.run('second')];
    assert.deepEqual([first.status, second.status], ['superseded', 'succeeded']);
    const [change] = await company.changes('first');
    assert.equal(change.reason, 'superseded-by-later-roster');
    const left = await sql`select from sync_held_ends where company_id = ${company.companyId}`;
    assert.equal(left.length, 0);
  });

  it('is superseded also if the later roster is accepted while the run is being held', async () => {
    const company = await createCompany({ holdCount: 0 });
    const { companyId, integrationId } = company;
    await company.submit(all.slice(1), { syncId: 'first' });
    let working: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await acceptRoster(
        tx,
        {
          companyId,
          integrationId,
          submitter: { keyId: company.key.id, userId: null },
          scope: null,
          limits: service.config.rosterLimits,
        },
        receivedRoster('second', all),
      );
      working = company.work();
      await untilATransactionWaitsForALock();
    });
    await working;
    assert.deepEqual(
      [(await company.run('first')).status, (await company.run('second')).status],
      ['superseded', 'succeeded'],
    );
  });
});

describe('a run that lists many people under other numbers', () => {
  /** The same person under a new number. */
  const renumbered = ({ hrId, ...person }: Entry): Entry => ({ ...person, hrId: `N-${hrId}` });
  const renumber = (count: number) => [...all.slice(0, count).map(renumbered), ...all.slice(count)];
  const numbers = async (companyId: number) => {
    const links = await sql<{ hrId: string }[]>`
      select hr_id as "hrId" from hr_links where company_id = ${companyId} and ended_at is null order by employee_id`;
    return links.map(({ hrId }) => hrId);
  };
  const problemsOf = (run: { problems: { code: string; count: number; outOf?: number }[] }) =>
    run.problems.map(({ code, count, outOf }) => [code, count, outOf]);
  const old = all.map(({ hrId }) => hrId);

  it('says so if they are at least five and more than 20 %, and is not held unless holding is on', async () => {
    const company = await createCompany({});
    const few = await company.sync(renumber(4));
    assert.deepEqual([few.status, few.counts.renumbered, few.problems], ['succeeded', 4, []]);
    const other = await createCompany({});
    await other.sync([entry('T1'), entry('T2')], { to: await other.newIntegration('Temps') });
    const many = await other.sync(renumber(5));
    assert.deepEqual([many.status, many.counts.renumbered], ['succeeded', 5]);
    assert.deepEqual(problemsOf(many), [['large-renumbering', 5, 8]]);
  });

  it('is held where holding is on: old numbers stay, nothing of the entries is applied, and nobody is offboarded', async () => {
    for (const [hold, people, status] of [
      [{ holdPercent: 20 }, 5, 'held'],
      [{ holdCount: 0 }, 5, 'held'],
      [{ holdPercent: 20 }, 4, 'succeeded'],
      [{ holdPercent: 62.5 }, 5, 'succeeded'],
    ] as const) {
      const company = await createCompany(hold);
      const roster = renumber(people).map((listed) => ({ ...listed, lastName: 'Neu' }));
      const run = await company.sync(roster);
      assert.equal(run.status, status);
      if (status !== 'held') continue;
      assert.deepEqual([run.counts.held, run.counts.renumbered, run.counts.updated], [5, 0, 3]);
      assert.deepEqual(await numbers(company.companyId), old);
      const names = (await company.people()).map(({ lastName }: Entry) => lastName);
      assert.deepEqual(
        names.slice(0, 5),
        all.slice(0, 5).map(({ lastName }) => lastName),
      );
      const held = (await company.changes(run.syncId)).filter(
        ({ outcome }: { outcome: string }) => outcome === 'held',
      );
      for (const { reason, fields } of held) assert.deepEqual([reason, fields], ['new-number-waits', {}]);
      const again = await company.sync(roster);
      assert.deepEqual([again.status, again.counts.held], ['held', 5]);
    }
  });

  it('gives people their numbers when it is approved: records and subscriptions follow', async () => {
    const company = await createCompany({ holdPercent: 20 });
    const roster = renumber(5).map((listed, index) => ({
      ...listed,
      ...(index === 0 && { lastName: 'Neu' }),
    }));
    const run = await company.sync(roster);
    const before = await company.statuses();
    assert.equal((await company.decide('approve', run.syncId)).statusCode, 200);
    assert.deepEqual(
      await numbers(company.companyId),
      roster.map(({ hrId }) => hrId),
    );
    assert.equal((await company.people())[0].lastName, 'Neu');
    assert.deepEqual(await company.statuses(), before);
    const decided = await company.run(run.syncId);
    assert.deepEqual([decided.status, decided.counts.renumbered, decided.counts.held], ['succeeded', 5, 0]);
    // The ticket of November shows the new name.
    assert.deepEqual([run.counts.ticketsReissued, decided.counts.ticketsReissued], [0, 1]);
    const changes = await company.changes(run.syncId);
    for (const { outcome, reason } of changes)
      assert.deepEqual([outcome, reason], ['renumbered', 'approved']);
    const next = await company.sync(roster);
    assert.deepEqual([next.status, next.counts.unchanged], ['succeeded', 8]);
  });

  it('keeps the old numbers when it is discarded, and the people when the old numbers return', async () => {
    const company = await createCompany({ holdPercent: 20 });
    const run = await company.sync(renumber(6));
    assert.equal((await company.decide('discard', run.syncId)).statusCode, 200);
    assert.deepEqual(await numbers(company.companyId), old);
    const next = await company.sync(all);
    assert.deepEqual([next.status, next.counts.unchanged], ['succeeded', 8]);
  });

  it('holds leavers by their own limit', async () => {
    const company = await createCompany({ holdPercent: 20 });
    const run = await company.sync(renumber(5).slice(0, 7));
    assert.deepEqual([run.status, run.counts.held, run.counts.offboarded], ['held', 5, 1]);
  });
});
