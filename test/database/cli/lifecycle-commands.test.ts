import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { CompanySettings } from '../../../src/company/companies/companies-sql.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { commandLineOn } from '../support/command-line.ts';
import { CANARY, createLeaver } from '../support/leaver.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const { run, runJson } = commandLineOn(database);
const production = commandLineOn(await createTestDatabase(), { TRANSIT_ENV: 'production' });

async function companyOn(day: string, settings: CompanySettings = {}): Promise<number> {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH', ...settings });
  await freezeClock(sql, id, day);
  return id;
}

describe('transit statements export', () => {
  it('says that a file for payroll has no lines', async () => {
    const company = await companyOn('2026-11-15');
    const of = ['--company', String(company), '--month', '2026-11', '--format', 'payroll'];
    const { code, stderr } = await run('statements', 'export', ...of);
    assert.equal(code, 0);
    assert.match(stderr, /^transit: The file has no lines: payroll withholds nothing for 2026-11\.$/m);
  });
});

describe('transit clock', () => {
  it('shows, advances and sets the business date, and says how many tickets were issued', async () => {
    const company = await companyOn('2026-11-15');
    await addPerson(sql, company, { termStart: '2026-01-01' });
    const of = ['--company', String(company)];
    assert.deepEqual(await runJson('clock', 'show', ...of), {
      companyId: company,
      businessDate: '2026-11-15',
      frozen: true,
    });
    const short = await run('clock', 'advance', ...of, '--days', '1');
    assert.deepEqual(short, {
      code: 0,
      stdout: `Company ${company}: 2026-11-16, 1 ticket issued\n`,
      stderr: '',
    });
    const long = await run('clock', 'advance', ...of, '--months', '2', '--json');
    assert.deepEqual(JSON.parse(long.stdout), {
      companyId: company,
      businessDate: '2027-01-16',
      ticketsIssued: 2,
      steps: [
        { businessDate: '2026-12-01', ticketsIssued: 1 },
        { businessDate: '2027-01-01', ticketsIssued: 1 },
        { businessDate: '2027-01-16', ticketsIssued: 0 },
      ],
    });
    assert.equal(
      long.stderr,
      '2026-12-01, 1 ticket issued\n2027-01-01, 1 ticket issued\n2027-01-16, 0 tickets issued\n',
    );
    assert.equal((await runJson('clock', 'set', ...of, '--date', '2027-02-01')).businessDate, '2027-02-01');
  });

  it('refuses to go back, too far, by zero and to days that do not exist, each with a message', async () => {
    const of = ['--company', String(await companyOn('2026-11-15'))];
    for (const [args, complaint] of [
      [['set', ...of, '--date', '2026-11-14'], /moves forward only/],
      [['set', ...of, '--date', '2026-02-30'], /a day that exists/],
      [['advance', ...of, '--months', '121'], /at most 120 months/],
      [['advance', ...of], /either --days or --months/],
      [['advance', ...of, '--days', '1', '--months', '1'], /either --days or --months/],
      [['show', '--company', '999999'], /no company 999999/],
    ] as const) {
      const { code, stdout, stderr } = await run('clock', ...args);
      assert.deepEqual([code, stdout], [1, ''], args.join(' '));
      assert.match(stderr, complaint);
    }
  });

  it('does not exist for production', async () => {
    for (const args of [['show'], ['advance', '--days', '1'], ['set', '--date', '2030-01-01']]) {
      const { code, stderr } = await production.run('clock', ...args, '--company', '1');
      assert.equal(code, 1);
      assert.match(stderr, /On production every clock runs in real time/);
    }
  });
});

