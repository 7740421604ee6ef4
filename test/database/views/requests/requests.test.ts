import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { lapseRequestsOfLeavers } from '../../../../src/jobs/lapse-requests.ts';
import { noteWayOfMail } from '../../../../src/notifications/mail/mails-sql.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { createCompanyWithActs } from './company-with-acts.ts';

const service = await createTestService();
const { sql } = service.database;
await noteWayOfMail(sql, 'staging', { way: 'smtp', from: 'tickets@example.com' } as never);

const mailsOf = async (employeeId: number) =>
  (await sql`select kind from mails where employee_id = ${employeeId} order by id`).map(({ kind }) => kind);

describe('many requests', () => {
  it('are approved together if they mean what was asked for; the others stay open', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first, second, third } = company.people;
    for (const person of [first, second]) await (await company.visit(person)).act('enrol');
    await company.actAsHr(third, 'enrol');
    await company.clock('2026-12-05');
    await (await company.visit(third)).act('cancel');
    const asked = await company.requests();
    const ids = asked.map(({ id }: { id: number }) => id);
    const answer = async (how: 'approve' | 'refuse', body: object) =>
      await company.hr.send(`/requests/${how}`, { method: 'POST', body });
    // December had begun before the answer, so the two orders would count from January.
    const approved = await answer('approve', { ids, answer: 'Gern.' });
    assert.deepEqual(approved.json().data, { answered: 1, left: ids.slice(0, 2) });
    const [cancelled] = await company.requests(false);
    assert.deepEqual(
      [cancelled.employeeId, cancelled.status, cancelled.answer],
      [third, 'approved', 'Gern.'],
    );
    assert.ok((await mailsOf(third)).includes('request-answered'));
    assert.deepEqual(
      (await company.requests()).map((request: { action: string }) => request.action),
      ['enrol', 'enrol'],
    );

    assertProblem(await answer('refuse', { ids }), 422, 'invalid-values');
    const refused = await answer('refuse', { ids, answer: 'Nächstes Jahr.' });
    assert.deepEqual(refused.json().data, { answered: 2, left: ids.slice(2) });
    for (const person of [first, second]) assert.ok((await mailsOf(person)).includes('request-answered'));
    assert.deepEqual(await company.requests(), []);
    // Those of another company are not found, so they are left.
    const other = await createCompanyWithActs(service, 'ask');
    await (await other.visit(other.people.first)).act('enrol');
    const [foreign] = await other.requests();
    const tried = await answer('refuse', { ids: [foreign.id], answer: 'Nein.' });
    assert.deepEqual(tried.json().data, { answered: 0, left: [foreign.id] });
    assert.equal((await other.requests()).length, 1);
  });

  it('can be listed by what was asked for', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first, second } = company.people;
    await (await company.visit(first)).act('enrol');
    await company.actAsHr(second, 'enrol');
    await company.clock('2026-12-05');
    await (await company.visit(second)).act('cancel');
    const listed = (await company.hr.send('/requests?action=cancel')).json().data;
    assert.deepEqual([listed.total, listed.data[0].employeeId], [1, second]);
  });
});

