import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { addUpload } from '../../../../src/tickets/documents/add-upload.ts';
import { withholdDocument } from '../../../../src/tickets/documents/withhold-document.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { enrol } from '../../support/actions.ts';
import { addPerson } from '../../support/people.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const company = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH', planType: 'split-pay-plan' });

const withhold = (id: number, withheld: boolean, companyId = company.id) =>
  sql.begin((tx) => withholdDocument(tx, companyId, id, OPERATOR, withheld));

async function read(id: number) {
  const [row] = await sql<{ downloadable: boolean; updatedAt: Date }[]>`
    select downloadable, updated_at as "updatedAt" from documents
      where company_id = ${company.id} and id = ${id}`;
  assert(row);
  return row;
}

async function auditOf(id: number): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    select action from audit_log
    where company_id = ${company.id} and subject_type = 'document' and subject_id = ${id} order by id`;
  return rows.map(({ action }) => action);
}

async function offeredContract() {
  const employeeId = await addPerson(sql, company.id);
  await sql.begin((tx) => enrol(tx, company.id, employeeId, OPERATOR));
  const [row] = await sql<{ id: number; offerId: number }[]>`
    select id, offer_id as "offerId" from documents
      where company_id = ${company.id} and employee_id = ${employeeId}`;
  assert(row);
  const answer = (what: 'accepted' | 'rejected') =>
    sql.begin((tx) => answerOffer(tx, company.id, row.offerId, { type: 'employee', id: employeeId }, what));
  return { id: row.id, answer };
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict';

test('a document is withheld and released, and each is recorded once', async () => {
  const employeeId = await addPerson(sql, company.id);
  const upload = { employeeId, name: 'Scan', bytes: Buffer.from('%PDF-1.7'), downloadable: true };
  const id = await sql.begin((tx) => addUpload(tx, company.id, OPERATOR, upload));
  const before = await read(id);
  await withhold(id, true);
  await withhold(id, true);
  const withheld = await read(id);
  assert.equal(withheld.downloadable, false);
  assert.ok(withheld.updatedAt > before.updatedAt);
  await withhold(id, false);
  await withhold(id, false);
  assert.equal((await read(id)).downloadable, true);
  assert.deepEqual(await auditOf(id), ['document-uploaded', 'document-withheld', 'document-released']);
});

test('a contract cannot be released before its acceptance or after its rejection', async () => {
  const contract = await offeredContract();
  await assert.rejects(withhold(contract.id, false), isConflict);
  await contract.answer('rejected');
  await assert.rejects(withhold(contract.id, false), isConflict);
  assert.equal((await read(contract.id)).downloadable, false);
});

test('an accepted contract can be withheld and released like any other document', async () => {
  const contract = await offeredContract();
  await contract.answer('accepted');
  assert.equal((await read(contract.id)).downloadable, true);
  await withhold(contract.id, true);
  assert.equal((await read(contract.id)).downloadable, false);
  await withhold(contract.id, false);
  assert.equal((await read(contract.id)).downloadable, true);
});

test("another company's document is not found", async () => {
  const { id } = await offeredContract();
  const other = await createCompany(sql, OPERATOR, { name: 'Andere GmbH' });
  await assert.rejects(
    withhold(id, true, other.id),
    (error) => error instanceof AppError && error.code === 'not-found',
  );
});
