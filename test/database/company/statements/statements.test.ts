import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createKey } from '../../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../../src/company/api-keys/permissions.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { compareMonths } from '../../../../src/company/statements/compare-months.ts';
import { listStatements } from '../../../../src/company/statements/list-statements.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { PlanType } from '../../../../src/domain/plans/plan-types.ts';
import { changeEmployee } from '../../../../src/people/employees/change-employee.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { answerOffer } from '../../../../src/tickets/subscriptions/answer-offer.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { changePlan, enrol, issueNow, revoke } from '../../support/actions.ts';
import { createDemoDatabase } from '../../support/demo.ts';
import { assertProblem } from '../../support/problem.ts';
import { basic, createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const { sql } = service.database;

/** The company with an API key and a portal user. */
async function readers(companyId: number) {
  const key = await createKey(sql, companyId, OPERATOR, {
    environment: service.config.environment,
    name: 'statements',
    permissions: PERMISSIONS,
  });
  const ask = (url: string) => service.app.inject({ url, headers: { authorization: basic(key) } });
  const viewer = await createPortalUser(service, companyId, 'viewer');
  const get = async (url: string) => {
    const answer = await ask(url);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  /** The rows of an exported file by heading, and its headings. */
  const file = async (month: string, query = '?language=en') => {
    const answer = await viewer.send(`/costs/${month}/file${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return parse(answer.body, query.includes('language=de') ? ';' : ',');
  };
  return { ask, get, viewer, file };
}

/** Reads a file as a spreadsheet does. No cell of these tests has a quote or a line feed. */
function parse(text: string, delimiter: string): Record<string, string>[] {
  assert.equal(text[0], '\uFEFF');
  const [headings = [], ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split(`"${delimiter}"`));
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])));
}

const cents = (text = '') => Number(text.replace(/[.,]/, ''));
const total = (rows: Record<string, string>[], heading: string) =>
  rows.reduce((sum, row) => sum + cents(row[heading]), 0);

interface Shown {
  tickets: number;
  refunds: number;
  price: { value: number };
  discount: { value: number };
  employerShare: { value: number };
  employeeShare: { value: number };
  withheldFromSalary: { value: number };
  beyondSubsidy: { value: number };
}

/** Tickets, then price, discount, employer, beyond the subsidy, employee and withheld in cents. */
function figures(shown: Shown): number[] {
  const amounts = [
    shown.price,
    shown.discount,
    shown.employerShare,
    shown.beyondSubsidy,
    shown.employeeShare,
    shown.withheldFromSalary,
  ];
  return [shown.tickets, ...amounts.map(({ value }) => Math.round(value * 100))];
}

async function subscribed(company: TestCompany, name: string, plan: PlanType, start: string) {
  const [person] = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, plan_type, term_number, term_start)
    values (${company.id}, 'Ada', ${name}, ${`${name}@example.com`}, '1990-01-01', ${plan}, 1, ${start}) returning id`;
  assert(person);
  await sql`
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on)
    values (${company.id}, ${person.id}, ${company.integrationIds[0] ?? 0}, 'hr-integration', ${`P-${name}`}, '2020-01-01', ${start})`;
  return person.id;
}

async function acceptLastOffer(companyId: number): Promise<void> {
  const [offer] = await sql<{ id: number }[]>`
    select max(id) as id from contract_offers where company_id = ${companyId}`;
  assert(offer);
  await sql.begin((tx) => answerOffer(tx, companyId, offer.id, OPERATOR, 'accepted'));
}

/** March: price 63.00, subsidy 25.00, so the discount is 3.15, the shares 25.00 and 34.85. */
async function threePlans() {
  const company = await TestCompany.create(sql, '2026-03-01', { subsidyCents: 2_500 });
  const full = await subscribed(company, 'Bäcker', 'fully-subsidized-plan', '2026-03-01');
  const split = await subscribed(company, 'Abel', 'split-pay-plan', '2026-03-01');
  const deferred = await subscribed(company, 'Brandt', 'deferred-plan', '2026-03-01');
  await company.on('2026-03-10');
  return { company, full, split, deferred, ...(await readers(company.id)) };
}

const FULL = [1, 6_300, 315, 5_985, 0, 0, 0];
const SPLIT = [1, 6_300, 315, 2_500, 0, 3_485, 0];
const DEFERRED = [1, 6_300, 315, 2_500, 0, 3_485, 3_485];
const ALL = [3, 18_900, 945, 10_985, 0, 6_970, 3_485];
const NONE = [0, 0, 0, 0, 0, 0, 0];

describe('the statement of a month', () => {
  it('has the sums, the same by plan, and a line for each person', async () => {
    const { company, full, split, deferred, get } = await threePlans();
    const shown = await get('/statements/2026-03');
    assert.equal(shown.resource, 'statement');
    assert.equal(shown.final, false);
    assert.equal(shown._links.self.href, 'https://tickets.example.com/statements/2026-03');
    assert.deepEqual(figures(shown), ALL);
    assert.equal(shown.employerShare.label, '109,85\u00a0€');
    assert.deepEqual(
      shown.plans.map((plan: Shown & { type: string }) => [plan.type, ...figures(plan)]),
      [
        ['fully-subsidized-plan', ...FULL],
        ['deferred-plan', ...DEFERRED],
        ['split-pay-plan', ...SPLIT],
      ],
    );
    assert.deepEqual(
      shown.data.map((line: Shown & { employeeId: number; hrIds: string[] }) => [
        line.employeeId,
        line.hrIds,
        ...figures(line),
      ]),
      [
        [full, ['P-Bäcker'], ...FULL],
        [split, ['P-Abel'], ...SPLIT],
        [deferred, ['P-Brandt'], ...DEFERRED],
      ],
    );
    assert.equal(shown.data[0]._links.employee.href, `https://tickets.example.com/employees/${full}`);
    assert.deepEqual(shown.company, {
      name: 'Beispiel GmbH',
      address: null,
      taxNumber: null,
      costCentre: null,
      wageType: null,
    });
    await sql.begin((tx) =>
      setCompany(tx, company.id, OPERATOR, { legalName: 'Beispiel Handels-GmbH', costCentre: '4711' }),
    );
    const { company: data } = await get('/statements/2026-03');
    assert.deepEqual([data.name, data.costCentre], ['Beispiel Handels-GmbH', '4711']);
  });

  it('is paged', async () => {
    const { full, split, deferred, get, ask } = await threePlans();
    const page = await get('/statements/2026-03?page=2&perPage=2');
    assert.deepEqual([page.page, page.perPage, page.totalPages, page.total], [2, 2, 2, 3]);
    assert.deepEqual(
      page.data.map(({ employeeId }: { employeeId: number }) => employeeId),
      [deferred],
    );
    assert.deepEqual(figures(page), ALL, 'the sums are those of all pages');
    assert.ok(full < split);
    assertProblem(await ask('/statements/2026-03?month=2026-02'), 422, 'invalid-values');
    assertProblem(await ask('/statements?sortField=id'), 422, 'invalid-values');
  });

  it('has zeros without charges, and is not found ahead; what is no month is invalid', async () => {
    const { get, ask } = await threePlans();
    const empty = await get('/statements/2026-02');
    assert.deepEqual([empty.final, empty.total, ...figures(empty)], [true, 0, ...NONE]);
    for (const month of ['2026-04', '9999-12'])
      assertProblem(await ask(`/statements/${month}`), 404, 'not-found');
    for (const month of ['2026-13', '2026-3', 'march', '2026-03-01'])
      assertProblem(await ask(`/statements/${month}`), 422, 'invalid-values');
  });

  it('is in the list, newest first, once the month has charges', async () => {
    const { company, get } = await threePlans();
    await company.on('2026-05-02');
    const list = await get('/statements?perPage=2');
    assert.deepEqual([list.total, list.totalPages], [3, 2]);
    assert.deepEqual(
      list.data.map((each: Shown & { month: string; final: boolean }) => [
        each.month,
        each.final,
        ...figures(each),
      ]),
      [
        ['2026-05', false, ...ALL],
        ['2026-04', true, ...ALL],
      ],
    );
    const { current, previous } = await compareMonths(sql, company.id);
    assert.deepEqual([current.month, current.totals.employerCents], ['2026-05', 10_985]);
    assert.deepEqual([previous.month, previous.totals.tickets], ['2026-04', 3]);
  });

  it('never contains another company', async () => {
    const one = await threePlans();
    const other = await TestCompany.create(sql, '2026-03-01', { subsidyCents: 6_300 });
    const { get, file } = await readers(other.id);
    assert.deepEqual(figures(await get('/statements/2026-03')), NONE);
    await subscribed(other, 'Zorn', 'deferred-plan', '2026-03-01');
    await other.on('2026-03-02');
    assert.deepEqual(figures(await get('/statements/2026-03')), [1, 6_300, 315, 5_985, 0, 0, 0]);
    assert.deepEqual(await file('2026-03', '?format=payroll&language=en'), []);
    assert.deepEqual(figures(await one.get('/statements/2026-03')), ALL);
  });
});

describe('a refund', () => {
  it('takes the amounts of its month back, so that payroll withholds nothing', async () => {
    const { company, deferred, get, file } = await threePlans();
    await sql.begin((tx) => revoke(tx, company.id, deferred, OPERATOR, { refund: true }));
    const shown = await get('/statements/2026-03');
    assert.deepEqual(figures(shown), [2, 12_600, 630, 8_485, 0, 3_485, 0]);
    assert.equal(shown.refunds, 1);
    const line = shown.data.find(({ employeeId }: { employeeId: number }) => employeeId === deferred);
    assert.deepEqual([line.refunds, ...figures(line)], [1, ...NONE]);
    assert.deepEqual(await file('2026-03', '?format=payroll&language=en'), []);
  });

  it('of a plan, and a new ticket on another one, are two lines of the person', async () => {
    const { company, deferred, get } = await threePlans();
    await sql.begin((tx) => revoke(tx, company.id, deferred, OPERATOR, { refund: true }));
    await sql`update employees set plan_type = 'fully-subsidized-plan' where id = ${deferred}`;
    await sql.begin((tx) => enrol(tx, company.id, deferred, OPERATOR));
    await sql.begin((tx) => issueNow(tx, company.id, deferred, OPERATOR));
    const { data } = await get('/statements/2026-03');
    assert.deepEqual(
      data
        .filter(({ employeeId }: { employeeId: number }) => employeeId === deferred)
        .map((line: Shown & { plan: string }) => [line.plan, ...figures(line)]),
      [
        ['deferred-plan', ...NONE],
        ['fully-subsidized-plan', ...FULL],
      ],
    );
  });

  it('that is booked in a later month is negative there, and the month of the ticket stays as it was', async () => {
    const { company, split, deferred, get, file } = await threePlans();
    await sql`update employees set term_end_person = '2026-04-01' where id in (${split}, ${deferred})`;
    await company.on('2026-04-02');
    await sql`
      insert into charges (company_id, employee_id, kind, month, booked_in, plan_type, price_cents, discount_cents,
        employer_cents, employee_cents, reverses)
      select company_id, employee_id, 'reversal', month, '2026-04-01', plan_type, -price_cents, -discount_cents,
        -employer_cents, -employee_cents, id
      from charges where company_id = ${company.id} and employee_id = ${deferred} and month = '2026-03-01'`;
    assert.deepEqual(figures(await get('/statements/2026-03')), ALL);
    assert.deepEqual(figures(await get('/statements/2026-04')), [0, 0, 0, 5_985 - 2_500, 0, -3_485, -3_485]);
    const [row] = await file('2026-04', '?format=payroll&language=de');
    assert.deepEqual(row, { Personalnummer: 'P-Brandt', Lohnart: '', Betrag: '-34,85' });
  });
});

test('a person who was erased stays as a line without the person', async () => {
  const { company, deferred, split, get, file } = await threePlans();
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { retentionMonths: 0 }));
  await sql.begin((tx) => revoke(tx, company.id, deferred, OPERATOR, { refund: true }));
  for (const id of [deferred, split]) {
    await sql`update hr_links set ended_at = '2026-03-10' where company_id = ${company.id} and employee_id = ${id}`;
    await sql`
      update employees set term_end_person = '2026-03-10' where company_id = ${company.id} and id = ${id}`;
  }
  await company.on('2026-04-10');
  const before = await get('/statements/2026-03');
  for (const id of [deferred, split]) await sql.begin((tx) => eraseEmployee(tx, company.id, id, OPERATOR));
  const after = await get('/statements/2026-03');
  assert.deepEqual(figures(after), figures(before));
  assert.deepEqual(
    after.data.map(
      (line: Shown & { employeeId: number | null; hrIds: string[]; _links: { employee: unknown } }) => [
        line.employeeId === null,
        line._links.employee === null,
        line.hrIds,
        ...figures(line),
      ],
    ),
    [
      [false, false, ['P-Bäcker'], ...FULL],
      [true, true, [], ...SPLIT],
      [true, true, [], ...NONE],
    ],
  );
  const rows = await file('2026-03', '?language=de');
  assert.deepEqual(
    rows.map((row) => [row['Nachname'], row['Vorname'], row['Personalnummer']]),
    [
      ['Bäcker', 'Ada', 'P-Bäcker'],
      ['gelöschte Person', '', ''],
      ['gelöschte Person', '', ''],
    ],
  );
  const [receipt] = await sql<{ receipt: object }[]>`
    select receipt from documents where company_id = ${company.id} and employee_id = ${split} and kind = 'receipt'`;
  assert.ok(receipt && !JSON.stringify(receipt).includes('P-Abel'), JSON.stringify(receipt));
});

test('a receipt keeps the company data and the personnel number that it was issued with', async () => {
  const { company, split, deferred } = await threePlans();
  const receiptsOf = async (month: string) => {
    const rows = await sql<{ receipt: Record<string, unknown> }[]>`
      select d.receipt from documents d join charges c on c.company_id = d.company_id and c.id = d.charge_id
      where d.company_id = ${company.id} and c.month = ${`${month}-01`} order by d.employee_id`;
    return rows.map(({ receipt }) => [
      receipt['companyName'],
      receipt['address'],
      receipt['taxNumber'],
      receipt['personnelNumber'],
    ]);
  };
  const march = [
    ['Beispiel GmbH', undefined, undefined, 'P-Abel'],
    ['Beispiel GmbH', undefined, undefined, 'P-Brandt'],
  ];
  assert.deepEqual(await receiptsOf('2026-03'), march);
  const data = { legalName: 'Beispiel Handels-GmbH', address: 'Weg 1\n04315 Leipzig', taxNumber: '231/1' };
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, data));
  // Abel gets another number, Brandt has left the HR system and keeps the last one.
  await sql`update hr_links set ended_at = '2026-03-20' where company_id = ${company.id} and employee_id in (${split}, ${deferred})`;
  await sql`
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, first_seen_on)
    values (${company.id}, ${split}, ${company.integrationIds[0] ?? 0}, 'hr-integration', 'P-new', '2020-01-01', '2026-03-20')`;
  await company.on('2026-04-02');
  const { legalName, address, taxNumber } = data;
  assert.deepEqual(await receiptsOf('2026-04'), [
    [legalName, address, taxNumber, 'P-new'],
    [legalName, address, taxNumber, 'P-Brandt'],
  ]);
  assert.deepEqual(await receiptsOf('2026-03'), march);
});

