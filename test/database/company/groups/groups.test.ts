import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_SUBSIDY_CENTS } from '../../../../src/company/groups/check-group.ts';
import { chooseGroup } from '../../../../src/company/groups/choose-group.ts';
import { deleteGroup } from '../../../../src/company/groups/delete-group.ts';
import { listGroups } from '../../../../src/company/groups/list-groups.ts';
import { moveGroup } from '../../../../src/company/groups/move-group.ts';
import { releaseMoves } from '../../../../src/company/groups/release-moves.ts';
import { setGroup } from '../../../../src/company/groups/set-group.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { Payroll } from '../../../../src/domain/person/payroll-fields.ts';
import { changeEmployee } from '../../../../src/people/employees/change-employee.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { rollBackAfter } from '../../../../src/platform/db/roll-back.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import type { GroupRule } from '../../../../src/tickets/groups/group.ts';
import { enrol } from '../../support/actions.ts';
import { createTestService } from '../../support/service.ts';
import { createGroupedCompany, group, listed } from './grouped-company.ts';

const service = await createTestService();
const { sql } = service.database;
const refused = (reason: string) => (error: unknown) =>
  error instanceof AppError && error.details.reason === reason;

/** Somebody who is entered by hand. */
const CEM = { firstName: 'Cem', lastName: 'Can', email: 'cem@example.com', dateOfBirth: '1990-01-01' };

const RULES: readonly [rule: GroupRule, facts: Payroll, fits: boolean][] = [
  [{}, { department: 'Sales' }, false],
  [{ department: ['Sales'] }, {}, false],
  [{ department: ['Sales'] }, { department: 'Sales' }, true],
  [{ department: ['Sales'] }, { department: '  sALES ' }, true],
  [{ department: [' sales'] }, { department: 'SALES' }, true],
  [{ department: ['Sales'] }, { department: 'Sales East' }, false],
  [{ department: ['Sales'] }, { location: 'Sales' }, false],
  [{ location: ['KÖLN'] }, { location: 'Köln' }, true],
  [{ location: ['Köln'] }, { location: 'Köln' }, true],
  [{ location: ['Köln'] }, { location: 'Koln' }, false],
  [{ department: ['Sales', 'Service'] }, { department: 'Service' }, true],
  [{ department: ['Sales'], location: ['Berlin'] }, { department: 'Sales' }, false],
  [{ department: ['Sales'], location: ['Berlin'] }, { department: 'Sales', location: 'Bonn' }, false],
  [{ department: ['Sales'], location: ['Berlin'] }, { department: 'Sales', location: 'Berlin' }, true],
  [{ costCentre: ['4711'] }, { costCentre: '4711' }, true],
  [{ costCentre: ['4711'] }, { costCentre: '04711' }, false],
  [{ legalEntity: ['Muster GmbH'] }, { legalEntity: 'muster gmbh' }, true],
  [{ personnelNumber: ['P'] }, {}, true],
  [{ personnelNumber: ['77'] }, { personnelNumber: '77' }, true],
  [{ personnelNumber: ['P'] }, { personnelNumber: '77' }, false],
  [{ costCentre: ["a'; --", '"%_\\'] }, { costCentre: '"%_\\' }, true],
];