describe('transit subscriptions', () => {
  it('finds the only company and runs every action', async () => {
    const company = await companyOn('2026-11-05');
    const id = await addPerson(sql, company);
    const act = (action: string, ...args: string[]) => runJson('subscriptions', action, String(id), ...args);
    // `subscription` and `plan` as the API shows them.
    assert.deepEqual(await act('enrol'), {
      companyId: company,
      employeeId: id,
      result: { start: '2026-12-01' },
      subscription: {
        status: 'scheduled',
        startAt: null,
        nextTicketAt: '2026-12-01',
        pausedAt: null,
        cancelledAt: null,
        reactivatedAt: null,
      },
      plan: {
        type: 'fully-subsidized-plan',
        contractSigningStatus: null,
        employeeContributionAmount: { label: '0,00\u00a0€', value: 0 },
      },
    });
    assert.equal((await act('issue-now')).result.validFrom, '2026-11-05');
    const paused = await act('pause', '--from', '2027-01', '--until', '2027-02');
    assert.deepEqual(paused.result, { from: '2027-01-01', until: '2027-03-01' });
    assert.equal(paused.subscription.status, 'scheduled-pause');
    assert.equal((await act('resume')).subscription.status, 'active');
    assert.equal((await act('cancel')).result.end, '2026-12-01');
    assert.equal((await act('withdraw')).subscription.status, 'active');
    const offered = await act('change-plan', '--plan', 'split-pay-plan');
    assert.deepEqual(
      [offered.result.offered, offered.plan.contractSigningStatus, offered.result.contributionCents],
      [true, 'pending', 6300],
    );
    assert.equal((await act('revoke')).subscription.status, 'cancelled');
    const shown = await act('show');
    assert.deepEqual(
      [shown.subscription.status, shown.terms[0].ends, shown.tickets.length],
      ['cancelled', [{ on: '2026-11-05', owner: 'person', cause: null }], 1],
    );
    assert.notEqual(shown.tickets[0].voidedAt, null);
  });

  it('states the reason of a refused action', async () => {
    const id = await addPerson(sql, await companyOn('2026-11-05'));
    const { code, stderr } = await run('subscriptions', 'cancel', String(id));
    assert.equal(code, 1);
    assert.match(stderr, /^transit: There is no subscription\.\n$/);
    assert.match((await run('subscriptions', 'show', '999999')).stderr, /There is no employee 999999/);
  });

  it('orders for all waiting people', async () => {
    const company = await companyOn('2026-11-05');
    const integrationId = await createIntegration(sql, company, OPERATOR, {
      name: 'HR',
      type: 'api-integration',
    });
    for (const hrId of ['1', '2']) await addPerson(sql, company, { links: [{ integrationId, hrId }] });
    await addPerson(sql, company);
    const { stdout } = await run('subscriptions', 'enrol-waiting', '--company', String(company));
    assert.equal(stdout, 'Ordered for 2 people.\n');
  });

  it('shows the timeline of a person', async () => {
    const { employeeId, leave } = await createLeaver(sql);
    await leave();
    const { stdout } = await run('subscriptions', 'show', String(employeeId));
    assert.match(stdout, /: scheduled-cancellation on 2026-06-15$/m);
    assert.match(stdout, /^Term 1 from 2026-04-01$/m);
    assert.match(stdout, /ends on 2026-07-01, by the HR system \(omission\)/);
    assert.match(
      stdout,
      /paused from 2026-05-01 until 2026-06-01, by the HR system \(parental 2026-05-01 to 2026-05-31\)/,
    );
    assert.match(stdout, /^ {2}2026-06 {2}TKT-\d{8,} {2}2026-06-01 to 2026-06-30$/m);
  });
});

