import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, test } from 'node:test';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { setDatevClients } from '../../../../src/company/datev/set-datev-clients.ts';
import { selectOpenYears } from '../../../../src/company/handovers/open-years.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { issueAgain } from '../../../../src/tickets/issue/issue-again.ts';
import { type Answer, createPortalUser } from '../../portal/portal.ts';
import { revoke } from '../../support/actions.ts';
import { commandLineOn } from '../../support/command-line.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { DATEV_CLIENT, fileReader, subscribe } from '../statements/payroll-company.ts';

const database = await createTestDatabase();
const service = await createTestService({}, database);
const { sql } = service.database;

const FORMATS = ['payroll', 'tax-free', 'datev-lodas', 'datev-lug'] as const;

function assertRefused(answer: Answer, reason: string) {
  assertProblem(answer, 409, 'conflict');
  assert.equal(answer.json().reason, reason);
}

const set = (companyId: number, settings: CompanySettings) =>
  sql.begin((tx) => setCompany(tx, companyId, OPERATOR, settings));

/** March 2026: price 63.00, subsidy 25.00, so each of them pays 34.85. */
async function payrollCompany() {
  const start = '2026-03-01';
  const company = await TestCompany.create(sql, start, { subsidyCents: 2_500 });
  const abel = await subscribe(company, 'Abel', { plan: 'deferred-plan', start, hrId: '1' });
  const brandt = await subscribe(company, 'Brandt', { plan: 'deferred-plan', start, hrId: '2' });
  await sql.begin((tx) => setDatevClients(tx, company.id, OPERATOR, () => [DATEV_CLIENT]));
  await set(company.id, { payrollColumns: ['personnel-number', 'last-name', 'amount', 'month'] });
  await company.on('2026-03-10');
  const { user, read } = await fileReader(service, company.id);
  const preview = async (month: string) => {
    const answer = await user.send(`/costs/${month}/handover?language=en`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const handOver = async (month: string) => {
    const { mark } = await preview(month);
    return await user.send(`/costs/${month}/handover`, { method: 'POST', body: { mark, language: 'en' } });
  };
  const months = async () =>
    (await user.send('/costs/payroll-months')).json().data as {
      month: string;
      state: string;
      corrections: number;
      handover: {
        by: { name: string };
        digests: { format: string; digest: string }[];
        figures: Record<string, number>;
      } | null;
    }[];
  const states = async () => (await months()).map(({ month, state }) => [month, state]);
  const takeBack = (month: string) =>
    user.send(`/costs/${month}/handover/take-back`, { method: 'POST', body: { reason: 'wrong month' } });
  /** Somebody who gets the running month's ticket today. */
  const newcomer = async (name: string, hrId: string) => {
    const [today] = await sql<{ day: string }[]>`
      select clock_frozen_on as day from companies where id = ${company.id}`;
    const id = await subscribe(company, name, { plan: 'deferred-plan', start: today?.day ?? '', hrId });
    await company.open((tx, day) => issueAgain(tx, day, id));
    return id;
  };
  const refund = (id: number) => sql.begin((tx) => revoke(tx, company.id, id, OPERATOR, { refund: true }));
  const bytes = async (month: string, language = 'en') => {
    const files: Record<string, Buffer> = {};
    for (const format of FORMATS) {
      const answer = await user.send(`/costs/${month}/file?format=${format}&language=${language}`);
      assert.equal(answer.statusCode, 200, answer.body);
      files[format] = answer.rawPayload;
    }
    return files;
  };
  return {
    ...{
      company,
      abel,
      brandt,
      user,
      read,
      preview,
      handOver,
      months,
      states,
      takeBack,
      newcomer,
      refund,
      bytes,
    },
  };
}

test('years are open until payroll has all months of them; without handovers the running year is', async () => {
  const { company, abel, handOver } = await payrollCompany();
  const open = () => selectOpenYears(sql, company.id, abel);
  assert.deepEqual(await open(), [2026]);
  await company.on('2027-01-15');
  assert.deepEqual(await open(), [2027]);
  for (let month = 3; month <= 12; month++) {
    const answer = await handOver(`2026-${String(month).padStart(2, '0')}`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(await open(), month < 12 ? [2026, 2027] : [2027]);
  }
});

test('the costs of a person are listed from the newest month to the oldest', async () => {
  const { company, abel, user } = await payrollCompany();
  await company.on('2026-05-02');
  const { data } = (await user.send(`/employees/${abel}/costs`)).json();
  assert.deepEqual(
    data.map(({ month }: { month: string }) => month),
    ['2026-05', '2026-04', '2026-03'],
  );
});

describe('a month that was handed over', () => {
  it('names who handed it over, and its digests are those of the files', async () => {
    const { handOver, months, user, bytes } = await payrollCompany();
    assert.equal((await handOver('2026-03')).statusCode, 200);
    const [month] = await months();
    assert.equal(month?.state, 'handed-over');
    assert.equal(month.handover?.by.name, user.email);
    assert.deepEqual(month.handover.figures, {
      ...{ people: 2, tickets: 2, withheldCents: 6_970, taxFreeCents: 5_000, earlierYearCents: 0 },
    });
    const files = await bytes('2026-03');
    assert.deepEqual(
      month.handover?.digests,
      FORMATS.map((format) => ({
        format,
        digest: createHash('sha256')
          .update(files[format] ?? '')
          .digest('hex'),
      })),
    );
  });

  it('keeps its files to the byte, whatever changes later', async () => {
    const { company, abel, brandt, handOver, newcomer, refund, bytes } = await payrollCompany();
    await handOver('2026-03');
    const before = await bytes('2026-03');
    await newcomer('Aaron', '3');
    await refund(abel);
    await sql`update employees set last_name = 'Zuse' where company_id = ${company.id} and id = ${brandt}`;
    await sql`update hr_links set hr_id = '99' where company_id = ${company.id} and employee_id = ${brandt}`;
    await set(company.id, {
      taxFreeBasis: '96-percent',
      deferredShares: 'conversion',
      costCentre: '4711',
      wageType: '1',
      payrollColumns: ['amount'],
    });
    await sql.begin((tx) =>
      setDatevClients(tx, company.id, OPERATOR, () => [
        { ...DATEV_CLIENT, clientNumber: 1, taxFreeWageType: 1 },
      ]),
    );
    assert.deepEqual(await bytes('2026-03', 'de'), before);
  });

  it('loses only the name and the number of somebody who is erased', async () => {
    const { company, abel, handOver, read } = await payrollCompany();
    await handOver('2026-03');
    await set(company.id, { retentionMonths: 0 });
    await sql`update hr_links set ended_at = '2026-03-10' where company_id = ${company.id} and employee_id = ${abel}`;
    await sql`update employees set term_end_person = '2026-03-10' where company_id = ${company.id} and id = ${abel}`;
    await company.on('2026-04-10');
    await sql.begin((tx) => eraseEmployee(tx, company.id, abel, OPERATOR));
    const rows = await read('/costs/2026-03/file?format=tax-free');
    assert.deepEqual(
      rows.map((row) => [row['Last name'], row['Personnel number'], row['Tax-free (line 17)']]),
      [
        ['Brandt', '2', '25.00'],
        ['erased person', '', '25.00'],
      ],
    );
  });

  it('keeps a personnel number that was missing as it was handed over', async () => {
    const { company, abel, handOver, read } = await payrollCompany();
    await sql`update charges set personnel_number = null where company_id = ${company.id}`;
    await sql`delete from hr_links where company_id = ${company.id} and employee_id = ${abel}`;
    assert.equal((await handOver('2026-03')).statusCode, 200);
    await sql`
      update employees set payroll = '{"personnelNumber": "77"}' where company_id = ${company.id} and id = ${abel}`;
    const rows = await read('/costs/2026-03/file?format=payroll');
    assert.deepEqual(
      rows.map((row) => row['Personnel number']),
      ['', '2'],
    );
  });
});

describe('what is booked after the handover', () => {
  it('is in the files of the next month, as a correction of its month', async () => {
    const { abel, company, handOver, newcomer, refund, months, preview, read, user } = await payrollCompany();
    await handOver('2026-03');
    await newcomer('Celik', '3');
    await refund(abel);
    assert.equal((await months())[0]?.corrections, 2);
    await company.on('2026-04-10');
    const { corrections, people, withheldCents } = await preview('2026-04');
    assert.deepEqual([people, withheldCents], [3, 2 * 3_485]);
    assert.deepEqual(
      corrections.lines.map((line: Record<string, unknown>) => [
        line['lastName'],
        line['month'],
        line['withheldCents'],
      ]),
      [
        ['Abel', '2026-03', -3_485],
        ['Celik', '2026-03', 3_485],
      ],
    );
    const rows = await read('/costs/2026-04/file?format=payroll');
    assert.deepEqual(
      rows.map((row) => [row['Last name'], row['Month'], row['Amount']]),
      [
        ['Abel', '2026-03', '-34.85'],
        ['Brandt', '2026-04', '34.85'],
        ['Celik', '2026-03', '34.85'],
        ['Celik', '2026-04', '34.85'],
      ],
    );
    const lodas = (await user.send('/costs/2026-04/file?format=datev-lodas')).body.split('\r\n');
    assert.deepEqual(lodas.slice(11, -1), [
      '1;01/03/2026;1;9010;3;-34,85;;',
      '1;01/03/2026;1;9020;2;-25,00;;',
      '1;01/04/2026;2;9010;3;34,85;;',
      '1;01/04/2026;2;9020;2;25,00;;',
      '1;01/03/2026;3;9010;3;34,85;;',
      '1;01/03/2026;3;9020;2;25,00;;',
      '1;01/04/2026;3;9010;3;34,85;;',
      '1;01/04/2026;3;9020;2;25,00;;',
    ]);
    // Lohn und Gehalt has no periods: one amount a person and wage type.
    const lug = await user.send('/costs/2026-04/file?format=datev-lug');
    assert.match(lug.body, /3;9010;69,70;\r\n3;9020;50,00;\r\n/);
  });

  it('is valued as its month was handed over, so that a refund is to the cent what was booked', async () => {
    const { abel, company, handOver, refund, read } = await payrollCompany();
    await set(company.id, { taxFreeBasis: '96-percent' });
    await handOver('2026-03');
    await set(company.id, { taxFreeBasis: 'nominal' });
    await refund(abel);
    await company.on('2026-04-10');
    const rows = await read('/costs/2026-04/file?format=tax-free');
    assert.deepEqual(
      rows.map((row) => [row['Last name'], row['Month'], row['Tax-free (line 17)']]),
      [
        ['Abel', '2026-03', '-22.61'],
        ['Brandt', '2026-04', '25.00'],
      ],
    );
    const year = await read('/costs/years/2026/tax-free');
    assert.deepEqual(
      year.map((row) => [row['Last name'], row['Tax-free (line 17)']]),
      [
        ['Abel', '0.00'],
        ['Brandt', '47.61'],
      ],
    );
  });

  it('belongs to the earlier year after December was handed over', async () => {
    const { company, handOver, newcomer, read, preview } = await payrollCompany();
    await company.on('2026-12-10');
    await handOver('2026-12');
    await newcomer('Celik', '3');
    await company.on('2027-01-10');
    const rows = await read('/costs/2027-01/file?format=tax-free');
    assert.deepEqual(
      rows
        .filter((row) => row['Last name'] === 'Celik')
        .map((row) => [row['Month'], row['Tax-free (line 17)'], row['Correction of an earlier year']]),
      [
        ['2026-12', '0.00', '25.00'],
        ['2027-01', '25.00', '0.00'],
      ],
    );
    // The sums of the two columns.
    const { taxFreeCents, earlierYearCents } = await preview('2027-01');
    assert.deepEqual([taxFreeCents, earlierYearCents], [3 * 2_500, 2_500]);
    const year = await read('/costs/years/2026/tax-free');
    assert.deepEqual(
      year.filter((row) => row['Last name'] === 'Celik').map((row) => row['of that booked after the year']),
      ['25.00'],
    );
  });

  it('changes no statement: those stay by the month of the ticket', async () => {
    const { company, handOver, newcomer, user } = await payrollCompany();
    await handOver('2026-03');
    await newcomer('Celik', '3');
    await company.on('2026-04-10');
    const tickets = async (month: string) => (await user.send(`/costs/${month}`)).json().data.totals.tickets;
    assert.deepEqual([await tickets('2026-03'), await tickets('2026-04')], [3, 3]);
  });
});

test('of a handover and refunds at the same time, each refund is in the file or a correction of it', async () => {
  const { company, handOver, bytes, refund, preview } = await payrollCompany();
  const people: number[] = [];
  for (let number = 0; number < 8; number++)
    people.push(
      await subscribe(company, `P${number}`, {
        plan: 'deferred-plan',
        start: '2026-04-01',
        hrId: `9${number}`,
      }),
    );
  await company.on('2026-04-10');
  const attempts = [...people.map((id) => refund(id)), handOver('2026-04'), handOver('2026-04')];
  await Promise.allSettled(attempts);
  // A refund in between makes the preview outdated, so somebody looks again.
  await handOver('2026-04');
  const before = await bytes('2026-04');
  await Promise.allSettled(people.map((id) => refund(id)));
  assert.deepEqual(await bytes('2026-04'), before);
  await company.on('2026-05-10');
  const sums = await Promise.all(
    ['2026-03', '2026-04', '2026-05'].map(async (month) => (await preview(month)).withheldCents),
  );
  const [charged] = await sql<{ cents: number }[]>`
    select sum(employee_cents)::int as cents from charges where company_id = ${company.id}`;
  assert.equal(
    sums.reduce((sum, cents) => sum + cents, 0),
    charged?.cents,
  );
});

describe('the order', () => {
  it('begins with any month; those before were handed over in another way', async () => {
    const { company, handOver, states } = await payrollCompany();
    await company.on('2026-06-10');
    assert.deepEqual(await states(), [
      ['2026-06', 'ready'],
      ['2026-05', 'ready'],
      ['2026-04', 'ready'],
      ['2026-03', 'ready'],
    ]);
    await handOver('2026-04');
    assert.deepEqual(await states(), [
      ['2026-06', 'ready'],
      ['2026-05', 'ready'],
      ['2026-04', 'handed-over'],
      ['2026-03', 'earlier'],
    ]);
    assertRefused(await handOver('2026-06'), 'earlier-month-first');
    assertRefused(await handOver('2026-03'), 'month-handed-over');
    assertRefused(await handOver('2026-04'), 'month-handed-over');
    for (const month of ['2026-05', '2026-06']) assert.equal((await handOver(month)).statusCode, 200);
  });

  it('leaves out months without lines', async () => {
    const { company, handOver, states } = await payrollCompany();
    await handOver('2026-03');
    await sql`update employees set term_end_person = '2026-03-20' where company_id = ${company.id}`;
    await company.on('2026-05-05');
    await sql`update employees set term_end_person = null where company_id = ${company.id}`;
    await company.on('2026-06-05');
    assert.deepEqual(await states(), [
      ['2026-06', 'ready'],
      ['2026-03', 'handed-over'],
    ]);
    assertRefused(await handOver('2026-05'), 'nothing-to-hand-over');
    assert.equal((await handOver('2026-06')).statusCode, 200);
  });

  it('takes only the last handover back, with a reason, and what came later is a part of the month again', async () => {
    const { company, handOver, newcomer, takeBack, states, months, preview, user } = await payrollCompany();
    await handOver('2026-03');
    await newcomer('Celik', '3');
    await company.on('2026-04-10');
    await handOver('2026-04');
    assertRefused(await takeBack('2026-03'), 'later-month-handed-over');
    assert.equal((await takeBack('2026-04')).statusCode, 204);
    assert.equal((await takeBack('2026-03')).statusCode, 204);
    assertProblem(await takeBack('2026-03'), 404, 'not-found');
    assert.deepEqual(await states(), [
      ['2026-04', 'ready'],
      ['2026-03', 'ready'],
    ]);
    assert.ok((await months()).every(({ corrections }) => corrections === 0));
    assert.equal((await preview('2026-03')).people, 3);
    const admin = await createPortalUser(service, company.id, 'admin');
    const log = (await admin.send('/audit-log?actions=handover-taken-back')).json().data.data;
    assert.deepEqual(
      log.map(
        ({ details, actor }: { details: { month: string; reason: string }; actor: { name: string } }) => [
          details.month,
          details.reason,
          actor.name,
        ],
      ),
      [
        ['2026-03', 'wrong month', user.email],
        ['2026-04', 'wrong month', user.email],
      ],
    );
  });
});

describe('handing over', () => {
  it('is refused if the files are others than those of the preview', async () => {
    const { preview, refund, abel, user } = await payrollCompany();
    const { mark } = await preview('2026-03');
    await refund(abel);
    const answer = await user.send('/costs/2026-03/handover', { method: 'POST', body: { mark } });
    assertRefused(answer, 'month-changed');
  });

  it('is not possible ahead', async () => {
    const { user } = await payrollCompany();
    assertProblem(await user.send('/costs/2026-04/handover'), 404, 'not-found');
    const body = { mark: '0'.repeat(64) };
    const answer = await user.send('/costs/2026-04/handover', { method: 'POST', body });
    assertProblem(answer, 404, 'not-found');
  });

  it('says which file cannot be written, which is then written with the settings of later', async () => {
    const { company, preview, handOver, months, user } = await payrollCompany();
    const withoutKeys = { ...DATEV_CLIENT, withheldKey: null, taxFreeKey: null };
    await sql.begin((tx) => setDatevClients(tx, company.id, OPERATOR, () => [withoutKeys]));
    const { files } = await preview('2026-03');
    assert.deepEqual(
      files.map(({ format, refusal }: { format: string; refusal: { reason: string } | null }) => [
        format,
        refusal?.reason,
      ]),
      [
        ['payroll', undefined],
        ['tax-free', undefined],
        ['datev-lodas', 'datev-key-missing'],
        ['datev-lug', undefined],
      ],
    );
    await handOver('2026-03');
    const digests = (await months())[0]?.handover?.digests.map(({ format }) => format);
    assert.deepEqual(digests, ['payroll', 'tax-free', 'datev-lug']);
    await sql.begin((tx) => setDatevClients(tx, company.id, OPERATOR, () => [DATEV_CLIENT]));
    assert.equal((await user.send('/costs/2026-03/file?format=datev-lodas')).statusCode, 200);
  });

  it('is ready from the payroll day on', async () => {
    const { company, states } = await payrollCompany();
    await set(company.id, { payrollDay: 15 });
    assert.deepEqual(await states(), [['2026-03', 'running']]);
    await company.on('2026-03-15');
    assert.deepEqual(await states(), [['2026-03', 'ready']]);
  });
});

test('the command line shows, hands over and writes the same bytes', async () => {
  const { company, bytes } = await payrollCompany();
  const { run } = commandLineOn(database);
  const of = ['--company', String(company.id), '--month', '2026-03'];
  const refusal = await run('statements', 'hand-over', ...of);
  assert.equal(refusal.code, 1);
  assert.match(refusal.stderr, /--yes/);
  const { stdout } = await run('statements', 'hand-over', ...of, '--yes');
  assert.match(stdout, /2026-03: 2 people, 2 tickets, €69\.70 withheld/);
  const { stdout: shown } = await run('statements', 'show', ...of);
  assert.match(shown, /Handed over on .* by the operator\. Its files: 2 people, 2 tickets, €69\.70 withheld/);
  const folder = await mkdtemp(join(tmpdir(), 'transit-handover-'));
  after(() => rm(folder, { recursive: true }));
  const output = join(folder, 'payroll.csv');
  await run('statements', 'export', ...of, '--format', 'payroll', '--output', output);
  assert.deepEqual(await readFile(output), (await bytes('2026-03'))['payroll']);
  const back = await run('statements', 'take-back', ...of, '--reason', 'tested');
  assert.match(back.stdout, /taken back/);
});