describe('a rule', () => {
  it('fits by all of its fields, each with one of its values', async () => {
    const company = await createGroupedCompany(service);
    const { id } = await company.create(group('Some'));
    for (const [rule, facts, fits] of RULES) {
      await company.setGroup(id, { rule });
      await company.sync([listed('P', facts)]);
      assert.deepEqual(await company.groups(), { P: fits ? 'Some' : null }, JSON.stringify([rule, facts]));
    }
  });

  it('fits newcomers and people who are entered by hand as it fits known people', async () => {
    const company = await createGroupedCompany(service);
    await company.create(group('Sales', { rule: { department: ['sales'] } }));
    await company.sync([listed('A', { department: 'Sales' }), listed('B')]);
    assert.deepEqual(await company.groups(), { A: 'Sales', B: null });
    const id = await sql.begin((tx) =>
      createEmployee(tx, company.companyId, OPERATOR, { ...CEM, department: 'Sales' }),
    );
    const groupOf = async () =>
      (await sql`select group_id is not null as member from employees where id = ${id}`)[0]?.['member'];
    assert.equal(await groupOf(), true);
    const { groups } = await listGroups(sql, company.companyId);
    assert.deepEqual(
      groups.map(({ people }) => people),
      [2],
    );
    const change = (department: string | null) =>
      sql.begin((tx) => changeEmployee(tx, company.companyId, id, OPERATOR, { department }));
    await change(null);
    assert.equal(await groupOf(), false);
    await change('Nowhere');
    assert.equal(await groupOf(), false);
  });
});

it('another department by hand moves a person, whose open offer follows the amounts of the group', async () => {
  const company = await createGroupedCompany(service);
  await company.create(group('Sales', { rule: { department: ['Sales'] } }));
  const id = await sql.begin((tx) => createEmployee(tx, company.companyId, OPERATOR, CEM));
  await sql.begin((tx) => enrol(tx, company.companyId, id, OPERATOR));
  const contributions = async () => {
    const open = await sql<{ cents: number }[]>`
      select (terms -> 'contributionCents')::int as cents from contract_offers
      where company_id = ${company.companyId} and employee_id = ${id} and status = 'pending' and withdrawn_at is null`;
    return open.map(({ cents }) => cents);
  };
  assert.deepEqual(await contributions(), [3_985]);
  await sql.begin((tx) => changeEmployee(tx, company.companyId, id, OPERATOR, { department: 'Sales' }));
  assert.deepEqual(await contributions(), [2_985]);
});

describe('the order of groups', () => {
  it('decides between groups that both fit, and can be changed', async () => {
    const company = await createGroupedCompany(service);
    await company.sync([listed('A', { department: 'Sales', location: 'Berlin' }), listed('B')]);
    const first = await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    assert.equal(first.moved, 1);
    const { id, ...effect } = await company.create(group('Berlin', { rule: { location: ['Berlin'] } }));
    assert.equal(effect.moved, 0);
    assert.deepEqual(await company.groups(), { A: 'Sales', B: null });
    const moved = await sql.begin((tx) => moveGroup(tx, company.companyId, OPERATOR, id, 1));
    assert.deepEqual(moved.moves, [{ from: 'Sales', to: 'Berlin', people: 1 }]);
    assert.deepEqual(
      moved.names.map(({ lastName, from, to }) => ({ lastName, from, to })),
      [{ lastName: 'LastA', from: 'Sales', to: 'Berlin' }],
    );
    const { groups, others } = await listGroups(sql, company.companyId);
    assert.deepEqual(
      groups.map(({ name, position, people }) => [name, position, people]),
      [
        ['Berlin', 1, 1],
        ['Sales', 2, 0],
      ],
    );
    assert.equal(others, 1);
    await sql.begin((tx) => deleteGroup(tx, company.companyId, OPERATOR, id));
    assert.deepEqual(await company.groups(), { A: 'Sales', B: null });
    const left = await listGroups(sql, company.companyId);
    assert.deepEqual(
      left.groups.map(({ name }) => name),
      ['Sales'],
    );
  });
});

