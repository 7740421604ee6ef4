import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { selectStanding } from '../../../../src/tickets/contracts/contracts-sql.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { followAmounts } from '../../../../src/tickets/subscriptions/follow-amounts.ts';
import { offerNewTerms } from '../../../../src/tickets/subscriptions/offer-new-terms.ts';
import { cancel, changePlan, issueNow, revoke, withdrawCancellation } from '../../support/actions.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const refused = (reason: string) => (error: unknown) =>
  error instanceof AppError && error.details.reason === reason;

interface Offered {
  id: number;
  reason: string;
  status: string;
  month: string;
  cents: number;
}

/**
 * A person on the split-pay plan. The price is 63.00, the discount 3.15 and the subsidy 25.00, so 34.85 is offered: on
 * `today`, for the next first.
 */
async function offered(today: string) {
  const company = await TestCompany.create(sql, today, { planType: 'split-pay-plan', subsidyCents: 2_500 });
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  const offers = async () => {
    const rows = await sql<Offered[]>`
      select id, reason, case when withdrawn_at is null then status else 'withdrawn' end as status,
        to_char(planned_start, 'YYYY-MM') as month, (terms ->> 'contributionCents')::int as cents
      from contract_offers where company_id = ${company.id} order by id`;
    return rows.map((row) => ({ ...row }));
  };
  return {
    company,
    id,
    offers,
    on: (day: string) => company.on(day),
    read: () => company.read(id),
    subsidy: (subsidyCents: number) =>
      sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents })),
    follow: () => company.open((tx, day) => followAmounts(tx, day)),
    answer: async (answer: 'accepted' | 'rejected') => {
      const offer = (await offers()).at(-1)?.id ?? 0;
      await sql.begin((tx) => answerOffer(tx, company.id, offer, { type: 'employee', id }, answer));
    },
    /** The offers after the enrolment. */
    newTerms: async () =>
      (await offers())
        .slice(1)
        .map(({ reason, status, month, cents }) => `${reason} ${status} ${month} ${cents}`),
    /** What each month's receipt charges the employee. */
    charged: async () => {
      const rows = await sql<{ month: string; cents: number }[]>`
        select to_char(c.month, 'YYYY-MM') as month, c.employee_cents as cents
        from documents d join charges c on c.company_id = d.company_id and c.id = d.charge_id
        where d.company_id = ${company.id} order by d.id`;
      return Object.fromEntries(rows.map(({ month, cents }) => [month, cents]));
    },
    /** The amount of the contract that each month's charge names. */
    restsOn: async () => {
      const rows = await sql<{ month: string; cents: number }[]>`
        select to_char(c.month, 'YYYY-MM') as month, (o.terms ->> 'contributionCents')::int as cents
        from charges c left join contract_offers o on o.company_id = c.company_id and o.id = c.offer_id
        where c.company_id = ${company.id} order by c.id`;
      return Object.fromEntries(rows.map(({ month, cents }) => [month, cents]));
    },
    employerPays: async () => {
      const rows = await sql<{ cents: number }[]>`
        select employer_cents as cents from charges where company_id = ${company.id} order by month`;
      return rows.map(({ cents }) => cents);
    },
  };
}

/** The person signed 34.85 in January. February and March are charged. */
async function subscriber() {
  const ada = await offered('2026-01-20');
  await ada.answer('accepted');
  await ada.on('2026-03-10');
  assert.deepEqual(await ada.charged(), { '2026-02': 3485, '2026-03': 3485 });
  return ada;
}

/** Prices belong to all companies, so tests that add one remove it again. */
async function withPrice(month: string, cents: number, work: () => Promise<void>): Promise<void> {
  await sql`insert into ticket_prices (valid_from, cents) values (${month}, ${cents})`;
  try {
    await work();
  } finally {
    await sql`delete from ticket_prices where valid_from = ${month}`;
  }
}