test('while the signed amount is below the current one, the employer bears the difference beyond the subsidy', async () => {
  const company = await TestCompany.create(sql, '2026-03-10', {
    planType: 'deferred-plan',
    subsidyCents: 2_500,
  });
  const { get } = await readers(company.id);
  const id = await company.addPerson();
  await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
  // Signed: 63.00 - 3.15 - 25.00 = 34.85.
  await acceptLastOffer(company.id);
  await company.on('2026-04-02');
  assert.deepEqual(figures(await get('/statements/2026-04')), DEFERRED);
  // The subsidy falls to 20.00. The current amount is 39.85, so 5.00 are beyond the subsidy.
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents: 2_000 }));
  await company.on('2026-05-02');
  assert.deepEqual(figures(await get('/statements/2026-05')), [1, 6_300, 315, 2_500, 500, 3_485, 3_485]);
  // Below a quarter of the price the discount is lost: 63.00 - 15.00 = 48.00, so 13.15 are beyond the subsidy.
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents: 1_500 }));
  await company.on('2026-06-02');
  assert.deepEqual(figures(await get('/statements/2026-06')), [1, 6_300, 0, 2_815, 1_315, 3_485, 3_485]);
  // A refund takes them back too.
  await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR, { refund: true }));
  assert.deepEqual(figures(await get('/statements/2026-06')), NONE);
  assert.deepEqual(figures(await get('/statements/2026-05')), [1, 6_300, 315, 2_500, 500, 3_485, 3_485]);
});

