import assert from 'node:assert/strict';
import { it } from 'node:test';
import { crc32 } from 'node:zlib';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { changePlan } from '../support/actions.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();

it('an offer can be answered for 60 days; then it is listed as lapsed, without a link', async () => {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const admin = await createPortalUser(service, company.companyId);
  const listed = async (query: string) =>
    (await admin.send(`/contracts?${query}`))
      .json()
      .data.data.map(({ status, link }: { status: string; link: string | null }) => [status, link !== null]);
  await company.clock('2027-01-14');
  assert.deepEqual(await listed('statuses=pending'), [['pending', true]]);
  await company.clock('2027-01-15');
  assert.deepEqual(await listed('statuses=pending'), []);
  assert.deepEqual(await listed('statuses=lapsed'), [['lapsed', false]]);
  assert.deepEqual(await listed(''), [['lapsed', false]]);
  const csv = (await admin.send('/contracts.csv?statuses=lapsed&language=de')).body;
  assert.match(
    csv,
    /"Zuschuss, Eigenanteil direkt bezahlt";"34,85";"01.12.2026";"14.01.2027";"Abgelaufen";"";"";"";"";""\r\n$/,
  );
  const [person] = await company.people();
  const { contract } = (await admin.send(`/employees/${person.id}`)).json().data;
  assert.deepEqual([contract.status, contract.link], ['lapsed', null]);
});

it('a contract names the company by its legal name and address; earlier ones stay as they are', async () => {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const { sql } = service.database;
  await sql.begin((tx) =>
    setCompany(tx, company.companyId, OPERATOR, {
      legalName: 'Beispiel Verkehr GmbH',
      address: 'Ringstraße 1\n10115 Berlin',
    }),
  );
  await company.sync([entry('A'), entry('B')]);
  const offers = await sql<{ party: string }[]>`
    select terms ->> 'companyName' as party from contract_offers where company_id = ${company.companyId} order by id`;
  assert.equal(offers.length, 2);
  assert.doesNotMatch(offers[0]?.party ?? '', /Beispiel Verkehr/);
  assert.equal(offers[1]?.party, 'Beispiel Verkehr GmbH, Ringstraße 1, 10115 Berlin');
});

/** A company whose contracts are listed as the portal lists them, newest first, and answered by the employees. */
async function createSigningCompany() {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const [person] = await company.people();
  const admin = await createPortalUser(service, company.companyId);
  const list = async (): Promise<{ id: number; reason: string; status: string; plannedStart: string }[]> =>
    (await admin.send('/contracts')).json().data.data;
  const answer = async (given: 'accepted' | 'rejected') => {
    const [newest] = await list();
    const employee = { type: 'employee', id: person.id } as const;
    await service.database.sql.begin((tx) =>
      answerOffer(tx, company.companyId, newest?.id ?? 0, employee, given),
    );
  };
  const withdraw = async () => {
    const [newest] = await list();
    return admin.send(`/contracts/${newest?.id}/withdraw`, { method: 'POST' });
  };
  return { ...company, personId: person.id, admin, list, answer, withdraw };
}

it('a rejected change of plan is listed as rejected, also after new terms were offered', async () => {
  const { sql } = service.database;
  const { companyId, personId, clock, list, answer } = await createSigningCompany();
  await answer('accepted');
  await clock('2026-12-10');
  await sql.begin((tx) => changePlan(tx, companyId, personId, OPERATOR, 'deferred-plan'));
  await answer('rejected');
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2000 }));
  const listed = async () => (await list()).map(({ reason, status }) => [reason, status]);
  assert.deepEqual(await listed(), [
    ['new-terms', 'pending'],
    ['plan-change', 'rejected'],
    ['enrolment', 'accepted'],
  ]);
  // Rejected new terms that are taken back end nothing.
  await answer('rejected');
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2500 }));
  assert.deepEqual((await listed())[0], ['new-terms', 'withdrawn']);
});

it('the planned start of an open offer has not passed, and that of an accepted one is its first day', async () => {
  const { clock, list, answer } = await createSigningCompany();
  const start = async () => (await list()).map(({ plannedStart }) => plannedStart);
  assert.deepEqual(await start(), ['2026-12-01']);
  await clock('2026-12-05');
  assert.deepEqual(await start(), ['2027-01-01']);
  await answer('accepted');
  assert.deepEqual(await start(), ['2027-01-01']);
  await clock('2027-02-05');
  assert.deepEqual(await start(), ['2027-01-01']);
});