describe('a subsidy that falls from 25.00 to 20.00 on 03-10', () => {
  async function withLowerSubsidy() {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-04 3985']);
    shows(await ada.read(), { status: 'active', contractStatus: 'pending', contributionCents: 3485 });
    return ada;
  }

  it('changes nothing in April; accepted on 04-05, May costs 39.85', async () => {
    const ada = await withLowerSubsidy();
    await ada.on('2026-04-05');
    assert.equal((await ada.charged())['2026-04'], 3485);
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'active', contractStatus: 'accepted', contributionCents: 3985 });
    await ada.on('2026-06-01');
    assert.deepEqual(await ada.charged(), {
      '2026-02': 3485,
      '2026-03': 3485,
      '2026-04': 3485,
      '2026-05': 3985,
      '2026-06': 3985,
    });
  });

  it('accepted on 04-05, does not count for an April that is issued later: its charge names the contract before', async () => {
    const ada = await withLowerSubsidy();
    const leaveUntil = (endDate: string) => ({
      absences: [{ type: 'parental-leave', startDate: '2026-03-20', endDate }],
    });
    await ada.company.roster([{ id: ada.id, facts: leaveUntil('2026-04-30') }]);
    await ada.on('2026-04-05');
    await ada.answer('accepted');
    await ada.company.roster([{ id: ada.id, facts: leaveUntil('2026-04-03') }]);
    await ada.on('2026-05-01');
    const expected = { '2026-02': 3485, '2026-03': 3485, '2026-04': 3485, '2026-05': 3985 };
    assert.deepEqual(await ada.charged(), expected);
    assert.deepEqual(await ada.restsOn(), expected);
  });

  it('rejected on 04-05, ends the subscription on 05-01, and nothing above 34.85 was ever charged', async () => {
    const ada = await withLowerSubsidy();
    await ada.on('2026-04-05');
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
    await ada.on('2026-06-01');
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-05-01' });
    assert.deepEqual(await ada.charged(), { '2026-02': 3485, '2026-03': 3485, '2026-04': 3485 });
  });

  it('unanswered, costs the employee 34.85 for ever', async () => {
    const ada = await withLowerSubsidy();
    await ada.on('2026-06-20');
    await assert.rejects(ada.answer('accepted'), refused('offer-lapsed'));
    shows(await ada.read(), { status: 'active', contributionCents: 3485 });
    assert.deepEqual(await ada.follow(), { offered: 0, withdrawn: 0, replaced: 0 });
    assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3485, 3485, 3485]);
    // 63.00 less 3.15 discount and 34.85: the employer bears 5.00 more than the subsidy.
    assert.deepEqual(await ada.employerPays(), [2500, 2500, 2500, 2500, 2500]);
  });

  it('put right again on 03-12, leaves everything as if it had never been', async () => {
    const ada = await withLowerSubsidy();
    await ada.on('2026-03-12');
    await ada.subsidy(2_500);
    assert.deepEqual(await ada.newTerms(), ['new-terms withdrawn 2026-04 3985']);
    await assert.rejects(ada.answer('accepted'), refused('offer-withdrawn'));
    shows(await ada.read(), { status: 'active', contractStatus: 'accepted', contributionCents: 3485 });
    await ada.on('2026-04-01');
    assert.equal((await ada.charged())['2026-04'], 3485);
  });

  it('rejected and put right again before the end, takes the end back; falling again, is offered again', async () => {
    const ada = await withLowerSubsidy();
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'scheduled-cancellation' });
    await ada.on('2026-03-31');
    await ada.subsidy(2_500);
    shows(await ada.read(), { status: 'active', contractStatus: 'accepted', nextTicketAt: '2026-04-01' });
    await ada.subsidy(2_000);
    shows(await ada.read(), { status: 'active', contractStatus: 'pending' });
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'new-terms pending 2026-04 3985',
    ]);
  });

  it('an end that has been reached stays when the subsidy is put right', async () => {
    const ada = await withLowerSubsidy();
    await ada.answer('rejected');
    await ada.on('2026-04-02');
    await ada.subsidy(2_500);
    shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('falls again: the open offer is replaced by one with the amounts of that day', async () => {
    const ada = await withLowerSubsidy();
    await ada.subsidy(1_800);
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'new-terms pending 2026-04 4185',
    ]);
    await ada.answer('accepted');
    await ada.on('2026-04-01');
    assert.equal((await ada.charged())['2026-04'], 4185);
  });

  it('rejected and falling further, keeps the end; a lower amount than the rejected one is offered again', async () => {
    const ada = await withLowerSubsidy();
    await ada.answer('rejected');
    await ada.subsidy(1_500);
    shows(await ada.read(), {
      status: 'scheduled-cancellation',
      contractStatus: 'rejected',
      nextTicketAt: null,
    });
    assert.deepEqual(await ada.newTerms(), ['new-terms rejected 2026-04 3985']);
    await ada.subsidy(2_100);
    shows(await ada.read(), { status: 'active', contractStatus: 'pending', nextTicketAt: '2026-04-01' });
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'new-terms pending 2026-04 3885',
    ]);
  });

  it('is offered once: a later look on the same amounts changes nothing, in any state of the offer', async () => {
    const ada = await withLowerSubsidy();
    const nothing = { offered: 0, withdrawn: 0, replaced: 0 };
    assert.deepEqual(await ada.follow(), nothing);
    await ada.on('2026-04-20');
    assert.deepEqual(await ada.follow(), nothing);
    await ada.answer('rejected');
    await ada.on('2026-04-30');
    assert.deepEqual(await ada.follow(), nothing);
    shows(await ada.read(), { status: 'scheduled-cancellation' });
    await ada.answer('accepted');
    assert.deepEqual(await ada.follow(), nothing);
    shows(await ada.read(), { status: 'active', contributionCents: 3985 });
  });

  it('can be offered again by an admin after it lapsed, and after a rejection, whose end stays', async () => {
    const ada = await withLowerSubsidy();
    const again = () => sql.begin((tx) => offerNewTerms(tx, ada.company.id, OPERATOR));
    assert.deepEqual(await again(), { offered: 0 });
    await ada.on('2026-05-09');
    assert.deepEqual(await again(), { offered: 0 });
    await ada.on('2026-05-10');
    assert.deepEqual(await again(), { offered: 1 });
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'scheduled-cancellation' });
    assert.deepEqual(await again(), { offered: 1 });
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'pending' });
    await ada.answer('accepted');
    shows(await ada.read(), { status: 'active', contributionCents: 3985 });
    assert.deepEqual(await again(), { offered: 0 });
  });

  it('offers nothing to a person who leaves before, unless the cancellation is withdrawn', async () => {
    const ada = await subscriber();
    await sql.begin((tx) => cancel(tx, ada.company.id, ada.id, OPERATOR));
    await ada.subsidy(2_000);
    assert.deepEqual(await ada.newTerms(), []);
    await sql.begin((tx) => withdrawCancellation(tx, ada.company.id, ada.id, OPERATOR));
    assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-04 3985']);
  });

  it('offers nothing to a person whose employment ends before, unless the termination is taken back', async () => {
    const ada = await subscriber();
    await ada.company.roster([{ id: ada.id, facts: { terminationDate: '2026-03-31' } }]);
    await ada.subsidy(2_000);
    assert.deepEqual(await ada.newTerms(), []);
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-04 3985']);
  });

  it('before the subscription begins: accepted, it costs 39.85; rejected, it does not begin', async () => {
    for (const answer of ['accepted', 'rejected'] as const) {
      const ada = await offered('2026-03-10');
      await ada.answer('accepted');
      await ada.subsidy(2_000);
      assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-04 3985']);
      await ada.answer(answer);
      shows(await ada.read(), { status: answer === 'accepted' ? 'scheduled' : 'no-subscription' });
      await ada.on('2026-04-01');
      assert.deepEqual(await ada.charged(), answer === 'accepted' ? { '2026-04': 3985 } : {});
    }
  });
});