describe('links to hand out', () => {
  it('lists the wallet links of the current month as a table, as JSON and as CSV without formulas', async () => {
    const company = await companyOn('2026-11-15');
    await addPerson(sql, company, {
      firstName: '=cmd()',
      termStart: '2026-01-01',
      tickets: ['2026-10', '2026-11'],
    });
    await addPerson(sql, company, { tickets: ['2026-10'] });
    const of = ['tickets', 'links', '--company', String(company)];
    const links = await runJson(...of);
    assert.equal(links.length, 1);
    assert.match(links[0].links.apple, /^https:\/\/tickets\.example\.com\/wallet\/[\w.-]+$/);
    assert.equal(links[0].ticketMonth, '2026-11');
    assert.ok((await run(...of)).stdout.includes(links[0].links.google));
    const [, line] = (await run(...of, '--csv')).stdout.split('\n');
    assert.ok(line?.includes(`"'=cmd()"`) && line.includes(`"${links[0].links.apple}"`), line);
  });

  it('lists contracts, with a link for those that wait for an answer', async () => {
    const company = await companyOn('2026-11-05', { planType: 'deferred-plan' });
    const id = await addPerson(sql, company);
    await runJson('subscriptions', 'enrol', String(id));
    const of = ['contracts', 'list', '--company', String(company)];
    const [pending] = await runJson(...of, '--status', 'pending');
    assert.deepEqual([pending.employeeId, pending.reason, pending.status], [id, 'enrolment', 'pending']);
    assert.match(pending.link, /^https:\/\/tickets\.example\.com\/contracts\/[\w.-]+$/);
    assert.deepEqual(await runJson(...of, '--status', 'accepted'), []);
    assert.ok((await run(...of)).stdout.includes(pending.link));
  });
});

describe('statements', () => {
  it('are shown, and exported for a spreadsheet and for payroll; a DATEV file needs its numbers first', async () => {
    const company = await companyOn('2026-11-01', { planType: 'deferred-plan', subsidyCents: 2_500 });
    const integration = await createIntegration(sql, company, OPERATOR, {
      name: 'HR',
      type: 'api-integration',
    });
    await addPerson(sql, company, {
      lastName: 'Özdemir',
      termStart: '2026-11-01',
      links: [{ integrationId: integration, hrId: '0815' }],
    });
    await run('clock', 'advance', '--company', String(company), '--days', '1');
    const of = ['--company', String(company), '--month', '2026-11'];
    const shown = await runJson('statements', 'show', ...of);
    assert.deepEqual(
      [shown.companyId, shown.final, shown.employerShare.value, shown.withheldFromSalary.value],
      [company, false, 25, 34.85],
    );
    assert.deepEqual(
      [shown.data[0].hrIds, shown.data[0].plan, shown.data[0].employeeShare],
      [['0815'], 'deferred-plan', { label: '34,85\u00a0€', value: 34.85 }],
    );
    assert.match(
      (await run('statements', 'show', ...of)).stdout,
      /^all +1 +€63\.00 +€3\.15 +€25\.00 +€0\.00 +€34\.85 +€34\.85$/m,
    );

    const german = await run('statements', 'export', ...of);
    assert.equal(german.stderr, '');
    assert.match(german.stdout, /^"Monat";"Personalnummer";"Nachname";/);
    assert.match(german.stdout, /^"2026-11";"0815";"Özdemir";.*;"34,85";"";"";""\r$/m);
    assert.match(
      (await run('statements', 'export', ...of, '--language', 'en')).stdout,
      /^"2026-11","0815","Özdemir",.*,"34\.85","","",""\r$/m,
    );
    const payroll = ['statements', 'export', ...of, '--format', 'payroll'];
    assert.match((await run(...payroll)).stderr, /no wage type/);
    const columns = 'personnel-number,wage-type,amount,cost-centre';
    await runJson(
      ...['companies', 'set', String(company), '--wage-type', '9052', '--cost-centre', '4711'],
      ...['--payroll-columns', columns, '--address', 'Weg 1\\n04315 Leipzig', '--tax-number', '231/1'],
    );
    const folder = await mkdtemp(join(tmpdir(), 'transit-statement-'));
    after(() => rm(folder, { recursive: true }));
    const output = join(folder, 'lohn.csv');
    assert.deepEqual(await run(...payroll, '--output', output), { code: 0, stdout: '', stderr: '' });
    assert.equal(
      await readFile(output, 'utf8'),
      '\uFEFF"Personalnummer";"Lohnart";"Betrag";"Kostenstelle"\r\n"0815";"9052";"34,85";"4711"\r\n',
    );
    assert.equal((await stat(output)).mode & 0o777, 0o600);
    await sql`delete from hr_links where company_id = ${company}`;
    await sql`update charges set personnel_number = null where company_id = ${company}`;
    assert.match(
      (await run(...payroll)).stderr,
      /^transit: 1 line has no personnel number: \w+ Özdemir \(employee \d+\)\.$/m,
    );
    assert.match((await run(...payroll, '--output', output)).stderr, /exists already/);
    const datev = await run('statements', 'export', ...of, '--format', 'datev-lodas');
    assert.deepEqual([datev.code, datev.stdout], [1, '']);
    assert.match(datev.stderr, /DATEV/);
    assert.match(
      (await run('statements', 'show', '--company', String(company), '--month', '2026-12')).stderr,
      /ahead/,
    );
    const [stored] = await sql<{ address: string }[]>`select address from companies where id = ${company}`;
    assert.equal(stored?.address, 'Weg 1\n04315 Leipzig');
    const cleared = await runJson('companies', 'set', String(company), '--tax-number', '');
    assert.equal(cleared.taxNumber, null);
  });
});