it('an admin withdraws an enrolment that nobody has answered; no roster offers it again, an admin can', async () => {
  const { sync, clock, personId, admin, list, withdraw } = await createSigningCompany();
  assert.equal((await withdraw()).json().data.status, 'withdrawn');
  assertProblem(await withdraw(), 409, 'transition-refused');
  const { employee, contract } = (await admin.send(`/employees/${personId}`)).json().data;
  assert.deepEqual([employee.plan.contractSigningStatus, contract], [null, null]);
  await sync([entry('A', { lastName: 'Other' })]);
  await clock('2026-12-02');
  await sync([entry('A', { lastName: 'Third' })]);
  assert.deepEqual(
    (await list()).map(({ status }) => status),
    ['withdrawn'],
  );
  await admin.send(`/employees/${personId}/actions/enrol`, { method: 'POST', body: {} });
  assert.deepEqual(
    (await list()).map(({ status }) => status),
    ['pending', 'withdrawn'],
  );
});

it('an admin withdraws a change of plan; the contract signed before counts again', async () => {
  const { personId, clock, admin, answer, withdraw } = await createSigningCompany();
  await answer('accepted');
  assertProblem(await withdraw(), 409, 'transition-refused');
  await clock('2026-12-10');
  await admin.send(`/employees/${personId}/actions/change-plan`, {
    method: 'POST',
    body: { planType: 'deferred-plan' },
  });
  assert.equal((await withdraw()).json().data.status, 'withdrawn');
  const { employee, contract, planAhead } = (await admin.send(`/employees/${personId}`)).json().data;
  assert.deepEqual(
    [employee.plan.type, employee.plan.contractSigningStatus, contract.reason, planAhead],
    ['split-pay-plan', 'accepted', 'enrolment', null],
  );
});

it('new terms follow the amounts and cannot be withdrawn', async () => {
  const { companyId, admin, answer, withdraw } = await createSigningCompany();
  await answer('accepted');
  const counted = async () => {
    const { contracts, attention } = (await admin.send('/overview')).json().data;
    return { ...contracts, open: attention.pendingContracts };
  };
  assert.deepEqual(await counted(), { offered: 1, answered: 1, newTerms: 0, open: 0 });
  await service.database.sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 2000 }));
  assert.deepEqual(
    await counted(),
    { offered: 1, answered: 1, newTerms: 1, open: 1 },
    'the earlier answer still counts',
  );
  assert.equal(assertProblem(await withdraw(), 409, 'transition-refused').reason, 'offer-follows-amounts');
});

/** The names and contents of a ZIP file, by its directory. The files in it are not compressed. */
function filesIn(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const header = zip.readUInt32LE(at + 42);
    const from = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 24));
    assert.equal(crc32(bytes), zip.readUInt32LE(at + 16), name);
    files.set(name, bytes);
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}

it("a month's receipts and the signed contracts are one ZIP file each, with readable names", async () => {
  const { companyId, personId, admin, clock, list, sync } = await createSigningCompany();
  const roster = [entry('A', { firstName: 'Änne', lastName: 'Groß/Berg' }), entry('B')];
  await sync(roster);
  const zip = async (query: string) => {
    const sent = await admin.send(`/documents.zip?${query}`);
    assert.equal(sent.statusCode, 200, sent.body);
    return { files: filesIn(sent.rawPayload), header: String(sent.headers['content-disposition']) };
  };
  assert.equal((await zip('kind=contract')).files.size, 0, 'nobody has signed');
  for (const { id } of await list())
    await service.database.sql.begin((tx) =>
      answerOffer(tx, companyId, id, { type: 'employee', id: personId }, 'accepted'),
    );
  await clock('2026-12-01');
  await sync([...roster, entry('C')]);

  const contracts = await zip('kind=contract&language=de');
  assert.match(contracts.header, /filename\*=UTF-8''Vertr%C3%A4ge\.zip/);
  const receipts = await zip('kind=receipt&month=2026-12&language=de');
  assert.match(receipts.header, /Belege 2026-12\.zip/);
  for (const { files } of [contracts, receipts]) {
    const names = [...files.keys()].map((name) => name.replace(/ - .*/, '')).toSorted();
    assert.deepEqual(names, ['Groß Berg, Änne', 'LastB, FirstB']);
    for (const [name, bytes] of files) {
      assert.match(name, / \(\d+\)\.pdf$/);
      assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
    }
  }
  assert.equal((await zip('kind=receipt&month=2026-11')).files.size, 0);

  const found = async (query: string): Promise<[kind: string, isFinal: boolean, name: string][]> =>
    (await admin.send(`/documents?sortOrder=asc&${query}`))
      .json()
      .data.data.map((one: { kind: string; isFinal: boolean; employeeName: string }) => [
        one.kind,
        one.isFinal,
        one.employeeName,
      ]);
  assert.deepEqual(await found('search=gross'), [
    ['contract', true, 'Änne Groß/Berg'],
    ['receipt', true, 'Änne Groß/Berg'],
  ]);
  assert.deepEqual(await found('search=2026-12&kinds=receipt'), [
    ['receipt', true, 'Änne Groß/Berg'],
    ['receipt', true, 'FirstB LastB'],
  ]);
  assert.deepEqual(await found('search=LastC'), [['contract', false, 'FirstC LastC']]);
  assert.deepEqual(await found('search=-'), []);
});
