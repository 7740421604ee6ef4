import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

/** Creates a company on 1 April: March is issued, April is not yet issued. */
async function companyAfterMidnight() {
  const company = await TestCompany.create(sql, '2026-03-31', {
    planType: 'split-pay-plan',
    subsidyCents: 2_000,
  });
  const id = await company.addPerson();
  await sql`update employees set term_number = 1, term_start = '2026-01-01' where id = ${id}`;
  await company.open(async () => {});
  await sql`update companies set clock_frozen_on = '2026-04-01' where id = ${company.id}`;
  const set = (settings: CompanySettings) =>
    sql.begin((tx) => setCompany(tx, company.id, OPERATOR, settings));
  return { company, id, set };
}

async function receipts(company: TestCompany): Promise<object[]> {
  const rows = await sql<{ receipt: object }[]>`
    select jsonb_build_object('month', to_char(c.month, 'YYYY-MM'), 'plan', c.plan_type,
      'cents', c.employee_cents, 'company', d.receipt -> 'companyName') as receipt
    from documents d
    join charges c on c.company_id = d.company_id and c.id = d.charge_id
    where d.company_id = ${company.id} and d.kind = 'receipt' order by d.id`;
  return rows.map(({ receipt }) => receipt);
}

const MARCH = {
  month: '2026-03',
  plan: 'split-pay-plan',
  cents: 6_300 - 315 - 2_000,
  company: 'Beispiel GmbH',
};
const APRIL = { ...MARCH, month: '2026-04' };
const MAY = { ...MARCH, month: '2026-05' };

describe('settings changed after midnight, before the month is issued,', () => {
  it('do not change the amounts of that month: a new subsidy applies from the next month', async () => {
    const { company, id, set } = await companyAfterMidnight();
    await set({ subsidyCents: 3_000 });
    await company.on('2026-05-01');
    assert.deepEqual(await receipts(company), [MARCH, APRIL, { ...MAY, cents: 6_300 - 315 - 3_000 }]);
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04', '2026-05']);
  });

  it('do not change the name on the receipts of that month', async () => {
    const { company, set } = await companyAfterMidnight();
    await set({ name: 'Muster GmbH' });
    await company.on('2026-05-01');
    assert.deepEqual(await receipts(company), [MARCH, APRIL, { ...MAY, company: 'Muster GmbH' }]);
  });

  it('do not issue the month twice', async () => {
    const { company, id, set } = await companyAfterMidnight();
    await set({ subsidyCents: 3_000 });
    await set({ subsidyCents: 1_000 });
    await company.open(async () => {});
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04']);
  });
});
