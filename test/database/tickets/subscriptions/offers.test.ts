import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { cancel, changePlan, enrol, pause } from '../../support/actions.ts';
import { type Facts, shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const refused = (error: unknown) => error instanceof AppError && error.code === 'transition-refused';

async function offered(today: string, startDate = '2020-01-01') {
  const company = await TestCompany.create(sql, today, { planType: 'split-pay-plan' });
  const id = await company.addPerson();
  await company.roster([{ id, facts: { startDate } }]);
  shows(await company.read(id), { status: 'no-subscription', contractStatus: 'pending' });
  const latest = async () => {
    const [row] = await sql<{ id: number }[]>`
      select max(id) as id from contract_offers where company_id = ${company.id} and employee_id = ${id}`;
    assert(row);
    return row.id;
  };
  const answer = async (answered: 'accepted' | 'rejected', offerId?: number) => {
    const which = offerId ?? (await latest());
    await sql.begin((tx) => answerOffer(tx, company.id, which, { type: 'employee', id }, answered));
  };
  /** The subsidy falls, so new terms are offered. */
  const newTerms = async () => {
    const [found] = await sql<{ subsidyCents: number }[]>`
      select subsidy_cents - 100 as "subsidyCents" from companies where id = ${company.id}`;
    assert(found);
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, found));
  };
  return { company, id, answer, latest, newTerms, read: () => company.read(id) };
}

describe('an offer of enrolment', () => {
  it('starts a term on the first of next month when it is accepted', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-04-01', contractStatus: 'accepted' });
  });

  it('accepted on the first of a month starts on the next first, also with a roster on the same day', async () => {
    const ada = await offered('2026-04-01');
    await ada.answer('accepted');
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2019-05-01' } }]);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-05-01' });
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-05-20' } }]);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-06-01' });
  });

  it('accepted starts on the planned start if that is later', async () => {
    const ada = await offered('2026-03-10', '2026-05-20');
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-06-01' });
  });

  it('cannot be answered a second time', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await assert.rejects(ada.answer('accepted'), refused);
    await assert.rejects(ada.answer('rejected'), refused);
    const audit = await sql`select action, actor_type from audit_log
      where company_id = ${ada.company.id} and subject_type = 'contract-offer'`;
    assert.deepEqual(
      audit.map((row) => ({ ...row })),
      [{ action: 'contract-accepted', actor_type: 'employee' }],
    );
  });

  it('rejected starts nothing; a roster does not offer again, a person can', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('rejected');
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-06-15' } }]);
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'rejected' });
    await assert.rejects(ada.answer('accepted'), refused);
    const first = await ada.latest();
    await sql.begin((tx) => enrol(tx, ada.company.id, ada.id, OPERATOR));
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'pending' });
    await assert.rejects(ada.answer('accepted', first), refused);
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
  });

  it('cannot be accepted if the employment ends before the start', async () => {
    const ada = await offered('2026-03-10');
    await ada.company.roster([{ id: ada.id, facts: { terminationDate: '2026-04-10' } }]);
    await ada.company.on('2026-04-15');
    await assert.rejects(ada.answer('accepted'), refused);
    await ada.company.on('2026-05-15');
    await assert.rejects(ada.answer('accepted'), refused);
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'pending' });
  });

  it('is withdrawn when the person is offboarded', async () => {
    const ada = await offered('2026-03-10');
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await assert.rejects(ada.answer('accepted'), refused);
  });

  it('is made again after a return of more than 31 days', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.company.on('2026-06-10');
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    shows(await ada.read(), { status: 'cancelled', contractStatus: 'pending' });
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
  });

  it('needs no second signature after a return within 31 days', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-30');
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.company.on('2026-05-03');
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    shows(await ada.read(), { status: 'active', contractStatus: 'accepted', ticketMonth: '2026-05' });
  });
});