describe('people chosen by hand', () => {
  it('stay in their group whatever the rules say, until the rules decide again', async () => {
    const company = await createGroupedCompany(service);
    const { id: sales } = await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    const { id: board } = await company.create(group('Board'));
    await company.sync([listed('A', { department: 'Sales' }), listed('B', { department: 'Sales' })]);
    const choose = (hrId: string, choice: Parameters<typeof chooseGroup>[4]) =>
      company
        .idOf(hrId)
        .then((id) => sql.begin((tx) => chooseGroup(tx, company.companyId, OPERATOR, [id], choice)));
    const effect = await choose('A', board);
    assert.deepEqual(effect.moves, [{ from: 'Sales', to: 'Board', people: 1 }]);
    await choose('B', 'none');
    assert.deepEqual(await company.groups(), { A: 'Board', B: null });
    await company.sync([
      listed('A', { department: 'Sales', location: 'X' }),
      listed('B', { department: 'sales' }),
    ]);
    await company.setGroup(sales, { rule: { department: ['Sales', 'More'] } });
    assert.deepEqual(await company.groups(), { A: 'Board', B: null });
    await choose('B', 'by-rule');
    assert.deepEqual(await company.groups(), { A: 'Board', B: 'Sales' });
    const byHand = async () => {
      const { groups } = await listGroups(sql, company.companyId);
      return Object.fromEntries(groups.map((each) => [each.name, each.byHand]));
    };
    assert.deepEqual(await byHand(), { Sales: 0, Board: 1 });
    const { id: night } = await company.create(group('Night'));
    await sql.begin((tx) => deleteGroup(tx, company.companyId, OPERATOR, night));
    assert.deepEqual(await byHand(), { Sales: 0, Board: 1 });
    await sql.begin((tx) => deleteGroup(tx, company.companyId, OPERATOR, board));
    assert.deepEqual(await company.groups(), { A: 'Sales', B: 'Sales' });
    const history = await sql`
      select l.hr_id, m.group_name, m.by_hand from group_memberships m
      join hr_links l on l.company_id = m.company_id and l.employee_id = m.employee_id
      where m.company_id = ${company.companyId} order by m.id`;
    assert.deepEqual(
      history.map((row) => Object.values(row)),
      [
        ['A', 'Sales', false],
        ['B', 'Sales', false],
        ['A', 'Board', true],
        ['B', null, true],
        ['B', 'Sales', false],
        ['A', 'Sales', false],
      ],
    );
  });
});