describe('a price of 70.00 from June, added on 03-10', () => {
  // 70.00 less 3.50 discount and 25.00 subsidy.
  it('is offered at once; accepted, June costs 41.50 and nothing before it', async () => {
    const ada = await subscriber();
    await withPrice('2026-06-01', 7_000, async () => {
      assert.deepEqual(await ada.follow(), { offered: 1, withdrawn: 0, replaced: 0 });
      assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-06 4150']);
      await ada.answer('accepted');
      shows(await ada.read(), { status: 'active', contributionCents: 3485 });
      await ada.on('2026-06-01');
      assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3485, 3485, 4150]);
    });
  });

  it('rejected, ends the subscription on 06-01 also if the subsidy then falls for the months before', async () => {
    await withPrice('2026-06-01', 7_000, async () => {
      const ada = await subscriber();
      await ada.follow();
      await ada.answer('rejected');
      await ada.subsidy(2_000);
      assert.deepEqual(await ada.newTerms(), ['new-terms rejected 2026-06 4150']);
      await ada.on('2026-07-01');
      shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-06-01' });
      assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3485, 3485]);
    });
  });

  it('rejected on 03-20, ends the subscription on 06-01; until then it can be accepted', async () => {
    const [ada, ben] = [await subscriber(), await subscriber()];
    await withPrice('2026-06-01', 7_000, async () => {
      await ada.follow();
      await ada.on('2026-03-20');
      await ada.answer('rejected');
      shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: '2026-04-01' });
      await ben.follow();
      await ben.answer('rejected');
      await ben.on('2026-05-31');
      await ben.answer('accepted');
      for (const each of [ada, ben]) await each.on('2026-06-10');
      shows(await ada.read(), { status: 'cancelled', cancelledAt: '2026-06-01' });
      assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3485, 3485]);
      assert.deepEqual(Object.values(await ben.charged()), [3485, 3485, 3485, 3485, 4150]);
    });
  });

  it('can be answered until the day before it takes effect, and unanswered leaves 34.85', async () => {
    const [ada, ben] = [await subscriber(), await subscriber()];
    await withPrice('2026-06-01', 7_000, async () => {
      await ada.follow();
      await ada.on('2026-05-31');
      await ada.answer('accepted');
      await ben.follow();
      await ben.on('2026-06-01');
      await assert.rejects(ben.answer('accepted'), refused('offer-lapsed'));
      shows(await ben.read(), { status: 'active', contributionCents: 3485 });
      await ada.on('2026-06-01');
      assert.equal((await ada.charged())['2026-06'], 4150);
      assert.equal((await ben.charged())['2026-06'], 3485);
    });
  });

  it('removed again, withdraws the offer and takes back the end of a rejection', async () => {
    const [ada, ben] = [await subscriber(), await subscriber()];
    await withPrice('2026-06-01', 7_000, async () => {
      for (const each of [ada, ben]) await each.follow();
      await ben.answer('rejected');
    });
    for (const each of [ada, ben]) {
      assert.deepEqual(await each.follow(), { offered: 0, withdrawn: 1, replaced: 0 });
      assert.deepEqual(await each.newTerms(), ['new-terms withdrawn 2026-06 4150']);
      shows(await each.read(), { status: 'active', contractStatus: 'accepted', contributionCents: 3485 });
    }
  });

  it('and a lower subsidy before it are two contracts: both accepted in March, April costs 39.85 and June 46.50', async () => {
    const ada = await subscriber();
    await withPrice('2026-06-01', 7_000, async () => {
      await ada.subsidy(2_000);
      assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-04 3985']);
      await ada.answer('accepted');
      assert.deepEqual(await ada.newTerms(), [
        'new-terms accepted 2026-04 3985',
        'new-terms pending 2026-06 4650',
      ]);
      await ada.answer('accepted');
      await ada.on('2026-06-01');
      assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3985, 3985, 4650]);
    });
  });
});