describe('a signed term that has not begun, of a person whom the roster omits', () => {
  const omitted = async (on: string, startDate?: string) => {
    const ada = await offered('2026-03-10', startDate);
    await ada.answer('accepted');
    await ada.company.on(on);
    await ada.company.roster([{ id: ada.id, facts: null }]);
    shows(await ada.read(), { status: 'no-subscription', nextTicketAt: null });
    const back = async (day: string, facts: Facts = {}) => {
      await ada.company.on(day);
      const decisions = await ada.company.roster([
        { id: ada.id, facts: { ...facts, ...(startDate && { startDate }) } },
      ]);
      return decisions.map(({ action }) => action);
    };
    const offers = async () => {
      const [found] = await sql<{ count: number }[]>`
        select count(*)::int as count from contract_offers where company_id = ${ada.company.id}`;
      return found?.count;
    };
    return { ...ada, back, offers, tickets: () => ada.company.ticketMonths(ada.id) };
  };
  const scheduled = { status: 'scheduled', nextTicketAt: '2026-04-01', contractStatus: 'accepted' };

  it('revives with its contract in the next night', async () => {
    const ada = await omitted('2026-03-20');
    assert.deepEqual(await ada.back('2026-03-21'), ['start']);
    shows(await ada.read(), { ...scheduled, contributionCents: 3_985 });
    assert.equal(await ada.offers(), 1);
    await ada.company.on('2026-04-01');
    assert.deepEqual(await ada.tickets(), ['2026-04']);
    const [charge] = await sql`
      select o.id is not null as signed from charges c left join contract_offers o on o.company_id = c.company_id and o.id = c.offer_id
      where c.company_id = ${ada.company.id}`;
    assert.equal(charge?.['signed'], true);
  });

  it('begins in the month of the return if its start has passed', async () => {
    const ada = await omitted('2026-03-31');
    assert.deepEqual(await ada.back('2026-04-01'), ['start']);
    shows(await ada.read(), { status: 'active', startAt: '2026-04-01', contractStatus: 'accepted' });
    assert.deepEqual(await ada.tickets(), ['2026-04']);
    const bert = await omitted('2026-03-20');
    await bert.back('2026-04-20');
    shows(await bert.read(), { status: 'active', startAt: '2026-04-01' });
    assert.deepEqual(await bert.tickets(), ['2026-04']);
  });

  it('needs a new contract after more than 31 days', async () => {
    const ada = await omitted('2026-03-20');
    assert.deepEqual(await ada.back('2026-04-21'), ['offer']);
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'pending' });
    assert.equal(await ada.offers(), 2);
  });

  it('keeps the pauses that a person has set, and the date in the contract', async () => {
    const ada = await offered('2026-03-10', '2026-05-20');
    await ada.answer('accepted');
    await sql.begin((tx) =>
      pause(tx, ada.company.id, ada.id, OPERATOR, { fromMonth: '2026-06', untilMonth: '2026-06' }),
    );
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-05-20' } }]);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-07-01' });
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-08-10' } }]);
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-09-01' });
  });

  it('does not revive for an employment that ends before it, or without autoSyncEmployee', async () => {
    const ada = await omitted('2026-03-20');
    assert.deepEqual(await ada.back('2026-03-21', { terminationDate: '2026-03-25' }), []);
    assert.deepEqual(await ada.back('2026-03-22', { autoSync: false }), []);
    shows(await ada.read(), { status: 'no-subscription' });
    assert.deepEqual(await ada.back('2026-03-23'), ['start']);
    shows(await ada.read(), scheduled);
  });

  it('that a person had cancelled does not revive', async () => {
    const ada = await offered('2026-03-11');
    await ada.answer('accepted');
    await sql.begin((tx) => cancel(tx, ada.company.id, ada.id, OPERATOR));
    shows(await ada.read(), { status: 'scheduled' });
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    shows(await ada.read(), { status: 'no-subscription' });
  });

  it('is forgotten once another term begins', async () => {
    const ada = await omitted('2026-03-20');
    await ada.back('2026-04-21');
    await ada.answer('accepted');
    const kept = await sql`select from past_terms where company_id = ${ada.company.id}`;
    assert.equal(kept.length, 0);
  });
});

