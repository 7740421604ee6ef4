import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();

const absent = (type: string, startDate = '2026-11-20', endDate: string | null = null) => ({
  absences: [{ type, startDate, endDate }],
});

/** Creates a company whose people A, B, … have subscriptions and tickets. */
async function createCompanyOf(count: number) {
  const company = await createSyncingCompany(service);
  const hrIds = Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index));
  await company.clock('2026-11-01');
  await company.sync(hrIds.map((hrId) => entry(hrId)));
  await company.clock('2026-11-15');
  const nextTickets = async () =>
    (await company.people()).map(
      (person: { subscription: { status: string; nextTicketAt: string | null } }) => [
        person.subscription.status,
        person.subscription.nextTicketAt,
      ],
    );
  return { ...company, hrIds, nextTickets };
}

const PAUSED = ['scheduled-pause', null];
const ACTIVE = ['active', '2026-12-01'];

describe('types of absence', () => {
  it('are known in English and German, in any spelling', async () => {
    const types = [
      'Elternzeit',
      'parental_leave',
      'Mutterschutz',
      'UNBEZAHLTER URLAUB',
      'Pflegezeit',
      'Urlaub',
    ];
    const company = await createCompanyOf(types.length);
    const run = await company.sync(
      types.map((type, index) => entry(company.hrIds[index] ?? '', absent(type))),
    );
    assert.deepEqual(run.problems, []);
    assert.deepEqual(await company.nextTickets(), [PAUSED, PAUSED, PAUSED, PAUSED, PAUSED, ACTIVE]);
  });

  it('that nobody knows pause nothing and are problems of the run, with their name and how often', async () => {
    const company = await createCompanyOf(4);
    const types = ['Sonderurlaub XY', 'sonderurlaub-xy', 'Mondspaziergang', 'Elternzeit'];
    const roster = types.map((type, index) => entry(company.hrIds[index] ?? '', absent(type)));
    const found = [
      {
        code: 'unknown-absence-type',
        count: 2,
        name: 'Sonderurlaub XY',
        pointers: ['/employees/0', '/employees/1'],
        hrIds: company.hrIds.slice(0, 2),
      },
      {
        code: 'unknown-absence-type',
        count: 1,
        name: 'Mondspaziergang',
        pointers: ['/employees/2'],
        hrIds: company.hrIds.slice(2, 3),
      },
    ];
    const listed = ({ problems }: { problems: Record<string, unknown>[] }) =>
      problems.map(({ message: _, ...problem }) => problem);
    const preview = await company.send(`/hr-integrations/${company.integrationId}/sync/preview`, {
      syncId: 'preview',
      employees: roster,
    });
    assert.deepEqual(listed(preview.json().data), found);
    assert.deepEqual(listed(await company.sync(roster)), found);
    assert.deepEqual(await company.nextTickets(), [ACTIVE, ACTIVE, ACTIVE, PAUSED]);
    // The same body is not read again, and has the same problems.
    assert.deepEqual(listed(await company.sync(roster)), found);
  });

  it('that the integration names count from the next roster on, also if that is the same roster', async () => {
    const company = await createCompanyOf(2);
    const roster = [entry('A', absent('Sonderurlaub XY')), entry('B')];
    await company.sync(roster);
    await company.set({ absenceTypes: [{ name: 'sonderurlaub xy', kind: 'unpaid' }] });
    assert.deepEqual(await company.nextTickets(), [ACTIVE, ACTIVE]);
    const run = await company.sync(roster);
    assert.deepEqual([run.problems, run.counts.updated], [[], 1]);
    assert.deepEqual(await company.nextTickets(), [PAUSED, ACTIVE]);
    const again = await company.sync(roster);
    assert.equal(again.counts.unchanged, 2);
  });

  it('that the integration no longer names free only the months ahead: settings issue nothing', async () => {
    const company = await createCompanyOf(1);
    await company.set({ absenceTypes: [{ name: 'Sonderurlaub XY', kind: 'unpaid' }] });
    await company.sync([entry('A', absent('Sonderurlaub XY'))]);
    await company.clock('2027-01-20');
    assert.deepEqual(await company.nextTickets(), [['paused', null]]);
    await company.set({ absenceTypes: [{ name: 'SONDERURLAUB-XY', kind: null }] });
    const run = await company.sync([entry('A', absent('Sonderurlaub XY'))]);
    assert.deepEqual(
      run.problems.map(({ name }: { name: string }) => name),
      ['Sonderurlaub XY'],
    );
    assert.deepEqual(await company.nextTickets(), [['paused', '2027-02-01']]);
  });

  it('count from the next roster on, also if one was waiting when they were named', async () => {
    const company = await createCompanyOf(1);
    const roster = [entry('A', absent('Sonderurlaub XY'))];
    await company.submit(roster, { syncId: 'waiting' });
    await company.set({ absenceTypes: [{ name: 'Sonderurlaub XY', kind: 'unpaid' }] });
    await company.work();
    assert.deepEqual(await company.nextTickets(), [ACTIVE]);
    await company.sync(roster);
    assert.deepEqual(await company.nextTickets(), [PAUSED]);
  });

  it('of the integration come before the known ones', async () => {
    const company = await createCompanyOf(1);
    await company.set({ absenceTypes: [{ name: 'Urlaub', kind: 'sabbatical' }] });
    await company.sync([entry('A', absent('urlaub'))]);
    assert.deepEqual(await company.nextTickets(), [PAUSED]);
  });
});