describe('what another subsidy costs', () => {
  // Signed: 63.00 less 3.15 discount and 25.00 subsidy. At 15.00 there is no discount, because a quarter is 15.75.
  const cases = [
    {
      to: 2_000,
      atFirst: { employees: 0, employer: 0 },
      onceAccepted: { employees: 500, employer: -500 },
      offered: 1,
    },
    {
      to: 1_500,
      atFirst: { employees: 0, employer: 315 },
      onceAccepted: { employees: 1315, employer: -1000 },
      offered: 1,
    },
    {
      to: 3_000,
      atFirst: { employees: -500, employer: 500 },
      onceAccepted: { employees: -500, employer: 500 },
      offered: 0,
    },
    {
      to: 7_000,
      atFirst: { employees: -3485, employer: 3485 },
      onceAccepted: { employees: -3485, employer: 3485 },
      offered: 0,
    },
  ];
  for (const { to, ...expected } of cases)
    it(`is told for ${to} cents instead of 2500`, async () => {
      const ada = await subscriber();
      const { subsidyChange } = await ada.subsidy(to);
      const before = { employees: 3485, employer: 2500 };
      assert.deepEqual(subsidyChange, { people: 1, before, withdrawn: 0, replaced: 0, ...expected });
    });

  it('counts the tickets of people whose end by rejected terms is taken back', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await ada.answer('rejected');
    const { subsidyChange } = await ada.subsidy(2_500);
    const costs = { employees: 3485, employer: 2500 };
    const offers = { offered: 0, withdrawn: 1, replaced: 0 };
    const before = { employees: 0, employer: 0 };
    assert.deepEqual(subsidyChange, { people: 1, before, atFirst: costs, onceAccepted: costs, ...offers });
  });
});