describe('an expired offer', () => {
  const letSixtyDaysPass = (company: TestCompany) =>
    sql`update contract_offers set offered_on = offered_on - 61 where company_id = ${company.id}`;

  it('is not made again by a roster, but a person can make it again', async () => {
    const ada = await offered('2026-03-10');
    const order = () => sql.begin((tx) => enrol(tx, ada.company.id, ada.id, OPERATOR));
    await assert.rejects(order(), refused);
    await letSixtyDaysPass(ada.company);
    const first = await ada.latest();
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2019-01-01' } }]);
    assert.equal(await ada.latest(), first);
    await order();
    assert.notEqual(await ada.latest(), first);
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', contractStatus: 'accepted' });
  });

  it('is open through the 60th day after it was made, by the business date', async () => {
    const ada = await offered('2026-03-10');
    const order = () => sql.begin((tx) => enrol(tx, ada.company.id, ada.id, OPERATOR));
    await ada.company.on('2026-05-09');
    await assert.rejects(order(), refused);
    await ada.company.on('2026-05-10');
    await assert.rejects(ada.answer('accepted'), refused);
    await order();
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-06-01' });
  });

  it('does not prevent another plan', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    const change = () => sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    await change();
    await assert.rejects(change(), refused);
    await letSixtyDaysPass(ada.company);
    await change();
    await ada.answer('accepted');
    await ada.company.on('2026-05-01');
    shows(await ada.read(), { planType: 'deferred-plan', contractStatus: 'accepted' });
  });
});

describe('an enrolment whose start the roster postpones', () => {
  it('starts with the employment, also without auto-enrol', async () => {
    const company = await TestCompany.create(sql, '2026-05-05', {
      planType: 'split-pay-plan',
      autoEnrol: false,
    });
    const id = await company.addPerson();
    await company.roster([{ id, facts: { startDate: '2026-05-15' } }]);
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    await company.roster([{ id, facts: { startDate: '2026-08-15' } }]);
    const [offer] = await sql<
      { id: number }[]
    >`select max(id) as id from contract_offers where company_id = ${company.id}`;
    await sql.begin((tx) =>
      answerOffer(tx, company.id, offer?.id ?? 0, { type: 'employee', id }, 'accepted'),
    );
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-09-01' });
  });
});

describe('an enrolment whose start the roster brings forward', () => {
  it('does not start before the date in the signed contract', async () => {
    const ada = await offered('2026-03-10', '2026-07-15');
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-04-15' } }]);
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled', nextTicketAt: '2026-08-01' });
  });
});

describe('a plan that becomes the default', () => {
  it('applies to later starts: existing subscriptions keep their plan', async () => {
    const company = await TestCompany.create(sql, '2026-05-05');
    const [ada, ben] = [await company.addPerson(), await company.addPerson()];
    await company.roster([{ id: ada, facts: {} }]);
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { planType: 'split-pay-plan' }));
    await company.roster([{ id: ben, facts: {} }]);
    await company.on('2026-06-10');
    shows(await company.read(ada), {
      status: 'active',
      planType: 'fully-subsidized-plan',
      contributionCents: 0,
    });
    shows(await company.read(ben), {
      status: 'no-subscription',
      planType: 'split-pay-plan',
      contractStatus: 'pending',
    });
    const receipts = await sql`select from documents where company_id = ${company.id} and kind = 'receipt'`;
    assert.equal(receipts.length, 0);
  });

  it('withdraws a pending offer that is no longer needed', async () => {
    const ada = await offered('2026-05-05');
    await sql.begin((tx) => setCompany(tx, ada.company.id, OPERATOR, { planType: 'fully-subsidized-plan' }));
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    shows(await ada.read(), { status: 'scheduled', contractStatus: null });
    await assert.rejects(ada.answer('accepted'), refused);
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
  });
});

