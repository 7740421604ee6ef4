import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../../src/people/employees/create-employee.ts';
import { selectEmployees } from '../../../../src/people/employees/employees-sql.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { offerNewTerms } from '../../../../src/tickets/subscriptions/offer-new-terms.ts';
import { enrol } from '../../support/actions.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const { id: companyId } = await createCompany(sql, OPERATOR, {
  name: 'Beispiel GmbH',
  planType: 'split-pay-plan',
  subsidyCents: 2500,
});
const moveTo = (day: string) => moveClock(sql, 'staging', companyId, OPERATOR, day);
await sql`update companies set clock_frozen_on = '2026-03-10' where id = ${companyId}`;

async function subscriber(name: string) {
  const id = await sql.begin((tx) =>
    createEmployee(tx, companyId, OPERATOR, {
      firstName: name,
      lastName: 'Beispiel',
      email: `${name}@example.com`,
      dateOfBirth: '1990-01-01',
    }),
  );
  await sql.begin((tx) => enrol(tx, companyId, id, OPERATOR));
  const answer = async (given: 'accepted' | 'rejected') => {
    const [row] = await sql<{ offer: number }[]>`
      select offer_id as offer from employees where company_id = ${companyId} and id = ${id}`;
    await sql.begin((tx) => answerOffer(tx, companyId, row?.offer ?? 0, { type: 'employee', id }, given));
  };
  const read = async () => {
    const [employee] = await selectEmployees(sql, companyId, [id]);
    assert(employee);
    return employee;
  };
  await answer('accepted');
  return { answer, read };
}
const offer = () => sql.begin((tx) => offerNewTerms(tx, companyId, OPERATOR));

it('new contract terms are offered by a lower subsidy, and again by an admin after they lapsed or were rejected', async () => {
  const ada = await subscriber('ada');
  const ben = await subscriber('ben');
  await moveTo('2026-05-10');
  assert.deepEqual(await offer(), { offered: 0 });

  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 1000 }));
  assert.deepEqual(await offer(), { offered: 0 });
  assert.deepEqual([(await ada.read()).status, (await ada.read()).contractStatus], ['active', 'pending']);

  // 61 days later the offers have lapsed, so they are made again.
  await moveTo('2026-07-09');
  assert.deepEqual(await offer(), { offered: 0 });
  await moveTo('2026-07-10');
  assert.deepEqual(await offer(), { offered: 2 });

  await ada.answer('accepted');
  await ben.answer('rejected');
  assert.deepEqual(await offer(), { offered: 1 });
  assert.equal((await ben.read()).contractStatus, 'pending');
  assert.deepEqual(
    [(await ben.read()).status, (await ben.read()).nextTicketAt],
    ['scheduled-cancellation', null],
  );
  await moveTo('2026-08-01');
  assert.deepEqual([(await ada.read()).status, (await ben.read()).status], ['active', 'cancelled']);
});