describe('a subsidy that rises from 25.00 to 30.00 on 03-10', () => {
  it('lowers the amount from the next issue, without an offer; back at 25.00 the signed amount counts', async () => {
    const ada = await subscriber();
    await ada.subsidy(3_000);
    assert.deepEqual(await ada.newTerms(), []);
    shows(await ada.read(), { contractStatus: 'accepted', contributionCents: 2985 });
    await ada.on('2026-04-10');
    await ada.subsidy(2_500);
    assert.deepEqual(await ada.newTerms(), []);
    await ada.on('2026-05-01');
    assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 2985, 3485]);
  });
});

describe('an offer that is open when the amounts change', () => {
  it('is replaced, with the same start; accepting it yields the new amount', async () => {
    const ada = await offered('2026-03-10');
    await ada.subsidy(2_000);
    const [first, second] = await ada.offers();
    assert(first && second);
    assert.deepEqual(
      [first, second].map(({ reason, status, month, cents }) => [reason, status, month, cents]),
      [
        ['enrolment', 'withdrawn', '2026-04', 3485],
        ['enrolment', 'pending', '2026-04', 3985],
      ],
    );
    await ada.answer('accepted');
    await ada.on('2026-04-01');
    assert.deepEqual(await ada.charged(), { '2026-04': 3985 });
  });

  it('and is rejected or has lapsed is not made again', async () => {
    const [ada, ben] = [await offered('2026-03-10'), await offered('2026-03-10')];
    await ada.answer('rejected');
    await ben.on('2026-05-10');
    for (const each of [ada, ben]) {
      await each.subsidy(2_000);
      assert.deepEqual(await each.newTerms(), []);
    }
  });

  it('for another plan is replaced; new terms of the old plan are offered once it is rejected', async () => {
    const ada = await subscriber();
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    await ada.subsidy(2_000);
    assert.deepEqual(await ada.newTerms(), [
      'plan-change withdrawn 2026-04 3485',
      'plan-change pending 2026-04 3985',
    ]);
    await ada.answer('rejected');
    assert.equal((await ada.newTerms()).at(-1), 'new-terms pending 2026-04 3985');
    shows(await ada.read(), { planType: 'split-pay-plan', contributionCents: 3485 });
  });
});