test('a plan that the employer pays alone is never beyond the subsidy', async () => {
  const { company, split, get } = await threePlans();
  await sql.begin((tx) => changePlan(tx, company.id, split, OPERATOR, 'fully-subsidized-plan'));
  await company.on('2026-04-02');
  assert.deepEqual(figures(await get('/statements/2026-04')), [
    3,
    18_900,
    945,
    5_985 * 2 + 2_500,
    0,
    3_485,
    3_485,
  ]);
});

describe('an exported file', () => {
  it('gives the same cents again, in both languages, by name', async () => {
    const { get, file } = await threePlans();
    const shown = await get('/statements/2026-03');
    const german = await file('2026-03', '?language=de');
    const english = await file('2026-03', '?language=en');
    assert.deepEqual(
      german.map(({ Nachname }) => Nachname),
      ['Abel', 'Bäcker', 'Brandt'],
    );
    assert.equal(german[2]?.['vom Gehalt einzubehalten'], '34,85');
    assert.equal(english[2]?.['to be withheld from salary'], '34.85');
    assert.equal(german[2]?.['Tarif'], 'Zuschuss, Eigenanteil vom Gehalt');
    const headings: [german: string, english: string][] = [
      ['Preis', 'Price'],
      ['Rabatt', 'Discount'],
      ['Arbeitgeberanteil', 'Employer’s share'],
      ['davon über dem Zuschuss', 'beyond the subsidy'],
      ['Eigenanteil', 'Employee’s share'],
      ['vom Gehalt einzubehalten', 'to be withheld from salary'],
    ];
    for (const [index, [de, en]] of headings.entries()) {
      assert.equal(total(german, de), figures(shown)[index + 1], de);
      assert.equal(total(english, en), figures(shown)[index + 1], en);
    }
  });

  it('for payroll has the columns and the wage type of the company, and only shares that are withheld', async () => {
    const { company, file } = await threePlans();
    assert.deepEqual(await file('2026-03', '?format=payroll&language=de'), [
      { Personalnummer: 'P-Brandt', Lohnart: '', Betrag: '34,85' },
    ]);
    await sql.begin((tx) =>
      setCompany(tx, company.id, OPERATOR, {
        wageType: '9052',
        costCentre: '4711',
        payrollColumns: ['month', 'personnel-number', 'last-name', 'wage-type', 'amount', 'cost-centre'],
      }),
    );
    assert.deepEqual(await file('2026-03', '?format=payroll&language=en'), [
      {
        Month: '2026-03',
        'Personnel number': 'P-Brandt',
        'Last name': 'Brandt',
        'Wage type': '9052',
        Amount: '34.85',
        'Cost centre': '4711',
      },
    ]);
  });

  it('for payroll has the number of the oldest link of a person whom two integrations list', async () => {
    const company = await TestCompany.create(sql, '2026-03-01', { subsidyCents: 2_500, integrations: 2 });
    const id = await subscribed(company, 'Brandt', 'deferred-plan', '2026-03-01');
    await company.roster([{ id, integration: 1, hrId: 'A-Temps', facts: {} }]);
    await company.on('2026-03-10');
    const { file, get } = await readers(company.id);
    const [row] = await file('2026-03', '?format=payroll&language=en');
    assert.equal(row?.['Personnel number'], 'P-Brandt');
    const [line] = (await get('/statements/2026-03')).data;
    assert.deepEqual(line.hrIds, ['P-Brandt', 'A-Temps']);
  });

  it('for payroll has lines without a number of people added by hand, and the month names them', async () => {
    const { company, deferred, split, viewer, file } = await threePlans();
    const withoutNumber = async () => (await viewer.send('/costs/2026-03')).json().data.withoutNumber;
    assert.deepEqual(await withoutNumber(), { lines: 0, people: [] });
    await sql`delete from hr_links where company_id = ${company.id} and employee_id in (${deferred}, ${split})`;
    await sql`update charges set personnel_number = null where company_id = ${company.id}`;
    assert.deepEqual(
      await withoutNumber(),
      { lines: 1, people: [{ employeeId: deferred, firstName: 'Ada', lastName: 'Brandt' }] },
      'nothing is withheld from the other',
    );
    const [row] = await file('2026-03', '?format=payroll&language=de');
    assert.equal(row?.['Personalnummer'], '');
    await sql.begin((tx) => changeEmployee(tx, company.id, deferred, OPERATOR, { personnelNumber: ' H-7 ' }));
    assert.deepEqual(await withoutNumber(), { lines: 0, people: [] }, 'a number entered by hand is enough');
    const [numbered] = await file('2026-03', '?format=payroll&language=de');
    assert.equal(numbered?.['Personalnummer'], 'H-7');
  });

  it('is recorded in the audit log', async () => {
    const { company, file, viewer } = await threePlans();
    await file('2026-03', '?format=payroll&language=en');
    const [entry] = await sql<object[]>`
      select actor_id as "actorId", subject_type as "subjectType", details from audit_log
      where company_id = ${company.id} and action = 'statement-exported'`;
    assert.deepEqual(
      { ...entry },
      { actorId: viewer.id, subjectType: 'company', details: { month: '2026-03', format: 'payroll' } },
    );
    assertProblem(await viewer.send('/costs/2026-04/file'), 404, 'not-found');
  });
});

