import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseGroup } from '../../../../src/company/groups/choose-group.ts';
import { createGroup } from '../../../../src/company/groups/create-group.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { createVisitor } from '../employee-page/visitor.ts';
import { createCompanyWithActs } from './company-with-acts.ts';

const service = await createTestService();
const { sql } = service.database;

type Company = Awaited<ReturnType<typeof createCompanyWithActs>>;

/** Everything that an action leaves behind, apart from ids, times and the actor. */
async function tracesOf({ companyId }: Company, employeeId: number) {
  const [state] = await sql`
    select term_number, term_start, term_end_person, term_end_hr, term_declined_on, pauses_person, plan_type, next_plan_type,
      next_plan_from, contract_status, signed_from, signed_cents
    from employees where company_id = ${companyId} and id = ${employeeId}`;
  const offers = await sql`
    select reason, plan_type, planned_start, offered_on, terms - array['firstName', 'lastName', 'personnelNumber'] as terms,
      status, withdrawn_at is not null as withdrawn
    from contract_offers where company_id = ${companyId} and employee_id = ${employeeId} order by id`;
  const charges = await sql`
    select kind, month, plan_type, price_cents, discount_cents, employer_cents, employee_cents from charges
    where company_id = ${companyId} and employee_id = ${employeeId} order by id`;
  const tickets = await sql`
    select month, valid_from, valid_until, voided_at is not null as voided from tickets
    where company_id = ${companyId} and employee_id = ${employeeId} order by id`;
  const events = await sql`
    select type, data - array['employeeId', 'contractId', 'ticketId', 'documentId', 'offerId'] as data from events
    where company_id = ${companyId} and (data ->> 'employeeId')::bigint = ${employeeId}`;
  const log = await sql`
    select action, details from audit_log
    where company_id = ${companyId} and subject_type = 'employee' and subject_id = ${employeeId}
      and action not in ('employee-acted', 'employee-page-opened', 'employee-viewed', 'request-made', 'request-approved')
    order by id`;
  const mails = await sql`
    select kind from mails where company_id = ${companyId} and employee_id = ${employeeId} and kind <> 'request-answered'
    order by id`;
  return {
    state,
    offers,
    charges,
    tickets,
    events: events.map((event) => JSON.stringify(event)).sort(),
    log,
    mails,
  };
}

/** What has happened before, the action, and what it is given. */
const ACTS: [action: string, before: string[], input?: Record<string, string>][] = [
  ['enrol', []],
  ['enrol', [], { planType: 'fully-subsidized-plan' }],
  ['pause', ['enrol']],
  ['pause', ['enrol'], { fromMonth: '2027-01', untilMonth: '2027-02' }],
  ['resume', ['enrol', 'pause']],
  ['cancel', ['enrol']],
  ['withdraw-cancellation', ['enrol', 'cancel']],
];

