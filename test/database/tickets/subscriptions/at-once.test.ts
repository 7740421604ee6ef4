import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { cancel, issueNow, pause, revoke } from '../../support/actions.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

async function active() {
  const company = await TestCompany.create(sql, '2026-03-01');
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  await company.on('2026-03-05');
  shows(await company.read(id), { status: 'active' });
  return { company, id };
}

describe('two transactions at once', () => {
  it('for one person: the second waits, and decides on the result of the first', async () => {
    const { company, id } = await active();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => sql.begin((tx) => cancel(tx, company.id, id, OPERATOR))),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert(hasCode('transition-refused')(outcome.reason));
    const audit = await sql`
      select from audit_log where company_id = ${company.id} and action = 'subscription-cancelled'`;
    assert.equal(audit.length, 1);
  });

  it('a sync that locks the company delays an action by two seconds, then the action is refused', async () => {
    const { company, id } = await active();
    const before = await company.everything();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const sync = sql.begin((tx) =>
      inDay(tx, company.id, 'unlimited', async () => {
        isHeld();
        await released;
      }),
    );
    await held;
    const begin = performance.now();
    await assert.rejects(
      sql.begin((tx) => pause(tx, company.id, id, OPERATOR)),
      hasCode('sync-in-progress'),
    );
    const waited = performance.now() - begin;
    assert(waited >= 1_900, `${waited} ms`);
    const other = await active();
    await sql.begin((tx) => pause(tx, other.company.id, other.id, OPERATOR));
    release();
    await sync;
    assert.deepEqual(await company.everything(), before);
    await sql.begin((tx) => pause(tx, company.id, id, OPERATOR));
    shows(await company.read(id), { status: 'scheduled-pause' });
  });

  it('an action succeeds after a short wait for the lock', async () => {
    const { company, id } = await active();
    const sync = sql.begin((tx) =>
      inDay(tx, company.id, 'unlimited', async () => {
        await tx`select pg_sleep(0.5)`;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql.begin((tx) => pause(tx, company.id, id, OPERATOR));
    await sync;
  });
});

describe('the ticket of the current month', () => {
  it('can be revoked and issued again by hand: a new ticket replaces the void one', async () => {
    const { company, id } = await active();
    const revoked = await company.tickets(id);
    await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR));
    assert.deepEqual(await company.ticketMonths(id), []);
    await assert.rejects(
      sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR)),
      hasCode('transition-refused'),
    );
    await sql`update employees set term_end_person = null where company_id = ${company.id}`;
    await sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR));
    const tickets = await company.tickets(id);
    assert.deepEqual(
      tickets.map(({ month, validFrom, validUntil, isVoid }) => [month, validFrom, validUntil, isVoid]),
      [
        ['2026-03', '2026-03-01', '2026-03-31', true],
        ['2026-03', '2026-03-05', '2026-03-31', false],
      ],
    );
    assert.equal(tickets[0]?.id, revoked[0]?.id);
  });

  it('cannot be issued twice by hand, nor before the employment begins, nor during a pause', async () => {
    const { company, id } = await active();
    const now = (who: number) => sql.begin((tx) => issueNow(tx, company.id, who, OPERATOR));
    await assert.rejects(now(id), hasCode('transition-refused'));
    const later = await company.addPerson();
    await company.roster([{ id: later, facts: { startDate: '2026-03-20' } }]);
    await assert.rejects(now(later), hasCode('transition-refused'));
    const away = await company.addPerson();
    await company.roster([{ id: away, facts: { startDate: '2026-04-10' } }]);
    await sql.begin((tx) => pause(tx, company.id, away, OPERATOR, { fromMonth: '2026-04' }));
    await company.on('2026-04-15');
    shows(await company.read(away), { status: 'scheduled' });
    await assert.rejects(now(away), hasCode('transition-refused'));
    assert.deepEqual(await company.ticketMonths(away), []);
  });

  it('can be issued by hand once no listed absence pauses the month, and not before', async () => {
    const { company, id } = await active();
    const leave = { type: 'parental-leave', startDate: '2026-03-10', endDate: null };
    await company.roster([{ id, facts: { absences: [leave] } }]);
    await company.on('2026-04-15');
    const now = () => sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR));
    await assert.rejects(now(), hasCode('transition-refused'));
    await company.roster([{ id, facts: { absences: [] } }]);
    shows(await company.read(id), { status: 'paused', nextTicketAt: '2026-05-01' });
    await sql.begin((tx) =>
      pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-05', untilMonth: '2026-05' }),
    );
    await now();
    shows(await company.read(id), {
      status: 'scheduled-pause',
      ticketMonth: '2026-04',
      ticketValidFrom: '2026-04-15',
      reactivatedAt: '2026-04-15',
    });
    await company.on('2026-05-15');
    await assert.rejects(now(), hasCode('transition-refused'), 'a person has paused May');
  });

  it('can be issued by hand for a person whose subscription would start later', async () => {
    const { company } = await active();
    const id = await company.addPerson();
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-04-01' });
    await sql.begin((tx) => issueNow(tx, company.id, id, OPERATOR));
    shows(await company.read(id), { status: 'active', startAt: '2026-03-05', ticketValidFrom: '2026-03-05' });
    await company.roster([{ id, facts: { startDate: '2026-09-01' } }]);
    await company.on('2026-05-01');
    assert.deepEqual(await company.ticketMonths(id), ['2026-03', '2026-04', '2026-05']);
  });
});
