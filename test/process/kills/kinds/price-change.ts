import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { changePrices } from '../../../../src/tickets/prices/change-prices.ts';
import { selectCompaniesBehind } from '../../../../src/tickets/prices/prices-sql.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { enrol } from '../../../database/support/actions.ts';
import { TestCompany } from '../../../database/support/test-company.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement } from '../hold.ts';
import type { Kind } from '../kind.ts';

const COMPANIES = 5;
/** Later than any month that the rounds reach. */
const FROM = '2199-06';
const SUBSIDY_CENTS = 2_500;

/** A company with a person who has signed a contract. */
async function createSigned(sql: Pool): Promise<number> {
  const company = await TestCompany.create(sql, '2031-03-10', {
    planType: 'split-pay-plan',
    subsidyCents: SUBSIDY_CENTS,
  });
  const person = await company.addPerson();
  await sql.begin((tx) => enrol(tx, company.id, person, OPERATOR));
  const [offer] = await sql<{ id: number }[]>`
    select id from contract_offers where company_id = ${company.id} and employee_id = ${person}`;
  const employee = { type: 'employee', id: person } as const;
  await sql.begin((tx) => answerOffer(tx, company.id, offer?.id ?? 0, employee, 'accepted'));
  return company.id;
}

/** The operator sets a price: every company offers its people new terms. */
export const priceChange: Kind = {
  name: 'price change',
  beginsWithNode: true,
  async prepare(installation) {
    const { sql } = installation;
    const companies: number[] = [];
    for (let count = 0; count < COMPANIES; count++) companies.push(await createSigned(sql));
    let cents = 6_500;
    let logged: number[] = [];
    const entries = async (companyId: number) => {
      const [found] = await sql<{ count: number }[]>`
        select count(*) from audit_log where company_id = ${companyId} and action = 'new-terms-offered'`;
      return found?.count ?? 0;
    };
    const behind = async () =>
      (await selectCompaniesBehind(sql)).filter((companyId) => companies.includes(companyId));
    return {
      async start() {
        cents = cents === 6_500 ? 6_600 : 6_500;
        logged = await Promise.all(companies.map(entries));
        await sql.begin((tx) => changePrices(tx, { from: FROM, cents }));
      },
      // After the last statement for the third company, before its transaction is committed.
      hold: () =>
        holdStatement(
          installation,
          'insert',
          'audit_log',
          `new.company_id = ${companies[2]} and new.action = 'new-terms-offered'`,
        ),
      async wasInterrupted() {
        const left = await behind();
        const notes = await sql`
          select 1 from running_changes where company_id = any(${companies}::bigint[])`;
        return left.length > 0 && (left.length < COMPANIES || notes.length > 0);
      },
      isDone: async () => (await behind()).length === 0,
      async check() {
        for (const [index, companyId] of companies.entries()) {
          const offers = await sql<{ cents: number; start: string }[]>`
            select (terms -> 'contributionCents')::int as cents, planned_start as start from contract_offers
            where company_id = ${companyId} and reason = 'new-terms' and status = 'pending' and withdrawn_at is null`;
          const said = `company ${companyId} has ${JSON.stringify(offers)}`;
          faultUnless(offers.length > 0, 'lost', said);
          faultUnless(offers.length === 1, 'doubled', said);
          const contribution = expectedContribution(cents);
          faultUnless(offers[0]?.cents === contribution, 'half', `${said} instead of ${contribution}`);
          const more = (await entries(companyId)) - (logged[index] ?? 0);
          faultUnless(more > 0, 'lost', `company ${companyId} has logged nothing`);
          faultUnless(more === 1, 'doubled', `company ${companyId} has logged ${more} entries`);
        }
      },
    };
  },
};

/** The share of the person: the price less the company's discount of 5 % and its subsidy. */
const expectedContribution = (cents: number) => Math.round(cents * 0.95) - SUBSIDY_CENTS;