describe("the employees' pages", () => {
  it('have links to hand out, which end when they are renewed', async () => {
    const company = await companyOn('2026-11-05');
    const id = await addPerson(sql, company, { lastName: '=cmd()' });
    const of = ['employees', 'links', '--company', String(company)];
    const [before] = await runJson(...of);
    assert.equal(before.employeeId, id);
    assert.match(before.link, /^https:\/\/tickets\.example\.com\/me\/[\w.-]+$/);
    const [, line] = (await run(...of, '--csv')).stdout.split('\n');
    assert.ok(line?.includes(`"'=cmd()"`) && line.includes(`"${before.link}"`), line);
    assert.deepEqual(await runJson('employees', 'renew-link', String(id)), { employeeId: id });
    const [renewed] = await runJson(...of);
    assert.notEqual(renewed.link, before.link);
  });
});

describe("people's data", () => {
  it('can be exported as one JSON value, or into a folder that only its owner can read', async () => {
    const { employeeId, upload } = await createLeaver(sql);
    const exported = JSON.parse((await run('employees', 'export', String(employeeId))).stdout);
    assert.equal(exported.employee.email, CANARY.email);
    const [document] = exported.documents.filter(({ kind }: { kind: string }) => kind === 'upload');
    assert.equal(document.content, upload.toString('base64'));

    const folder = await mkdtemp(join(tmpdir(), 'transit-export-'));
    after(() => rm(folder, { recursive: true }));
    const output = join(folder, 'person');
    const [pdf, json] = [join(output, `document-${document.id}.pdf`), join(output, 'export.json')];
    const { files } = await runJson('employees', 'export', String(employeeId), '--output', output);
    assert.deepEqual(files, [pdf, json]);
    assert.deepEqual(await readFile(pdf), upload);
    assert.equal((await stat(json)).mode & 0o777, 0o600);
    const again = await run('employees', 'export', String(employeeId), '--output', output);
    assert.match(again.stderr, /^transit: .* cannot be written: EEXIST\.\n$/);
    const written = JSON.parse(await readFile(json, 'utf8'));
    assert.equal(
      written.documents.find(({ kind }: { kind: string }) => kind === 'upload').file,
      `document-${document.id}.pdf`,
    );
  });

  it('can be erased after the configured retention', async () => {
    const { companyId, employeeId, leave, move } = await createLeaver(sql);
    await leave();
    await move('2026-07-01');
    const early = await run('employees', 'erase', String(employeeId));
    assert.equal(early.code, 1);
    assert.match(early.stderr, /it can be erased from 2027-01-01 on/);
    const set = await runJson('companies', 'set', String(companyId), '--retention-months', '0');
    assert.equal(set.retentionMonths, 0);
    const warned = await run('employees', 'erase', String(employeeId));
    assert.equal(warned.code, 1);
    assert.match(warned.stderr, /Payroll has not got all months of 2026/);
    const { erased, documentsDeleted } = await runJson('employees', 'erase', String(employeeId), '--yes');
    assert.equal(erased, true);
    assert.ok(documentsDeleted >= 1);
    assert.match((await run('employees', 'erase', String(employeeId))).stdout, /was erased before/);
  });
});