describe('a request', () => {
  it('waits for HR, changes nothing before, and is answered by mail', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first, second } = company.people;
    const visitor = await company.visit(first);
    assert.equal(await visitor.act('enrol'), 'asked');
    assert.equal((await visitor.page()).status, 'no-subscription');
    const [request] = await company.requests();
    assert.deepEqual(
      [request.employeeId, request.action, request.effectiveOn, request.contributionCents, request.linkClass],
      [first, 'enrol', '2026-12-01', 0, 'mailed'],
    );
    assert.equal((await company.hr.send('/overview')).json().data.attention.openRequests, 1);
    assert.equal((await company.approve(request.id)).statusCode, 204);
    assert.equal((await visitor.page()).status, 'scheduled');
    assert.equal((await visitor.page()).requests[0].status, 'approved');
    assert.deepEqual(await mailsOf(first), ['request-answered']);

    const other = await company.visit(second);
    await other.act('enrol');
    const [next] = await company.requests();
    assertProblem(await company.refuse(next.id, ' '), 422, 'invalid-values');
    assert.equal((await company.refuse(next.id, 'Nur Festangestellte.')).statusCode, 204);
    const [answered] = (await other.page()).requests;
    assert.deepEqual([answered.status, answered.answer], ['refused', 'Nur Festangestellte.']);
    assert.equal((await other.page()).status, 'no-subscription');
    assert.deepEqual(await mailsOf(second), ['request-answered']);
    const log = await sql`
      select actor_type, action from audit_log where company_id = ${company.companyId}
        and (action like 'request-%' or action like 'subscription-%') order by id`;
    assert.deepEqual(
      log.map((entry) => `${entry['actor_type']} ${entry['action']}`),
      [
        'employee request-made',
        'portal-user subscription-ordered',
        'portal-user request-approved',
        'employee request-made',
        'portal-user request-refused',
      ],
    );
  });

  it('is in time by the day on which it was made, until its month has begun; then HR confirms the later month', async () => {
    const company = await createCompanyWithActs(service, 'ask', { cancelUntilDay: 10 });
    const { first, second } = company.people;
    for (const employeeId of [first, second]) await company.actAsHr(employeeId, 'enrol');
    await company.clock('2026-12-10');
    for (const employeeId of [first, second]) await (await company.visit(employeeId)).act('cancel');
    const [one, other] = await company.requests();
    assert.deepEqual([one.effectiveOn, other.effectiveOn], ['2027-01-01', '2027-01-01']);

    // After the cut-off, before the month: as asked.
    await company.clock('2026-12-31');
    assert.equal((await company.previewRequest(one.id)).outcome.effectiveOn, '2027-01-01');
    assert.equal((await company.approve(one.id)).statusCode, 204);

    // The ticket of January has been issued. By today's cut-off it ends with January.
    await company.clock('2027-01-03');
    assert.equal((await company.previewRequest(other.id)).outcome.effectiveOn, '2027-02-01');
    const asBefore = { effectiveOn: '2027-01-01', contributionCents: null };
    const stale = await company.hr.send(`/requests/${other.id}/approve`, { method: 'POST', body: asBefore });
    assertProblem(stale, 409, 'conflict');
    assert.equal(stale.json().reason, 'outcome-changed');
    assert.equal((await company.approve(other.id)).statusCode, 204);
    const ends = await sql`
      select term_end_person from employees where company_id = ${company.companyId} and id in (${first}, ${second}) order by id`;
    assert.deepEqual(
      ends.map((row) => row['term_end_person']),
      ['2027-01-01', '2027-02-01'],
    );
    const [shown] = (await (await company.visit(second)).page()).requests;
    assert.deepEqual([shown.effectiveOn, shown.isLater], ['2027-02-01', true]);
  });

  it('for a pause moves to the first month that is still possible, and is impossible once all its months are over', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first, second } = company.people;
    for (const employeeId of [first, second]) await company.actAsHr(employeeId, 'enrol');
    await company.clock('2026-12-05');
    await (await company.visit(first)).act('pause', { fromMonth: '2027-01', untilMonth: '2027-02' });
    await (await company.visit(second)).act('pause', { fromMonth: '2027-01', untilMonth: '2027-01' });
    const [longer, shorter] = await company.requests();
    await company.clock('2027-01-02');
    const { outcome } = await company.previewRequest(longer.id);
    assert.deepEqual([outcome.effectiveOn, outcome.untilOn], ['2027-02-01', '2027-03-01']);
    const { refusal } = await company.previewRequest(shorter.id);
    assert.equal(refusal.reason, 'pause-ends-first');
    const body = { effectiveOn: '2027-01-01', contributionCents: null };
    assertProblem(
      await company.hr.send(`/requests/${shorter.id}/approve`, { method: 'POST', body }),
      409,
      'transition-refused',
    );
    assert.equal((await company.refuse(shorter.id)).statusCode, 204);
  });

  /** What happens to it, and what the employee and HR can do with it then. */
  const ENDS: [status: string, end: (at: At) => Promise<unknown>][] = [
    ['approved', ({ company, id }) => company.approve(id)],
    ['refused', ({ company, id }) => company.refuse(id)],
    ['withdrawn', ({ visitor, id }) => visitor.withdraw(id)],
    [
      'lapsed',
      async ({ company }) => {
        await company.list(['2', '3']);
        await runJob();
      },
    ],
  ];
  interface At {
    company: Awaited<ReturnType<typeof createCompanyWithActs>>;
    visitor: Awaited<ReturnType<Awaited<ReturnType<typeof createCompanyWithActs>>['visit']>>;
    id: number;
  }

  for (const [status, end] of ENDS)
    it(`that is ${status} is answered by nobody else, and the next one is another`, async () => {
      const company = await createCompanyWithActs(service, 'ask');
      const { first } = company.people;
      const visitor = await company.visit(first);
      await visitor.act('enrol');
      const [{ id }] = await company.requests();
      await end({ company, visitor, id });
      assert.equal((await visitor.page()).requests[0].status, status);
      assert.deepEqual(await company.requests(), []);
      const body = { effectiveOn: '2026-12-01', contributionCents: 0 };
      for (const answer of [
        await company.hr.send(`/requests/${id}/approve`, { method: 'POST', body }),
        await company.refuse(id),
        ...(status === 'withdrawn' ? [] : [await visitor.withdraw(id)]),
      ]) {
        assertProblem(answer, 409, 'conflict');
        assert.equal(answer.json().reason, 'request-answered');
      }
      assert.equal((await company.hr.send('/overview')).json().data.attention.openRequests, 0);
      if (status === 'approved' || status === 'lapsed') return;
      await visitor.act('enrol');
      const [next] = await company.requests();
      assert.notEqual(next.id, id);
    });

  it('is made once: the same again changes nothing, another of its kind waits', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first } = company.people;
    await company.actAsHr(first, 'enrol');
    await company.clock('2026-12-05');
    const visitor = await company.visit(first);
    await Promise.all([1, 2, 3].map(() => visitor.act('pause', { fromMonth: '2027-02' })));
    assert.equal((await company.requests()).length, 1);
    const { outcome } = await visitor.preview('pause', { fromMonth: '2027-03' });
    const answer = await visitor.send('pause', { fromMonth: '2027-03', ...outcome });
    assertProblem(answer, 409, 'transition-refused');
    assert.equal(answer.json().reason, 'request-open');
    assert.equal(await visitor.act('cancel'), 'asked');
    assert.equal((await company.requests()).length, 2);
    const made = await sql`
      select from audit_log where company_id = ${company.companyId} and action = 'request-made'`;
    assert.equal(made.length, 2);
  });

  it('cannot be approved after HR has done it, or while a conflict about the person is open', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first } = company.people;
    await (await company.visit(first)).act('enrol');
    const [{ id }] = await company.requests();
    await company.actAsHr(first, 'enrol');
    assert.equal((await company.previewRequest(id)).refusal.reason, 'not-begun');
    assert.equal((await company.refuse(id, 'Schon bestellt.')).statusCode, 204);
  });

  it('stays open when the company switches requests off, and HR answers it', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    await (await company.visit(company.people.first)).act('enrol');
    await company.set({ employeeActions: 'none' });
    const [{ id }] = await company.requests();
    assert.equal((await company.approve(id)).statusCode, 204);
  });

  it('is answered once, however many users answer and whatever the employee does at the same time', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first } = company.people;
    const visitor = await company.visit(first);
    await visitor.act('enrol');
    const [{ id }] = await company.requests();
    const body = { effectiveOn: '2026-12-01', contributionCents: 0 };
    const answers = await Promise.all([
      company.hr.send(`/requests/${id}/approve`, { method: 'POST', body }),
      company.refuse(id),
      visitor.withdraw(id),
      company.hr.send(`/requests/${id}/approve`, { method: 'POST', body }),
    ]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 409, 409, 409]);
    const [row] = await sql`
      select status from employee_requests where company_id = ${company.companyId} and id = ${id}`;
    const hasTerm = (await visitor.page()).status === 'scheduled';
    assert.equal(hasTerm, row?.['status'] === 'approved');
  });

  it('and the address that asked by the join link are gone when the person is erased', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { companyId } = company;
    const { first } = company.people;
    await (await company.visit(first)).act('enrol');
    await sql`insert into join_requests (company_id, email, date_of_birth) values (${companyId}, '1@example.com', '1990-02-03')`;
    await company.set({ retentionMonths: 0 });
    await company.list(['2', '3']);
    await sql`update hr_links set ended_at = '2026-11-01' where company_id = ${companyId} and employee_id = ${first}`;
    await sql`update employees set created_at = '2026-01-01' where company_id = ${companyId} and id = ${first}`;
    await sql.begin((tx) => eraseEmployee(tx, companyId, first, OPERATOR));
    const left = await sql`
      select 1 from employee_requests where company_id = ${companyId} and employee_id = ${first}
      union all select 1 from join_requests where company_id = ${companyId}`;
    assert.equal(left.length, 0);
  });

  it('of somebody else is not found, and viewers answer none', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const elsewhere = await createCompanyWithActs(service, 'ask');
    await (await company.visit(company.people.first)).act('enrol');
    const [{ id }] = await company.requests();
    const neighbour = await company.visit(company.people.second);
    assertProblem(await neighbour.withdraw(id), 404, 'not-found');
    assertProblem(await elsewhere.refuse(id), 404, 'not-found');
    assertProblem(
      await elsewhere.hr.send(`/requests/${id}/preview`, { method: 'POST', body: {} }),
      404,
      'not-found',
    );
    const viewer = await createPortalUser(service, company.companyId, 'viewer');
    assert.equal((await viewer.send('/requests')).statusCode, 200);
    assertProblem(
      await viewer.send(`/requests/${id}/refuse`, { method: 'POST', body: { answer: 'no' } }),
      403,
      'role-required',
    );
    assert.equal((await company.requests()).length, 1);
  });

  it('is mailed to HR in the digest, once a day', async () => {
    const company = await createCompanyWithActs(service, 'ask');
    const { first, second, third } = company.people;
    for (const employeeId of [first, second]) await (await company.visit(employeeId)).act('enrol');
    const items = () => sql`
      select from digest_items where company_id = ${company.companyId} and notice = 'requests-waiting'`;
    assert.equal((await items()).length, 1);
    await company.clock('2026-11-16');
    await (await company.visit(third)).act('enrol');
    assert.equal((await items()).length, 2);
  });
});