describe('a change of plan', () => {
  it('applies from the first of the month after acceptance, and so do receipts', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    shows(await ada.read(), { planType: 'split-pay-plan', contractStatus: 'pending' });
    await assert.rejects(
      sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan')),
      refused,
    );
    await ada.company.on('2026-05-10');
    await ada.answer('accepted');
    shows(await ada.read(), { planType: 'split-pay-plan', contractStatus: 'accepted' });
    await ada.company.on('2026-06-01');
    shows(await ada.read(), { planType: 'deferred-plan' });
    const receipts = await sql`
      select to_char(c.month, 'YYYY-MM') as month, c.plan_type as plan from documents d
      join charges c on c.company_id = d.company_id and c.id = d.charge_id
      where d.company_id = ${ada.company.id} and d.kind = 'receipt' order by 1`;
    assert.deepEqual(
      receipts.map((row) => [row['month'], row['plan']]),
      [
        ['2026-04', 'split-pay-plan'],
        ['2026-05', 'split-pay-plan'],
        ['2026-06', 'deferred-plan'],
      ],
    );
  });

  it('to the plan without a contract needs no acceptance', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    const change = await sql.begin((tx) =>
      changePlan(tx, ada.company.id, ada.id, OPERATOR, 'fully-subsidized-plan'),
    );
    assert.deepEqual(change, { from: '2026-05-01', offered: false, contributionCents: 0 });
    shows(await ada.read(), { planType: 'split-pay-plan', contractStatus: 'accepted' });
    await ada.company.on('2026-05-01');
    shows(await ada.read(), {
      planType: 'fully-subsidized-plan',
      contributionCents: 0,
      contractStatus: null,
    });
  });

  it('rejected keeps the old plan, and does not prevent a later term', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    await ada.answer('rejected');
    await ada.company.on('2026-05-05');
    shows(await ada.read(), { status: 'active', planType: 'split-pay-plan', contractStatus: 'accepted' });
    await ada.company.roster([{ id: ada.id, facts: { terminationDate: '2026-05-20' } }]);
    await ada.company.on('2026-07-05');
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-07-15' } }]);
    shows(await ada.read(), { status: 'cancelled', contractStatus: 'pending' });
  });
});

describe('an offer of new contract terms', () => {
  it('that was rejected has no effect after a change to another plan', async () => {
    for (const plan of ['deferred-plan', 'fully-subsidized-plan'] as const) {
      const ada = await offered('2026-03-10');
      await ada.answer('accepted');
      await ada.company.on('2026-04-10');
      await ada.newTerms();
      await ada.answer('rejected');
      shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'rejected' });
      await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, plan));
      if (plan === 'deferred-plan') await ada.answer('accepted');
      shows(await ada.read(), { status: 'active', nextTicketAt: '2026-05-01' });
      await ada.company.on('2026-05-01');
      shows(await ada.read(), { status: 'active', planType: plan });
    }
  });

  it('is withdrawn by a short omission from the roster, which keeps the signed contract, and made again after it', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await ada.newTerms();
    shows(await ada.read(), { contractStatus: 'pending' });
    await ada.company.roster([{ id: ada.id, facts: null }]);
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'accepted' });
    await ada.company.on('2026-04-11');
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    // Signed: 63.00 less 3.15 discount and 20.00 subsidy.
    shows(await ada.read(), { status: 'active', contractStatus: 'pending', contributionCents: 3985 });
  });

  it('rejected ends the term on the first of next month; accepted before that, the term continues', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await ada.newTerms();
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    await ada.company.on('2026-04-30');
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-05-01' });
  });

  it('rejected can still be accepted after a glitch of the roster', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await ada.newTerms();
    await ada.answer('rejected');
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.company.on('2026-04-11');
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'rejected' });
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'active', nextTicketAt: '2026-05-01', contractStatus: 'accepted' });
  });

  it('cannot be accepted after the end is reached', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-10');
    await ada.newTerms();
    await ada.answer('rejected');
    await ada.company.on('2026-05-01');
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-05-01' });
    await assert.rejects(ada.answer('accepted'), refused);
  });

  it('is withdrawn by a cancellation, so it cannot continue a term that ended for another reason', async () => {
    const ada = await offered('2026-03-10');
    await ada.answer('accepted');
    await ada.company.on('2026-04-05');
    await ada.newTerms();
    await sql.begin((tx) => cancel(tx, ada.company.id, ada.id, OPERATOR));
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'accepted' });
    await ada.company.on('2026-05-05');
    for (const answer of ['accepted', 'rejected'] as const) await assert.rejects(ada.answer(answer), refused);
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-05-01' });
  });

  it('rejected before the term starts deletes the term, and no roster creates it again', async () => {
    const ada = await offered('2026-03-10', '2026-05-20');
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'scheduled' });
    await ada.newTerms();
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'no-subscription' });
    await ada.company.roster([{ id: ada.id, facts: { startDate: '2026-03-05' } }]);
    shows(await ada.read(), { status: 'no-subscription', contractStatus: 'rejected' });
  });
});