describe('an action on the own page', () => {
  for (const mode of ['direct', 'ask'] as const)
    for (const [action, before, input] of ACTS)
      it(`leaves the same behind as HR's (${mode}): ${action} ${JSON.stringify(input ?? {})}`, async () => {
        const company = await createCompanyWithActs(service, mode, {
          subsidyCents: 3000,
          mailEmployees: true,
        });
        const { first, second } = company.people;
        // Begun before the action, so that a month has been issued.
        for (const done of before)
          for (const employeeId of [first, second])
            if (done === 'enrol') await company.actAsHr(employeeId, done);
        if (before.length > 0) await company.clock('2026-12-05');
        for (const done of before)
          for (const employeeId of [first, second])
            if (done !== 'enrol') await company.actAsHr(employeeId, done);
        await company.actAsHr(first, action, hrInput(input));
        const visitor = await company.visit(second);
        assert.equal(await visitor.act(action, input), mode === 'ask' ? 'asked' : 'done');
        if (mode === 'ask') {
          const [request] = await company.requests();
          assert.equal((await company.approve(request.id)).statusCode, 204);
        }
        await company.clock('2027-03-02');
        assert.deepEqual(await tracesOf(company, second), await tracesOf(company, first));
      });

  it('leads to the same contract as an order of HR, which the employee signs', async () => {
    const company = await createCompanyWithActs(service, 'direct', {
      planType: 'deferred-plan',
      subsidyCents: 3000,
    });
    const { first, second } = company.people;
    await company.actAsHr(first, 'enrol');
    const visitor = await company.visit(second);
    const { outcome } = await visitor.preview('enrol');
    assert.deepEqual(
      [outcome.effectiveOn, outcome.offered, outcome.contributionCents > 0],
      ['2026-12-01', true, true],
    );
    await visitor.act('enrol', { planType: 'deferred-plan' });
    assert.deepEqual(await tracesOf(company, second), await tracesOf(company, first));
    const page = await visitor.page();
    assert.equal(page.contracts.length, 1);
    assert.equal((await visitor.sign(page.contracts[0].path, { answer: 'accepted' })).statusCode, 303);
    assert.equal((await visitor.page()).status, 'scheduled');
  });

  it("can be a choice among the offered plans only, which leaves the same behind as HR's", async () => {
    const company = await createCompanyWithActs(service, 'direct', { subsidyCents: 3000 });
    const { first, second } = company.people;
    const visitor = await company.visit(first);
    const { refusal } = await visitor.preview('enrol', { planType: 'split-pay-plan' });
    assert.equal(refusal.reason, 'plan-not-offered');
    await company.actAsHr(first, 'enrol', { planType: 'split-pay-plan' });
    assert.deepEqual((await visitor.page()).acts.possible, []);
    const contract = (await visitor.page()).contracts[0];
    await visitor.sign(contract.path, { answer: 'accepted' });
    await company.actAsHr(second, 'enrol', { planType: 'split-pay-plan' });
    const other = await company.visit(second);
    await other.sign((await other.page()).contracts[0].path, { answer: 'accepted' });
    // HR has chosen another plan than the default: the default can be chosen.
    const { acts } = await visitor.page();
    assert.deepEqual(acts.plansToChange, ['fully-subsidized-plan']);
    await visitor.act('change-plan', { planType: 'fully-subsidized-plan' });
    await company.actAsHr(second, 'change-plan', { planType: 'fully-subsidized-plan' });
    assert.deepEqual(await tracesOf(company, first), await tracesOf(company, second));
    assert.deepEqual((await visitor.page()).acts.plansToChange, ['split-pay-plan']);
    // The plan in force takes it back.
    await visitor.act('change-plan', { planType: 'split-pay-plan' });
    await company.actAsHr(second, 'change-plan', { planType: 'split-pay-plan' });
    assert.deepEqual((await visitor.page()).acts.plansToChange, ['fully-subsidized-plan']);
    await company.clock('2027-01-02');
    assert.deepEqual(await tracesOf(company, first), await tracesOf(company, second));
  });

  it('is a choice among the plans of the group, at its amounts', async () => {
    const company = await createCompanyWithActs(service, 'direct', { planType: 'split-pay-plan' });
    const { first } = company.people;
    const visitor = await company.visit(first);
    const { outcome: before } = await visitor.preview('enrol');
    await sql.begin(async (tx) => {
      const { id } = await createGroup(tx, company.companyId, OPERATOR, {
        name: 'Werk',
        subsidyCents: 1000,
        defaultPlanType: 'deferred-plan',
        offeredPlanTypes: ['deferred-plan', 'fully-subsidized-plan'],
        rule: {},
      });
      await chooseGroup(tx, company.companyId, OPERATOR, [first], id);
    });
    assert.deepEqual((await visitor.page()).acts.plansToOrder, ['fully-subsidized-plan', 'deferred-plan']);
    const { outcome } = await visitor.preview('enrol', { planType: 'deferred-plan' });
    assert.equal(outcome.contributionCents, before.contributionCents - 1000);
    assert.equal(
      (await visitor.preview('enrol', { planType: 'split-pay-plan' })).refusal.reason,
      'plan-not-offered',
    );
    await visitor.act('enrol', { planType: 'fully-subsidized-plan' });
    assert.equal((await visitor.page()).status, 'scheduled');
  });

  it('is recorded with the employee as the actor, the browser and the class of the link', async () => {
    const company = await createCompanyWithActs(service, 'direct');
    const { first, second } = company.people;
    await (await company.visit(first, 'mailed')).act('enrol');
    await (await company.visit(second, 'shown')).act('enrol');
    const log = await sql`
      select actor_type, actor_id = subject_id as own, action, details - 'start' - 'planType' as details from audit_log
      where company_id = ${company.companyId} and action in ('subscription-ordered', 'employee-acted') order by id`;
    const acted = (linkClass: string) => ({
      actor_type: 'employee',
      own: true,
      action: 'employee-acted',
      details: { act: 'enrol', linkClass, address: '192.0.2.1', browser: 'Test browser' },
    });
    const ordered = { actor_type: 'employee', own: true, action: 'subscription-ordered', details: {} };
    assert.deepEqual([...log], [ordered, acted('mailed'), ordered, acted('shown')]);
  });

  it('is refused unless the company lets its employees act, and to people who have left or are in conflict', async () => {
    const company = await createCompanyWithActs(service, 'none');
    const { first, second } = company.people;
    const visitor = await company.visit(first);
    assert.deepEqual((await visitor.page()).acts.possible, []);
    assert.equal((await visitor.preview('enrol')).refusal.reason, 'acts-switched-off');
    const body = { effectiveOn: '2026-12-01', contributionCents: 0 };
    assertProblem(await visitor.send('enrol', body), 409, 'transition-refused');
    await company.set({ employeeActions: 'direct' });
    assert.deepEqual((await visitor.page()).acts.possible, ['enrol']);

    await company.list(['2', '3']);
    assert.deepEqual((await visitor.page()).acts.possible, []);
    assert.equal((await visitor.preview('enrol')).refusal.reason, 'not-listed');

    const other = await company.visit(second);
    await company.sync([
      { ...rosterEntry('2'), firstName: 'Else', email: 'else@example.com', dateOfBirth: '1999-09-09' },
      rosterEntry('3'),
    ]);
    assert.equal((await other.preview('enrol')).refusal.reason, 'conflict-open');
    assert.deepEqual((await other.page()).acts.possible, []);
  });

  it('needs the date of birth in a new browser, a page of ours, and the own link', async () => {
    const company = await createCompanyWithActs(service, 'direct');
    const { first, second } = company.people;
    const body = { effectiveOn: '2026-12-01', contributionCents: 0 };
    const path = company.pathOf(first);
    const stranger = createVisitor(service);
    for (const url of [`${path}/acts/enrol`, `${path}/acts/enrol/preview`])
      assertProblem(await stranger.post(url, body), 403, 'date-of-birth-required');
    // Proved for one person, not for another.
    const visitor = await company.visit(second);
    assertProblem(await visitor.post(`${path}/acts/enrol`, body), 403, 'date-of-birth-required');
    const foreign = { headers: { origin: 'https://evil.example' } };
    assertProblem(await visitor.post(`${visitor.path}/acts/enrol`, body, foreign), 403, 'foreign-origin');
    assertProblem(await visitor.post('/me/nonsense/acts/enrol', body), 404, 'not-found');
    assertProblem(await visitor.post(`${visitor.path}/acts/revoke`, body), 404, 'not-found');
    const [count] = await sql`
      select count(*)::int from audit_log where company_id = ${company.companyId} and actor_type = 'employee'
        and action like 'subscription%'`;
    assert.equal(count?.['count'], 0);
  });

  it('is counted: after thirty in an hour it has to wait', async () => {
    const company = await createCompanyWithActs(service, 'direct');
    const visitor = await company.visit(company.people.first);
    const body = { effectiveOn: '2026-12-01', contributionCents: 0 };
    const answers = [];
    for (let time = 0; time < 32; time++) answers.push((await visitor.send('enrol', body)).statusCode);
    assert.deepEqual(
      [answers[0], new Set(answers.slice(1, 30)), new Set(answers.slice(30))],
      [200, new Set([409]), new Set([429])],
    );
  });
});

function hrInput(input: Record<string, string> | undefined): Record<string, string> {
  // The company's default plan is no choice of a plan.
  const { planType: _, ...others } = input ?? {};
  return others;
}

function rosterEntry(hrId: string) {
  return {
    hrId,
    firstName: `First${hrId}`,
    lastName: `Last${hrId}`,
    email: `${hrId}@example.com`,
    dateOfBirth: '1990-02-03',
    startDate: '2020-01-01',
  };
}