describe('what the page has shown', () => {
  it('is confirmed: after midnight, when the cut-off has passed, it is shown anew', async () => {
    const company = await createCompanyWithActs(service, 'direct', { orderUntilDay: 20 });
    await company.clock('2026-11-20');
    const visitor = await company.visit(company.people.first);
    const { outcome } = await visitor.preview('enrol');
    assert.equal(outcome.effectiveOn, '2026-12-01');
    await company.clock('2026-11-21');
    const late = await visitor.send('enrol', { effectiveOn: outcome.effectiveOn, contributionCents: 0 });
    assertProblem(late, 409, 'conflict');
    assert.equal(late.json().reason, 'outcome-changed');
    assert.equal((await visitor.page()).status, 'no-subscription');
    assert.equal((await visitor.preview('enrol')).outcome.effectiveOn, '2027-01-01');
    await visitor.act('enrol');
  });

  it('follows the day of the company, wherever it is', async () => {
    // The two are 25 hours apart, so it is never the same day in both.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const company = await createCompanyWithActs(service, 'ask', { timeZone, orderUntilDay: 15 });
      await sql`
        update companies set clock_frozen_on = null, issued_through = null, statuses_told_on = null
        where id = ${company.companyId}`;
      const visitor = await company.visit(company.people.first);
      const local = () => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
      const before = local();
      const { outcome } = await visitor.preview('enrol');
      // Midnight may pass during the test.
      if (local() !== before) continue;
      const [year = 0, month = 0, day = 0] = before.split('-').map(Number);
      const start = new Date(Date.UTC(year, month - 1 + (day > 15 ? 2 : 1), 1)).toISOString().slice(0, 10);
      assert.equal(outcome.effectiveOn, start, timeZone);
      await visitor.act('enrol');
      assert.equal((await company.requests())[0].askedOn, before);
    }
  });
});

async function runJob(): Promise<void> {
  const log = { info: () => {}, error: (...values: unknown[]) => assert.fail(JSON.stringify(values)) };
  await lapseRequestsOfLeavers({ sql, log, signal: new AbortController().signal } as never);
}