describe('the amounts of a group', () => {
  it('count for offers, charges and the next ticket; the plan is that of enrolment', async () => {
    const company = await createGroupedCompany(service);
    await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    await company.create(
      group('Free', {
        defaultPlanType: 'fully-subsidized-plan',
        subsidyCents: 0,
        rule: { department: ['Free'] },
      }),
    );
    await company.sync([
      listed('A', { department: 'Sales' }),
      listed('B'),
      listed('C', { department: 'Free' }),
    ]);
    assert.deepEqual(await company.offers(), [
      'A enrolment split-pay-plan 2026-12 2985',
      'B enrolment split-pay-plan 2026-12 3985',
    ]);
    await company.answer('accepted');
    await company.on('2026-12-02');
    assert.deepEqual(await company.charges('2026-12'), {
      A: 'Sales split-pay-plan 3000 2985 0',
      B: '– split-pay-plan 2000 3985 0',
      C: 'Free fully-subsidized-plan 5985 0 0',
    });
    const shown = (await company.people()).map(
      ({ plan }: { plan: { employeeContributionAmount: { value: number } } }) =>
        plan.employeeContributionAmount.value,
    );
    assert.deepEqual(shown, [29.85, 39.85, 0]);
  });

  it('charge at most what was signed after a move, and less where the group pays more', async () => {
    const company = await createGroupedCompany(service);
    await company.create(group('Low', { subsidyCents: 1_000, rule: { department: ['Low'] } }));
    await company.create(group('High', { subsidyCents: 4_000, rule: { department: ['High'] } }));
    await company.sync([listed('A'), listed('B'), listed('C')]);
    await company.answer('accepted');
    await company.on('2026-12-10');
    await company.sync([
      listed('A', { department: 'Low' }),
      listed('B', { department: 'High' }),
      listed('C'),
    ]);
    assert.deepEqual(await company.offers(), ['A new-terms split-pay-plan 2027-01 5300']);
    await company.on('2027-01-02');
    assert.deepEqual(await company.charges('2027-01'), {
      A: 'Low split-pay-plan 2315 3985 1315',
      B: 'High split-pay-plan 4000 1985 0',
      C: '– split-pay-plan 2000 3985 0',
    });
    await company.answer('accepted');
    await company.on('2027-02-02');
    assert.equal((await company.charges('2027-02'))['A'], 'Low split-pay-plan 1000 5300 0');
    await company.sync([listed('A', { department: 'Low' }), listed('B'), listed('C')]);
    assert.deepEqual(await company.offers(), []);
    await company.on('2027-03-02');
    assert.equal((await company.charges('2027-03'))['B'], '– split-pay-plan 2000 3985 0');
  });

  it('never change a plan in force', async () => {
    const company = await createGroupedCompany(service, { planType: 'fully-subsidized-plan' });
    const { id } = await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    await company.sync([listed('A'), listed('B')]);
    const b = await company.idOf('B');
    // B is in no group already, so the plan goes on to follow the company's default.
    await sql.begin((tx) => chooseGroup(tx, company.companyId, OPERATOR, [b], 'none'));
    const [chosen] = await sql`
      select plan_type from employees where company_id = ${company.companyId} and id = ${b}`;
    assert.deepEqual(chosen, { plan_type: null });
    await company.on('2026-12-10');
    await company.sync([
      listed('A', { department: 'Sales' }),
      listed('B'),
      listed('C', { department: 'Sales' }),
    ]);
    await company.answer('accepted');
    await company.on('2027-01-02');
    assert.deepEqual(await company.charges('2027-01'), {
      A: 'Sales fully-subsidized-plan 5985 0 0',
      B: '– fully-subsidized-plan 5985 0 0',
      C: 'Sales split-pay-plan 3000 2985 0',
    });
    await company.setGroup(id, { defaultPlanType: 'deferred-plan' });
    await company.sync([listed('A'), listed('B'), listed('C')]);
    await company.on('2027-02-02');
    assert.deepEqual(await company.charges('2027-02'), {
      A: '– fully-subsidized-plan 5985 0 0',
      B: '– fully-subsidized-plan 5985 0 0',
      C: '– split-pay-plan 3000 2985 1000',
    });
  });

  it('can be changed: the preview says what changes, and changes nothing', async () => {
    const company = await createGroupedCompany(service);
    const { id } = await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    await company.sync([listed('A', { department: 'Sales' }), listed('B')]);
    await company.answer('accepted');
    await company.on('2026-12-10');
    const lower = { subsidyCents: 2_500 };
    const preview = await rollBackAfter(sql, (tx) => setGroup(tx, company.companyId, OPERATOR, id, lower));
    assert.deepEqual(preview, {
      people: 1,
      before: { employees: 2985, employer: 3000 },
      atFirst: { employees: 0, employer: 0 },
      onceAccepted: { employees: 500, employer: -500 },
      offered: 1,
      withdrawn: 0,
      replaced: 0,
      moved: 0,
      moves: [],
      names: [],
    });
    assert.deepEqual(await company.offers(), []);
    assert.deepEqual(await company.setGroup(id, lower), preview);
    assert.deepEqual(await company.offers(), ['A new-terms split-pay-plan 2027-01 3485']);
    assert.equal((await company.setGroup(id, { subsidyCents: 3_000 })).withdrawn, 1);
    const higher = await company.setGroup(id, { subsidyCents: 3_500 });
    assert.deepEqual(higher.atFirst, { employees: -500, employer: 500 });
  });
});

