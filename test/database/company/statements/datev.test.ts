import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { setDatevClients } from '../../../../src/company/datev/set-datev-clients.ts';
import type { DatevClient } from '../../../../src/company/payroll/datev-clients-sql.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { DATEV_CLIENT as OWN, type Payroll, refundLater, subscribe } from './payroll-company.ts';

const database = await createTestDatabase();
const service = await createTestService({}, database);
const { sql } = service.database;

const setClients = (company: TestCompany, ...clients: DatevClient[]) =>
  sql.begin((tx) => setDatevClients(tx, company.id, OPERATOR, () => clients));

/** March 2026: price 63.00, subsidy 25.00, so the discount is 3.15, the shares 25.00 and 34.85. */
async function payrollCompany(people: { name: string; hrId?: string; payroll?: Payroll }[]) {
  const start = '2026-03-01';
  const company = await TestCompany.create(sql, start, { subsidyCents: 2_500 });
  const ids: number[] = [];
  for (const { name, ...others } of people)
    ids.push(await subscribe(company, name, { plan: 'deferred-plan', start, ...others }));
  await company.on('2026-03-10');
  const user = await createPortalUser(service, company.id, 'payroll');
  const file = (format: string, month = '2026-03') => user.send(`/costs/${month}/file?format=${format}`);
  return { company, ids, user, file };
}

test('clients that are added at the same time are all kept', async () => {
  const company = await TestCompany.create(sql, '2026-03-01');
  const add = (clientNumber: number) =>
    sql.begin((tx) =>
      setDatevClients(tx, company.id, OPERATOR, (present) => [
        ...present,
        { ...OWN, clientNumber, legalEntity: `Entity ${clientNumber}` },
      ]),
    );
  await Promise.all([1, 2, 3, 4, 5].map(add));
  const [kept] = await sql<{ count: number }[]>`
    select count(*) from datev_clients where company_id = ${company.id}`;
  assert.equal(kept?.count, 5);
});

/** The name under which the browser saves a file. */
const nameOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];

/** The bytes of Windows-1252, each as a character. */
const latin = (bytes: Buffer) => bytes.toString('latin1');
const inLines = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('');

const lodas = (adviser: number, client: number, ...lines: string[]) =>
  inLines(
    '[Allgemein]',
    'Ziel=LODAS',
    'Version_SST=1.0',
    `BeraterNr=${adviser}`,
    `MandantenNr=${client}`,
    'Datumsformat=TT/MM/JJJJ',
    'Feldtrennzeichen=;',
    'Zahlenkomma=,',
    '[Satzbeschreibung]',
    '1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;pnr#bwd;la_eigene#bwd;bs_nr#bwd;bs_wert_butab#bwd;kostenstelle#bwd;',
    '[Bewegungsdaten]',
    ...lines,
  );

/** The files of a zip without compression, by name, in its order. */
function unzip(zip: Buffer): [name: string, text: string][] {
  const files: [string, string][] = [];
  let at = zip.readUInt32LE(zip.length - 6);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extraLength, commentLength] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.push([name, latin(zip.subarray(begin, begin + size))]);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

describe('a file for LODAS', () => {
  it('has the bytes that its grammar declares, with umlauts in Windows-1252', async () => {
    const { company, file } = await payrollCompany([
      { name: 'Abel', hrId: '4711', payroll: { costCentre: 'Büro €' } },
      { name: 'Brandt', hrId: 'B', payroll: { personnelNumber: '4712' } },
    ]);
    await subscribe(company, 'Celik', { plan: 'fully-subsidized-plan', start: '2026-04-01', hrId: '4713' });
    await setClients(company, OWN);
    const march = await file('datev-lodas');
    assert.equal(march.statusCode, 200, march.body);
    assert.equal(nameOf(march), 'datev-lodas-2026-03-1234567-12345.txt');
    assert.equal(
      latin(march.rawPayload),
      lodas(
        ...([1_234_567, 12_345] as const),
        '1;01/03/2026;4711;9010;3;34,85;B\xfcro \x80;',
        '1;01/03/2026;4711;9020;2;25,00;B\xfcro \x80;',
        '1;01/03/2026;4712;9010;3;34,85;;',
        '1;01/03/2026;4712;9020;2;25,00;;',
      ),
    );
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { costCentre: '100' }));
    await company.on('2026-04-02');
    const april = await file('datev-lodas', '2026-04');
    assert.match(
      latin(april.rawPayload),
      /4712;9020;2;25,00;100;\r\n1;01\/04\/2026;4713;9020;2;59,85;100;\r\n$/,
    );
  });

  it('leaves out lines without a wage type, and pays back refunds with a negative amount', async () => {
    const { company, ids, file } = await payrollCompany([
      { name: 'Abel', hrId: '4711' },
      { name: 'Brandt', hrId: '4712' },
    ]);
    await sql`update employees set term_end_person = '2026-04-01' where company_id = ${company.id}`;
    await company.on('2026-04-02');
    await refundLater(company, ids[0] ?? 0, { month: '2026-03', bookedIn: '2026-04' });
    await setClients(company, { ...OWN, taxFreeWageType: null, taxFreeKey: null });
    const april = await file('datev-lodas', '2026-04');
    assert.equal(latin(april.rawPayload), lodas(1_234_567, 12_345, '1;01/04/2026;4711;9010;3;-34,85;;'));
    await setClients(company, { ...OWN, withheldWageType: null, withheldKey: null });
    const other = await file('datev-lodas', '2026-04');
    assert.equal(latin(other.rawPayload), lodas(1_234_567, 12_345, '1;01/04/2026;4711;9020;2;-25,00;;'));
  });

  it('pays back the share of an earlier year, but never lowers the tax-free sum of the present year', async () => {
    const start = '2025-12-01';
    const company = await TestCompany.create(sql, start, { subsidyCents: 2_500 });
    const id = await subscribe(company, 'Abel', { plan: 'deferred-plan', start, hrId: '4711' });
    await company.on('2025-12-10');
    await sql`update employees set term_end_person = '2026-01-01' where company_id = ${company.id}`;
    await company.on('2026-01-10');
    await refundLater(company, id, { month: '2025-12', bookedIn: '2026-01' });
    await setClients(company, OWN);
    const user = await createPortalUser(service, company.id, 'payroll');
    const { rawPayload } = await user.send('/costs/2026-01/file?format=datev-lodas');
    assert.equal(latin(rawPayload), lodas(1_234_567, 12_345, '1;01/01/2026;4711;9010;3;-30,10;;'));
  });
});