describe('a change of plan', () => {
  const change = (
    ada: Awaited<ReturnType<typeof offered>>,
    plan: 'deferred-plan' | 'fully-subsidized-plan',
  ) => sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, plan));

  it('replaces open new terms, and its amount counts from its first month', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await change(ada, 'deferred-plan');
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'plan-change pending 2026-04 3985',
    ]);
    await ada.answer('accepted');
    shows(await ada.read(), {
      planType: 'split-pay-plan',
      contributionCents: 3985,
      contractStatus: 'accepted',
    });
    await ada.on('2026-04-01');
    shows(await ada.read(), { planType: 'deferred-plan', contributionCents: 3985 });
    assert.equal((await ada.charged())['2026-04'], 3985);
  });

  it('to the plan without a contract withdraws new terms and an end by rejecting them', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await ada.answer('rejected');
    await change(ada, 'fully-subsidized-plan');
    shows(await ada.read(), { status: 'active', contributionCents: 0 });
    assert.deepEqual(await ada.newTerms(), ['new-terms withdrawn 2026-04 3985']);
  });

  it('that is rejected after rejected new terms leaves their end', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await ada.answer('rejected');
    await change(ada, 'deferred-plan');
    await ada.answer('rejected');
    shows(await ada.read(), { status: 'scheduled-cancellation', nextTicketAt: null });
  });
});

describe('a signed amount', () => {
  it('counts for a ticket that is issued before the planned start', async () => {
    await withPrice('2026-04-01', 5_000, async () => {
      // 50.00 less 2.50 discount and 25.00 subsidy.
      const ada = await offered('2026-03-10');
      await ada.answer('accepted');
      await sql.begin((tx) => issueNow(tx, ada.company.id, ada.id, OPERATOR));
      assert.deepEqual(await ada.charged(), { '2026-03': 2250 });
    });
  });

  it('of an ended subscription does not count for the next one', async () => {
    const ada = await subscriber();
    await ada.company.roster([{ id: ada.id, facts: null }]);
    await ada.on('2026-06-10');
    shows(await ada.read(), { status: 'cancelled', contributionCents: 3485 });
    await ada.subsidy(2_000);
    shows(await ada.read(), { status: 'cancelled', contributionCents: 3985 });
    await ada.company.roster([{ id: ada.id, facts: {} }]);
    await ada.answer('accepted');
    await ada.on('2026-07-01');
    assert.equal((await ada.charged())['2026-07'], 3985);
  });
});

describe('the first of a month', () => {
  it('offers a second rise, after the first was not answered', async () => {
    const ada = await subscriber();
    await withPrice('2026-06-01', 7_000, async () => {
      await withPrice('2026-09-01', 8_000, async () => {
        await ada.follow();
        await ada.on('2026-07-31');
        assert.deepEqual(await ada.newTerms(), ['new-terms pending 2026-06 4150']);
        // 80.00 less 4.00 discount and 25.00 subsidy.
        await ada.on('2026-08-01');
        assert.deepEqual(await ada.newTerms(), [
          'new-terms withdrawn 2026-06 4150',
          'new-terms pending 2026-09 5100',
        ]);
        await ada.answer('accepted');
        await ada.on('2026-09-01');
        assert.deepEqual(Object.values(await ada.charged()).slice(-2), [3485, 5100]);
      });
    });
  });

  it('offers new terms again after a change of plan in their place has lapsed', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    await ada.on('2026-05-31');
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'plan-change pending 2026-04 3985',
    ]);
    await ada.on('2026-06-01');
    assert.equal((await ada.newTerms()).at(-1), 'new-terms pending 2026-07 3985');
  });

  it('withdraws new terms that no month of the subscription is left for', async () => {
    const ada = await subscriber();
    await ada.company.roster([{ id: ada.id, facts: { terminationDate: '2026-04-30' } }]);
    await ada.subsidy(2_000);
    await ada.on('2026-03-31');
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'pending' });
    await ada.on('2026-04-01');
    assert.deepEqual(await ada.newTerms(), ['new-terms withdrawn 2026-04 3985']);
    shows(await ada.read(), { status: 'scheduled-cancellation', contractStatus: 'accepted' });
  });

  it('withdraws the offers of people whose subscription has ended', async () => {
    const ada = await subscriber();
    await ada.company.roster([{ id: ada.id, facts: { terminationDate: '2026-03-31' } }]);
    await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
    await ada.on('2026-03-31');
    assert.deepEqual(await ada.newTerms(), ['plan-change pending 2026-04 3485']);
    await ada.on('2026-04-01');
    assert.deepEqual(await ada.newTerms(), ['plan-change withdrawn 2026-04 3485']);
    shows(await ada.read(), { status: 'cancelled', contractStatus: 'accepted' });
  });
});

