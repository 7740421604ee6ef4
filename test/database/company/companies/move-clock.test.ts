import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { revoke } from '../../support/actions.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

async function companyWithOne(today: string, start: string) {
  const company = await TestCompany.create(sql, today);
  const id = await company.addPerson();
  await sql`update employees set term_number = 1, term_start = ${start} where id = ${id}`;
  return { company, id };
}

async function clockOf(company: TestCompany): Promise<string> {
  const [row] = await sql<
    { day: string }[]
  >`select clock_frozen_on as day from companies where id = ${company.id}`;
  return row?.day ?? '';
}

describe('moving the clock', () => {
  it('issues the tickets of every month on the way, in order', async () => {
    const { company, id } = await companyWithOne('2025-12-20', '2026-01-01');
    const steps = await moveClock(sql, 'staging', company.id, OPERATOR, '2026-03-31');
    assert.deepEqual(steps, [
      { businessDate: '2026-01-01', issued: 1 },
      { businessDate: '2026-02-01', issued: 1 },
      { businessDate: '2026-03-01', issued: 1 },
      { businessDate: '2026-03-31', issued: 0 },
    ]);
    assert.deepEqual(await company.ticketMonths(id), ['2026-01', '2026-02', '2026-03']);
    const audit = await sql`
      select details from audit_log where company_id = ${company.id} and action = 'clock-moved'`;
    assert.deepEqual(
      audit.map((row) => row['details']),
      [{ businessDate: '2026-03-31' }],
    );
  });

  it('first issues the tickets that are due on the current day', async () => {
    const { company, id } = await companyWithOne('2026-03-10', '2026-03-01');
    await moveClock(sql, 'staging', company.id, OPERATOR, '2026-04-10');
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04']);
  });

  it('to the current day freezes it there', async () => {
    const { company } = await companyWithOne('2026-03-10', '2026-04-01');
    assert.deepEqual(await moveClock(sql, 'staging', company.id, OPERATOR, '2026-03-10'), [
      { businessDate: '2026-03-10', issued: 0 },
    ]);
  });

  it('never goes back', async () => {
    const { company } = await companyWithOne('2026-03-10', '2026-03-01');
    const before = await company.everything();
    await assert.rejects(
      moveClock(sql, 'staging', company.id, OPERATOR, '2026-03-09'),
      hasCode('clock-cannot-go-back'),
    );
    assert.deepEqual(await company.everything(), before);
  });

  it('is impossible on production', async () => {
    const { company } = await companyWithOne('2026-03-10', '2026-03-01');
    await assert.rejects(
      moveClock(sql, 'production', company.id, OPERATOR, '2026-04-09'),
      hasCode('wrong-environment'),
    );
    assert.equal(await clockOf(company), '2026-03-10');
  });

  it('that is interrupted stays on the last issued month, and continues from there', async () => {
    const { company, id } = await companyWithOne('2026-01-10', '2026-01-01');
    const stopped = moveClock(sql, 'staging', company.id, OPERATOR, '2026-06-10', ({ businessDate }) => {
      if (businessDate === '2026-03-01') throw new Error('stopped');
    });
    await assert.rejects(stopped, /stopped/);
    assert.equal(await clockOf(company), '2026-03-01');
    assert.deepEqual(await company.ticketMonths(id), ['2026-01', '2026-02', '2026-03']);
    await moveClock(sql, 'staging', company.id, OPERATOR, '2026-06-10');
    assert.deepEqual(await company.ticketMonths(id), [
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
  });

  it('by two users at once issues every month once', async () => {
    const { company, id } = await companyWithOne('2026-01-10', '2026-01-01');
    await Promise.allSettled([
      moveClock(sql, 'staging', company.id, OPERATOR, '2026-05-10'),
      moveClock(sql, 'staging', company.id, OPERATOR, '2026-05-10'),
    ]);
    assert.deepEqual(await company.ticketMonths(id), ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']);
  });
});

describe('the business date', () => {
  /** The function of the service, with a given moment instead of now. */
  async function businessDateAt(moment: string, timeZone: string): Promise<string> {
    const [row] = await sql<{ definition: string }[]>`
      select pg_get_functiondef('business_date'::regproc) as definition`;
    const definition = (row?.definition ?? '').replace('business_date', 'business_date_at');
    assert.match(definition, /now\(\)/);
    await sql.unsafe(definition.replaceAll('now()', `timestamptz '${moment}'`));
    const [result] = await sql<{ day: string }[]>`select business_date_at(${timeZone}, null) as day`;
    return result?.day ?? '';
  }

  for (const [moment, timeZone, day] of [
    ['2026-03-31T22:30Z', 'Europe/Berlin', '2026-04-01'],
    ['2026-03-31T21:59:59Z', 'Europe/Berlin', '2026-03-31'],
    ['2026-03-31T22:30Z', 'Europe/London', '2026-03-31'],
    // Winter time begins on 2026-10-25, so midnight is an hour later in UTC from then on.
    ['2026-10-31T22:30Z', 'Europe/Berlin', '2026-10-31'],
    ['2026-10-31T23:00Z', 'Europe/Berlin', '2026-11-01'],
    ['2026-03-28T22:59Z', 'Europe/Berlin', '2026-03-28'],
    ['2026-03-28T23:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T22:00Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-10-24T22:00Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T22:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2028-02-29T22:59Z', 'Europe/Berlin', '2028-02-29'],
    ['2028-02-29T23:00Z', 'Europe/Berlin', '2028-03-01'],
    ['2026-12-31T10:00Z', 'Pacific/Kiritimati', '2027-01-01'],
    ['2027-01-01T10:59Z', 'Pacific/Pago_Pago', '2026-12-31'],
  ] as const)
    it(`at ${moment} in ${timeZone} is ${day}`, async () => {
      assert.equal(await businessDateAt(moment, timeZone), day);
    });

  it('does not return to a month that is over when the company moves west in the night of a first', async () => {
    const { company, id } = await companyWithOne('2026-03-10', '2026-03-01');
    await company.on('2026-04-01');
    // In the new time zone it is still the day before.
    await sql`update companies set clock_frozen_on = '2026-03-31' where id = ${company.id}`;
    assert.equal(await company.open(async (_tx, day) => day.today), '2026-04-01');
    // Revoking ends the ticket of April, which has been issued.
    await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR));
    assert.deepEqual(await company.ticketMonths(id), ['2026-03']);
  });

  it('follows the real clock if it is not frozen: it differs between time zones', async () => {
    const company = await TestCompany.create(sql, '2026-03-10');
    const today = async (timeZone: string) => {
      // Nothing counts as issued: on a first of a month the day would not go back to the west.
      await sql`
        update companies set clock_frozen_on = null, issued_through = null, time_zone = ${timeZone}
          where id = ${company.id}`;
      return await company.open(async (_tx, day) => day.today);
    };
    const wallDay = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });
    const before = wallDay('Pacific/Kiritimati');
    const east = await today('Pacific/Kiritimati');
    assert(east >= before && east <= wallDay('Pacific/Kiritimati'));
    const west = await today('Pacific/Pago_Pago');
    assert(west < east);
  });
});