test('a search finds lines as the list of people does', async () => {
  const { viewer, deferred } = await threePlans();
  for (const [search, found] of [
    ['bäck', 1],
    ['baeck', 0],
    ['ADA', 3],
    ['p-brandt', 1],
    ['ada brandt', 1],
    ['nobody', 0],
  ] as const) {
    const { data } = (await viewer.send(`/costs/2026-03/lines?search=${encodeURIComponent(search)}`)).json();
    assert.equal(data.total, found, search);
  }
  const { data } = (await viewer.send('/costs/2026-03/lines?search=brandt')).json();
  assert.equal(data.data[0].employeeId, deferred);
});

test('the statements of every demo month equal the sums of its charges', async () => {
  const { id: companyId } = demo.company;
  const { get, file, viewer } = await readers(companyId);
  const rows = await sql<{ month: string; sums: number[] }[]>`
    select to_char(booked_in, 'YYYY-MM') as month, array[sum(case kind when 'charge' then 1 else -1 end),
      sum(price_cents), sum(discount_cents), sum(employer_cents), sum(beyond_subsidy_cents), sum(employee_cents),
      sum(case when plan_type = 'deferred-plan' then employee_cents else 0 end)]::int[] as sums
    from charges where company_id = ${companyId} group by booked_in order by booked_in desc`;
  assert.ok(rows.length >= 12, 'the demo has a year of months');
  const { items } = await listStatements(sql, companyId, { page: 1, perPage: 100 });
  assert.deepEqual(
    items.map(({ month }) => month),
    rows.map(({ month }) => month),
  );
  for (const { month, sums } of rows) {
    const shown = await get(`/statements/${month}?perPage=100`);
    assert.deepEqual(figures(shown), sums, month);
    const lines = shown.data.map(figures) as number[][];
    assert.equal(lines.length, shown.total, 'all lines are on one page');
    assert.deepEqual(
      lines.reduce((one, other) => one.map((value, index) => value + (other[index] ?? 0)), [...NONE]),
      sums,
      `${month}: the lines add up`,
    );
    const [, , , employer, , employee, withheld] = sums;
    const exported = await file(month, '?language=de');
    assert.equal(total(exported, 'Arbeitgeberanteil'), employer, month);
    assert.equal(total(exported, 'Eigenanteil'), employee, month);
    assert.equal(total(await file(month, '?format=payroll&language=de'), 'Betrag'), withheld, month);
  }
  const { data } = (await viewer.send('/costs')).json();
  assert.deepEqual(
    data.months.map(({ month }: { month: string }) => month),
    rows.map(({ month }) => month).reverse(),
  );
});
