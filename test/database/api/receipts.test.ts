import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { withholdDocument } from '../../../src/tickets/documents/withhold-document.ts';
import { textOf } from '../../pure/support/pdf.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, key, get } = await createTestCompany(service);
await freezeClock(sql, company.id, '2026-11-15');
await sql`
  update companies set default_plan_type = 'deferred-plan', subsidy_cents = 2500 where id = ${company.id}`;
const payer = await addPerson(sql, company.id, {
  firstName: 'Ayşe',
  lastName: 'Groß',
  termStart: '2026-12-01',
});
const guest = await addPerson(sql, company.id, {
  planType: 'fully-subsidized-plan',
  termStart: '2026-12-01',
});
await moveClock(sql, 'staging', company.id, OPERATOR, '2027-01-10');

interface Found {
  id: number;
  documentName: string;
  documentFileType: string;
  downloadable: boolean;
}
const receiptsOf = async (employeeId: number): Promise<Found[]> =>
  (await get(`/employees/${employeeId}/documents?sortOrder=asc`)).json().data.data;
const download = (id: number) => get(`/employee-documents/${id}/download`);

test('only people who contribute get a receipt each month', async () => {
  const found = await receiptsOf(payer);
  assert.deepEqual(
    found.map(({ documentName, documentFileType, downloadable }) => [
      documentName,
      documentFileType,
      downloadable,
    ]),
    [
      ['Beleg 2026-12', 'pdf', true],
      ['Beleg 2027-01', 'pdf', true],
    ],
  );
  assert.deepEqual(await receiptsOf(guest), []);
});

test('a receipt is a PDF with the values of its month, also after names, prices and plans have changed', async () => {
  const [first] = await receiptsOf(payer);
  assert(first);
  const before = await download(first.id);
  assert.equal(before.statusCode, 200);
  assert.equal(before.headers['content-type'], 'application/pdf');
  assert.equal(before.headers['content-length'], String(before.rawPayload.length));
  assert.match(String(before.headers['content-disposition']), /filename="Beleg 2026-12\.pdf"/);
  const text = textOf(before.rawPayload);
  for (const expected of [
    'Beispiel GmbH',
    'Ayşe Groß',
    'Dezember 2026',
    '01.12.2026 – 31.12.2026',
    '34,85 €',
    '000001',
  ])
    assert.ok(text.includes(expected), `${expected} is not in\n${text}`);
  assert.match(text, /SPECIMEN \/ MUSTER/);

  await sql`update companies set name = 'Neu AG', subsidy_cents = 100, locale = 'en-GB'
    where id = ${company.id}`;
  await sql`update employees set last_name = 'Klein', plan_type = 'split-pay-plan'
    where company_id = ${company.id} and id = ${payer}`;
  assert.ok((await download(first.id)).rawPayload.equals(before.rawPayload));
  await moveClock(sql, 'staging', company.id, OPERATOR, '2027-02-01');
  const [, , third] = await receiptsOf(payer);
  assert.equal(third?.documentName, 'Receipt 2027-02');
  assert.match(
    textOf((await download(third?.id ?? 0)).rawPayload),
    /Receipt[\s\S]*Neu AG[\s\S]*Ayşe Klein[\s\S]*€62\.00/,
  );
});

test('HEAD answers the size of a receipt without the bytes', async () => {
  const [first] = await receiptsOf(payer);
  const url = `/employee-documents/${first?.id}/download`;
  const head = await service.app.inject({ method: 'HEAD', url, headers: { authorization: basic(key) } });
  assert.equal(head.statusCode, 200);
  assert.equal(head.headers['content-length'], String((await get(url)).rawPayload.length));
  assert.equal(head.rawPayload.length, 0);
});

test('concurrent downloads each return their own receipt', async () => {
  const found = await receiptsOf(payer);
  const [one, other] = await Promise.all([
    Promise.all(found.map(({ id }) => download(id))),
    Promise.all(found.map(({ id }) => download(id))),
  ]);
  for (const [index, { rawPayload }] of one.entries()) assert.ok(other[index]?.rawPayload.equals(rawPayload));
  assert.equal(new Set(one.map(({ rawPayload }) => textOf(rawPayload))).size, found.length);
});

test('a withheld receipt is refused', async () => {
  const [first] = await receiptsOf(payer);
  const id = first?.id ?? 0;
  await sql.begin((tx) => withholdDocument(tx, company.id, id, OPERATOR, true));
  assertProblem(await download(id), 409, 'document-not-downloadable');
  await sql.begin((tx) => withholdDocument(tx, company.id, id, OPERATOR, false));
  assert.equal((await download(id)).statusCode, 200);
});

test('on production a receipt is not marked as a specimen', async () => {
  const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
  const live = await createKey(sql, company.id, OPERATOR, {
    environment: 'production',
    name: 'test',
    permissions: ['view-employees'],
  });
  const [first] = await receiptsOf(payer);
  const answer = await production.app.inject({
    url: `/employee-documents/${first?.id}/download`,
    headers: { authorization: basic(live) },
  });
  assert.equal(answer.statusCode, 200);
  assert.doesNotMatch(textOf(answer.rawPayload), /SPECIMEN|MUSTER/);
});