describe('the end of a subscription', () => {
  it('withdraws new terms and a change of plan at once, if it is revoked', async () => {
    for (const offer of ['new-terms', 'plan-change']) {
      const ada = await subscriber();
      if (offer === 'new-terms') await ada.subsidy(2_000);
      else await sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, 'deferred-plan'));
      await sql.begin((tx) => revoke(tx, ada.company.id, ada.id, OPERATOR));
      assert.match((await ada.newTerms()).at(-1) ?? '', new RegExp(`^${offer} withdrawn`));
      shows(await ada.read(), { status: 'cancelled', contractStatus: 'accepted' });
    }
  });

  it('withdraws new terms that would take effect after a cancellation; withdrawing that offers them again', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await sql.begin((tx) => cancel(tx, ada.company.id, ada.id, OPERATOR));
    assert.deepEqual(await ada.newTerms(), ['new-terms withdrawn 2026-04 3985']);
    await sql.begin((tx) => withdrawCancellation(tx, ada.company.id, ada.id, OPERATOR));
    assert.equal((await ada.newTerms()).at(-1), 'new-terms pending 2026-04 3985');
  });
});

it('the links of new terms that were replaced lead to the newest, until that is withdrawn too', async () => {
  const ada = await subscriber();
  for (const cents of [2_000, 1_900, 1_800]) await ada.subsidy(cents);
  const replacedBy = async () => {
    const [, first, second, third] = await ada.offers();
    const standings = [first, second].map((offer) => selectStanding(sql, ada.company.id, offer?.id ?? 0));
    const newest = await Promise.all(standings);
    return { newest: newest.map((standing) => standing?.replacedBy), expected: third?.id };
  };
  const { newest, expected } = await replacedBy();
  assert.deepEqual(newest, [expected, expected]);
  await ada.subsidy(2_500);
  assert.deepEqual((await replacedBy()).newest, [null, null]);
});

describe('a change of plan taken back by a change to the plan in force', () => {
  const plan = (ada: Awaited<ReturnType<typeof subscriber>>, type: PlanType) =>
    sql.begin((tx) => changePlan(tx, ada.company.id, ada.id, OPERATOR, type));

  it('leaves plan and contract as they were, if it was to take effect', async () => {
    const ada = await subscriber();
    await plan(ada, 'fully-subsidized-plan');
    shows(await ada.read(), { planType: 'split-pay-plan', contributionCents: 0 });
    await plan(ada, 'split-pay-plan');
    shows(await ada.read(), {
      planType: 'split-pay-plan',
      contributionCents: 3485,
      contractStatus: 'accepted',
    });
    await ada.on('2026-04-01');
    assert.equal((await ada.charged())['2026-04'], 3485);
    await assert.rejects(plan(ada, 'split-pay-plan'), refused('plan-in-force'));
  });

  it('withdraws it, if it was only offered; new terms that it had replaced are offered again', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await plan(ada, 'deferred-plan');
    await plan(ada, 'split-pay-plan');
    assert.deepEqual(await ada.newTerms(), [
      'new-terms withdrawn 2026-04 3985',
      'plan-change withdrawn 2026-04 3985',
      'new-terms pending 2026-04 3985',
    ]);
    shows(await ada.read(), { contributionCents: 3485, contractStatus: 'pending' });
  });

  it('takes the amount back that was signed for it', async () => {
    const ada = await subscriber();
    await ada.subsidy(2_000);
    await plan(ada, 'deferred-plan');
    await ada.answer('accepted');
    shows(await ada.read(), { planType: 'split-pay-plan', contributionCents: 3985 });
    await plan(ada, 'split-pay-plan');
    shows(await ada.read(), { planType: 'split-pay-plan', contributionCents: 3485 });
    await ada.on('2026-05-01');
    assert.deepEqual(Object.values(await ada.charged()), [3485, 3485, 3485, 3485]);
  });
});
