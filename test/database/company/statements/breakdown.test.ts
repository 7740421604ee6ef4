import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createKey } from '../../../../src/company/api-keys/create-key.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { revoke } from '../../support/actions.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { fileReader, subscribe } from './payroll-company.ts';

const database = await createTestDatabase();
const service = await createTestService({}, database);
const { sql } = service.database;

/** March 2026: the employer pays 25.00 for each. Celik is refunded. */
async function createCompany() {
  const start = '2026-03-01';
  const company = await TestCompany.create(sql, start, { subsidyCents: 2_500 });
  const add = (name: string, costCentre?: string, legalEntity?: string) =>
    subscribe(company, name, {
      plan: 'deferred-plan',
      start,
      ...(costCentre && legalEntity && { payroll: { costCentre, legalEntity } }),
    });
  const abel = await add('Abel', '4100', 'Nord GmbH');
  await add('Brandt', '4200', 'Nord GmbH');
  const celik = await add('Celik', '4200', 'Süd GmbH');
  await add('Dorn');
  await company.on('2026-03-10');
  await sql`update charges set group_name = 'Azubis' where company_id = ${company.id} and employee_id = ${abel}`;
  await sql.begin((tx) => revoke(tx, company.id, celik, OPERATOR, { refund: true }));
  const { user, read } = await fileReader(service, company.id);
  const parts = async (by: string, more = '') => {
    const answer = await user.send(`/costs/2026-03/breakdown?by=${by}${more}`);
    assert.equal(answer.statusCode, 200, answer.body);
    const { data, total } = answer.json().data;
    return {
      total,
      parts: data as { name: string | null; tickets: number; refunds: number; employerCents: number }[],
    };
  };
  const shown = async (by: string) =>
    (await parts(by)).parts.map(({ name, tickets, refunds, employerCents }) => [
      name,
      tickets,
      refunds,
      employerCents,
    ]);
  return { company, abel, celik, user, read, parts, shown };
}

describe('the costs of a month', () => {
  it('are broken down by what charges keep, with refunds, and people without a value come last', async () => {
    const { shown } = await createCompany();
    assert.deepEqual(await shown('cost-centre'), [
      ['4100', 1, 0, 2_500],
      ['4200', 1, 1, 2_500],
      [null, 1, 0, 2_500],
    ]);
    assert.deepEqual(await shown('legal-entity'), [
      ['Nord GmbH', 2, 0, 5_000],
      ['Süd GmbH', 0, 1, 0],
      [null, 1, 0, 2_500],
    ]);
    assert.deepEqual(await shown('group'), [
      ['Azubis', 1, 0, 2_500],
      [null, 2, 1, 5_000],
    ]);
  });

  it('count under the company’s cost centre for people without one, as in files', async () => {
    const { company, shown } = await createCompany();
    await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { costCentre: '4100' }));
    assert.deepEqual(await shown('cost-centre'), [
      ['4100', 2, 0, 5_000],
      ['4200', 1, 1, 2_500],
    ]);
  });

  it('come page by page, and all of them in the file', async () => {
    const { parts, read } = await createCompany();
    const second = await parts('cost-centre', '&perPage=2&page=2');
    assert.deepEqual([second.total, second.parts.map(({ name }) => name)], [3, [null]]);
    const rows = await read('/costs/2026-03/breakdown.csv?by=legal-entity');
    assert.deepEqual(
      rows.map((row) => [row['Month'], row['Legal entity'], row['Tickets'], row['Employer’s share']]),
      [
        ['2026-03', 'Nord GmbH', '2', '50.00'],
        ['2026-03', 'Süd GmbH', '0', '0.00'],
        ['2026-03', 'no legal entity', '1', '25.00'],
      ],
    );
  });

  it('are broken down on the command line too', async () => {
    const { company } = await createCompany();
    const { run } = commandLineOn(database);
    const of = ['--company', String(company.id), '--month', '2026-03', '--by', 'cost-centre'];
    const { stdout } = await run('statements', 'show', ...of);
    assert.match(stdout, /^COST CENTRE +TICKETS.*\n4100 +1 +€63.00 +€3.15 +€25.00/);
    const file = await run('statements', 'export', ...of, '--language', 'en');
    assert.match(file.stdout, /^"Month","Cost centre",.*\r\n"2026-03","4100","1","63.00"/);
    const refused = await run('statements', 'export', ...of, '--format', 'payroll');
    assert.match(refused.stderr, /Only the format csv/);
  });
});

test('the API has the same breakdown', async () => {
  const { company } = await createCompany();
  const key = await createKey(sql, company.id, OPERATOR, {
    environment: 'staging',
    name: 'k',
    permissions: ['view-employees'],
  });
  const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
  const answer = await service.app.inject({
    url: '/statements/2026-03/breakdown?by=legal-entity',
    headers: { authorization },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(
    answer
      .json()
      .data.data.map((part: { name: string; employerShare: { value: number } }) => [
        part.name,
        part.employerShare.value,
      ]),
    [
      ['Nord GmbH', 50],
      ['Süd GmbH', 0],
      [null, 25],
    ],
  );
});

describe('the costs of a person', () => {
  it('are the charges and refunds by month, and looking at them is recorded', async () => {
    const { company, celik, user } = await createCompany();
    const answer = await user.send(`/employees/${celik}/costs`);
    assert.deepEqual(
      answer
        .json()
        .data.map((charge: Record<string, unknown>) => [
          charge['bookedIn'],
          charge['isRefund'],
          charge['employeeCents'],
          charge['withheldCents'],
          charge['costCentre'],
        ]),
      [
        ['2026-03', true, -3_485, -3_485, '4200'],
        ['2026-03', false, 3_485, 3_485, '4200'],
      ],
    );
    const admin = await createPortalUser(service, company.id, 'admin');
    const log = await admin.send('/audit-log?actions=statement-viewed');
    assert.equal(log.json().data.data[0].person.id, celik);
  });

  it('are not found for people of other companies', async () => {
    const { user } = await createCompany();
    const other = await createCompany();
    assertProblem(await user.send(`/employees/${other.abel}/costs`), 404, 'not-found');
  });
});