test('two legal entities have a file each, in one zip', async () => {
  const { company, file } = await payrollCompany([
    { name: 'Abel', hrId: '1', payroll: { legalEntity: 'Nord GmbH' } },
    { name: 'Brandt', hrId: '2', payroll: { legalEntity: 'Süd GmbH' } },
  ]);
  const nord = { ...OWN, legalEntity: 'Nord GmbH', taxFreeWageType: null, taxFreeKey: null };
  assertProblem(await file('datev-lodas'), 409, 'conflict');
  await setClients(company, nord);
  const refusal = await file('datev-lodas');
  assertProblem(refusal, 409, 'conflict');
  assert.match(refusal.json().detail, /Süd GmbH/);
  await setClients(company, nord, {
    ...{ ...nord, legalEntity: 'Süd GmbH', clientNumber: 2, withheldWageType: 800, withheldKey: 4 },
  });
  const both = await file('datev-lodas');
  assert.equal(nameOf(both), 'datev-lodas-2026-03.zip', both.body);
  assert.deepEqual(unzip(both.rawPayload), [
    ['datev-lodas-2026-03-1234567-12345.txt', lodas(1_234_567, 12_345, '1;01/03/2026;1;9010;3;34,85;;')],
    ['datev-lodas-2026-03-1234567-2.txt', lodas(1_234_567, 2, '1;01/03/2026;2;800;4;34,85;;')],
  ]);
});

test('a file for Lohn und Gehalt comes with the description of its columns, and needs no keys', async () => {
  const { company, file } = await payrollCompany([
    { name: 'Abel', hrId: '4711', payroll: { costCentre: 'Köln' } },
  ]);
  await setClients(company, { ...OWN, withheldKey: null, taxFreeKey: null });
  assert.match((await file('datev-lodas')).json().detail, /1234567\/12345/);
  const { rawPayload } = await file('datev-lug');
  const name = 'datev-lug-2026-03-1234567-12345';
  assert.deepEqual(unzip(rawPayload), [
    [`${name}.csv`, inLines('4711;9010;34,85;K\xf6ln', '4711;9020;25,00;K\xf6ln')],
    [
      `${name}.ini`,
      inLines(
        ...['[Allgemein]', 'Feldanzahl=4', 'Feldtrennzeichen=Strichpunkt', 'Zahlenkomma=,', '[Feldinhalt]'],
        ...['Feld1=Personalnummer', 'Feld2=Lohnartennummer', 'Feld3=Wert', 'Feld4=Kostenstellennummer'],
      ),
    ],
  ]);
});

