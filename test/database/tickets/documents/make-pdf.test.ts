import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { addPerson, freezeClock } from '../../support/people.ts';
import { createTestCompany, createTestService, type TestService } from '../../support/service.ts';

const service = await createTestService();
const [greedy, modest] = [await companyWithReceipt(service), await companyWithReceipt(service)];

async function companyWithReceipt(of: TestService) {
  const { sql } = of.database;
  const { company, get } = await createTestCompany(of);
  await freezeClock(sql, company.id, '2026-11-15');
  await sql`
    update companies set default_plan_type = 'deferred-plan', subsidy_cents = 2500 where id = ${company.id}`;
  await addPerson(sql, company.id, { termStart: '2026-12-01' });
  await moveClock(sql, 'staging', company.id, OPERATOR, '2026-12-10');
  const [receipt] = (await get('/employee-documents')).json().data.data;
  return { download: () => get(`/employee-documents/${receipt.id}/download`) };
}

test('a company that asks for many PDFs does not delay another company’s first', async () => {
  let answered = 0;
  const many = Array.from({ length: 60 }, async () => {
    const { statusCode } = await greedy.download();
    answered++;
    return statusCode;
  });
  assert.equal((await modest.download()).statusCode, 200);
  assert.ok(answered < many.length / 2, `${answered} of ${many.length} were answered first`);
  assert.deepEqual(new Set(await Promise.all(many)), new Set([200]));
});