describe('a roster that would move many people', () => {
  const five = ['A', 'B', 'C', 'D', 'E'];
  const everybody = (payroll: Payroll = {}) => [...five, 'F', 'G'].map((hrId) => listed(hrId, payroll));
  const some = (payroll: Payroll) => [...five.map((hrId) => listed(hrId, payroll)), listed('F'), listed('G')];

  async function held() {
    const company = await createGroupedCompany(service);
    await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    await company.sync(everybody());
    const run = await company.sync(some({ department: 'Sales' }));
    return { company, run };
  }

  it('is applied, but nobody moves until an admin releases them', async () => {
    const { company, run } = await held();
    const of = Object.fromEntries([...five, 'F', 'G'].map((hrId) => [hrId, null]));
    assert.equal(run.status, 'succeeded');
    assert.deepEqual(
      run.problems.map(({ code, count, outOf }: Record<string, unknown>) => ({ code, count, outOf })),
      [{ code: 'large-group-change', count: 5, outOf: 7 }],
    );
    assert.deepEqual(await company.groups(), of);
    const { held: waiting } = await listGroups(sql, company.companyId);
    assert.deepEqual([waiting?.people, waiting?.outOf], [5, 7]);
    const effect = await sql.begin((tx) => releaseMoves(tx, company.companyId, OPERATOR));
    assert.deepEqual(effect.moves, [{ from: null, to: 'Sales', people: 5 }]);
    assert.deepEqual(await company.groups(), {
      ...of,
      A: 'Sales',
      B: 'Sales',
      C: 'Sales',
      D: 'Sales',
      E: 'Sales',
    });
    await assert.rejects(
      sql.begin((tx) => releaseMoves(tx, company.companyId, OPERATOR)),
      refused('no-moves-held'),
    );
  });

  it('holds them also if later rosters change them one by one', async () => {
    const { company } = await held();
    const [first, ...rest] = some({ department: 'Sales' });
    const run = await company.sync([{ ...first, lastName: 'Neu', location: 'Berlin' }, ...rest]);
    assert.equal(run.problems[0]?.code, 'large-group-change');
    assert.equal((await company.groups())['A'], null);
  });

  it('moves nobody if the next roster is as it was before', async () => {
    const { company } = await held();
    const run = await company.sync(everybody());
    assert.deepEqual(run.problems, []);
    assert.equal((await listGroups(sql, company.companyId)).held, null);
  });

  it('gives newcomers their group all the same', async () => {
    const { company } = await held();
    await company.sync([...some({ department: 'Sales' }), listed('H', { department: 'Sales' })]);
    assert.equal((await company.groups())['H'], 'Sales');
    assert.equal((await company.groups())['A'], null);
  });

  it('moves four people, or a fifth of the people, without asking', async () => {
    const company = await createGroupedCompany(service);
    await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    await company.sync(everybody());
    const run = await company.sync(
      everybody().map((one, index) => (index < 4 ? { ...one, department: 'Sales' } : one)),
    );
    assert.deepEqual(run.problems, []);
    assert.equal(Object.values(await company.groups()).filter((name) => name === 'Sales').length, 4);
  });
});

describe('the settings of a group', () => {
  it('are trimmed, and a name exists once', async () => {
    const company = await createGroupedCompany(service);
    await company.create(group('  Sales ', { rule: { department: [' a', 'a', ''], location: [''] } }));
    const { groups } = await listGroups(sql, company.companyId);
    assert.equal(groups[0]?.name, 'Sales');
    assert.deepEqual(groups[0]?.rule, { department: ['a'] });
    assert.deepEqual(groups[0]?.offeredPlanTypes, ['split-pay-plan']);
    await assert.rejects(company.create(group('sales')), refused('group-name-taken'));
    for (const name of ['', ' ', 'x'.repeat(101), 'a\u202eb'])
      await assert.rejects(company.create(group(name)), /The name has 1 to 100 characters/);
    await company.create(group('x'.repeat(100), { subsidyCents: MAX_SUBSIDY_CENTS }));
    for (const subsidyCents of [-1, 0.5, MAX_SUBSIDY_CENTS + 1])
      await assert.rejects(company.create(group('Other', { subsidyCents })), /The subsidy is an amount/);
  });
});