describe('a file that would be booked wrongly is refused by name', () => {
  for (const [what, hrId, payroll, detail] of [
    ['a number with letters', 'P-7', { costCentre: '1' }, /personnel numbers .*\(1\): Ada Brandt\./],
    ['a number with a separator', '4;7', { costCentre: '1' }, /personnel numbers .*\(1\): Ada Brandt\./],
    ['a number of zeros', '000', { costCentre: '1' }, /personnel numbers .*\(1\): Ada Brandt\./],
    ['a separator in a cost centre', '7', { costCentre: '4;7' }, /cost centres .*\(1\): Ada Brandt\./],
    ['a quote in a cost centre', '7', { costCentre: '"47"' }, /cost centres .*\(1\): Ada Brandt\./],
    ['a letter that Windows-1252 lacks', '7', { costCentre: 'Łódź' }, /cost centres .*\(1\): Ada Brandt\./],
  ] as const)
    it(what, async () => {
      const { company, file } = await payrollCompany([
        { name: 'Abel', hrId: '4711' },
        { name: 'Brandt', hrId, payroll },
      ]);
      await setClients(company, OWN);
      for (const format of ['datev-lodas', 'datev-lug']) {
        const answer = await file(format);
        assertProblem(answer, 409, 'conflict');
        assert.match(answer.json().detail, detail);
      }
      const exported = await sql`
        select from audit_log where company_id = ${company.id} and action = 'statement-exported'`;
      assert.equal(exported.length, 0, 'no file has left the service');
    });

  it('people without a number, erased ones too', async () => {
    const { company, ids, file } = await payrollCompany([{ name: 'Abel' }, { name: 'Brandt', hrId: '1' }]);
    await setClients(company, OWN);
    await sql`update charges set personnel_number = null where company_id = ${company.id} and employee_id = ${ids[0] ?? 0}`;
    await sql`delete from hr_links where company_id = ${company.id} and employee_id = ${ids[0] ?? 0}`;
    assert.match((await file('datev-lodas')).json().detail, /\(1\): Ada Abel\./);
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { retentionMonths: 0 }));
    await sql`update employees set term_end_person = '2026-03-10' where company_id = ${company.id} and id = ${ids[0] ?? 0}`;
    await company.on('2026-04-10');
    await sql.begin((tx) => eraseEmployee(tx, company.id, ids[0] ?? 0, OPERATOR));
    assert.match((await file('datev-lodas')).json().detail, /\(1\): \?\./);
  });

  it('a month without anything to book', async () => {
    const { company, file } = await payrollCompany([]);
    await setClients(company, OWN);
    assert.match((await file('datev-lodas')).json().detail, /nothing to book/);
  });
});

test('a sample has example people under the settings of each client, and is not in the audit log', async () => {
  const { company, user } = await payrollCompany([{ name: 'Abel' }]);
  await setClients(company, OWN);
  const sample = await user.send('/costs/2026-03/file?format=datev-lodas&sample=true');
  assert.equal(nameOf(sample), 'datev-lodas-sample-2026-03-1234567-12345.txt');
  assert.equal(
    latin(sample.rawPayload),
    lodas(
      ...([1_234_567, 12_345] as const),
      '1;01/03/2026;99901;9010;3;34,85;;',
      '1;01/03/2026;99901;9020;2;25,00;;',
      '1;01/03/2026;99902;9020;2;59,85;;',
      '1;01/03/2026;99903;9010;3;-34,85;;',
      '1;01/03/2026;99903;9020;2;-25,00;;',
    ),
  );
});

test('the settings are kept by admins and on the command line, and are recorded', async () => {
  const { company, user } = await payrollCompany([{ name: 'Abel', hrId: '4711' }]);
  const admin = await createPortalUser(service, company.id, 'admin');
  const patch = (body: object) => admin.send('/datev', { method: 'PATCH', body });
  const SOUTH = { ...OWN, legalEntity: 'Süd GmbH', clientNumber: 9 };
  assert.deepEqual((await patch({ add: SOUTH })).json().data.clients, [SOUTH]);
  assert.equal((await patch({ remove: 'Süd GmbH', add: OWN })).statusCode, 200);
  assert.deepEqual((await user.send('/datev')).json().data.clients, [OWN]);
  for (const wrong of [
    { ...SOUTH, adviserNumber: 10_000_000 },
    { ...SOUTH, clientNumber: 0 },
    { ...SOUTH, withheldWageType: null, taxFreeWageType: null, withheldKey: null, taxFreeKey: null },
    { ...SOUTH, withheldWageType: null },
    { ...OWN, clientNumber: 7 },
    { ...OWN, legalEntity: 'Nord GmbH' },
  ])
    assertProblem(await patch({ add: wrong }), 422, 'invalid-values');
  // Another admin has removed it meanwhile.
  assertProblem(await patch({ remove: 'Süd GmbH', add: { ...SOUTH, clientNumber: 10 } }), 404, 'not-found');
  const { run } = commandLineOn(database);
  const of = ['--company', String(company.id)];
  const entity = ['--legal-entity', 'Nord GmbH'];
  await run('datev', 'set', ...of, ...entity, '--adviser', '77', '--client', '8', '--withheld', '800:4');
  assert.match((await run('datev', 'list', ...of)).stdout, /Nord GmbH +77 +8 +800:4 +–/);
  await run('datev', 'remove', ...of, ...entity);
  assert.deepEqual((await user.send('/datev')).json().data.clients, [OWN]);
  const file = await run('statements', 'export', ...of, '--month', '2026-03', '--format', 'datev-lodas');
  assert.match(file.stdout, /^\[Allgemein\]\r\n[\s\S]*4711;9010;3;34,85;;\r\n/);
  const [last] = await sql<{ details: object }[]>`
    select details from audit_log where company_id = ${company.id} and action = 'company-changed' order by id desc limit 1`;
  assert.deepEqual(last?.details, { datev: ['1234567/12345, 9010 (3), 9020 (2)'] });
});
