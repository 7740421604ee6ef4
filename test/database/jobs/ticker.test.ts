import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../../src/accounts/create-user.ts';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { JOBS } from '../../../src/jobs/jobs.ts';
import { createTicker } from '../../../src/jobs/ticker.ts';
import { until } from '../../pure/support/until.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { shows, TestCompany } from '../support/test-company.ts';
import { createTestDatabase } from '../support/test-database.ts';

const { sql } = await createTestDatabase();

function logBook() {
  const lines: { level: string; values: Record<string, unknown>; message: string }[] = [];
  const write = (level: string) => (values: object, message: string) => {
    lines.push({ level, values: { ...values }, message });
  };
  return { lines, log: { info: write('info'), error: write('error') } };
}

/** Creates a company with its clock frozen on that day and some subscribers. */
async function companyOn(day: string, subscribers = 1): Promise<number> {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  await freezeClock(sql, id, day);
  for (let count = 0; count < subscribers; count++) await addPerson(sql, id, { termStart: '2026-01-01' });
  return id;
}

async function ticketsOf(companyId: number): Promise<string[]> {
  const rows = await sql<{ month: string }[]>`
    select to_char(month, 'YYYY-MM') as month from tickets where company_id = ${companyId}
      order by month, employee_id`;
  return rows.map(({ month }) => month);
}

describe('the ticker', () => {
  it('issues the current month at start-up, and the next month when it begins', async () => {
    const id = await companyOn('2026-11-15', 2);
    const { log, lines } = logBook();
    // Other jobs issue due tickets too before they do their work.
    const jobs = { 'issue-due-tickets': JOBS['issue-due-tickets'] };
    const ticker = createTicker({ sql, log, everyMs: 20, jobs });
    ticker.start();
    try {
      await until('two tickets are issued', async () => (await ticketsOf(id)).length === 2);
      await freezeClock(sql, id, '2026-12-01');
      await until('four tickets are issued', async () => (await ticketsOf(id)).length === 4);
    } finally {
      await ticker.stop();
    }
    assert.deepEqual(await ticketsOf(id), ['2026-11', '2026-11', '2026-12', '2026-12']);
    assert.deepEqual(
      lines.filter(({ values }) => values['companyId'] === id),
      [2, 2].map((issued) => ({
        level: 'info',
        values: { companyId: id, issued },
        message: 'monthly tickets issued',
      })),
    );
  });

  it('does not issue tickets that are not due', async () => {
    const id = await companyOn('2026-11-15');
    const { log } = logBook();
    const signal = new AbortController().signal;
    await JOBS['issue-due-tickets']({ sql, log, signal });
    await freezeClock(sql, id, '2026-11-30');
    await JOBS['issue-due-tickets']({ sql, log, signal });
    assert.deepEqual(await ticketsOf(id), ['2026-11']);
  });

  it('begins the term that follows a gap when the earlier term has ended', async () => {
    const company = await TestCompany.create(sql, '2026-01-01');
    const id = await company.addPerson();
    await company.roster([{ id, facts: { terminationDate: '2026-03-31' } }]);
    await company.on('2026-03-25');
    await company.roster([{ id, facts: { startDate: '2026-06-10' } }]);
    const { log } = logBook();
    const tick = () => JOBS['issue-due-tickets']({ sql, log, signal: new AbortController().signal });
    await tick();
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: '2026-07-01' });
    await freezeClock(sql, company.id, '2026-04-01');
    await tick();
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-07-01' });
    await freezeClock(sql, company.id, '2026-07-03');
    await tick();
    shows(await company.read(id), { status: 'active', startAt: '2026-07-01', ticketMonth: '2026-07' });
  });

  it('issues each ticket once when several nodes tick at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => companyOn('2026-11-01', 3)));
    const { log, lines } = logBook();
    const signal = new AbortController().signal;
    await Promise.all(Array.from({ length: 4 }, () => JOBS['issue-due-tickets']({ sql, log, signal })));
    for (const id of ids) assert.deepEqual(await ticketsOf(id), ['2026-11', '2026-11', '2026-11']);
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('continues with the other companies when one fails, and tries it again at the next tick', async () => {
    const broken = await companyOn('2026-11-01');
    const fine = await companyOn('2026-11-01');
    await sql.unsafe(`
      create function refuse_tickets() returns trigger language plpgsql as
        $$ begin raise exception 'refused for Ada Lovelace'; end $$`);
    await sql.unsafe(`
      create trigger refuse before insert on tickets for each row when (new.company_id = ${broken})
        execute function refuse_tickets()`);
    const { log, lines } = logBook();
    const ticker = createTicker({ sql, log, everyMs: 20, jobs: JOBS });
    ticker.start();
    try {
      const failures = () =>
        lines.filter(({ level, values }) => level === 'error' && values['companyId'] === broken);
      await until('two rounds have failed', () => failures().length >= 2);
      assert.deepEqual(await ticketsOf(fine), ['2026-11']);
      await sql`drop trigger refuse on tickets`;
      await until('the ticket is issued', async () => (await ticketsOf(broken)).length === 1);
    } finally {
      await ticker.stop();
    }
  });

  it('skips a company while a roster is being applied to it', async () => {
    const busy = await companyOn('2026-11-01');
    const idle = await companyOn('2026-11-01');
    const roster = await sql.reserve();
    await roster`begin`;
    await roster`select from companies where id = ${busy} for no key update`;
    const { log, lines } = logBook();
    const signal = new AbortController().signal;
    try {
      await JOBS['issue-due-tickets']({ sql, log, signal });
    } finally {
      await roster`rollback`;
      roster.release();
    }
    assert.deepEqual([await ticketsOf(busy), await ticketsOf(idle)], [[], ['2026-11']]);
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
    );
    await JOBS['issue-due-tickets']({ sql, log, signal });
    assert.deepEqual(await ticketsOf(busy), ['2026-11']);
  });

  it('waits for the running job when it is stopped, and starts no other', async () => {
    let began = 0;
    let ended = 0;
    const slow = async () => {
      began++;
      await sleep(100);
      ended++;
    };
    const { log } = logBook();
    const ticker = createTicker({ sql, log, everyMs: 1, jobs: { first: slow, second: slow } });
    ticker.start();
    await ticker.stop();
    assert.deepEqual([began, ended], [1, 1]);
    await sleep(120);
    assert.equal(began, 1);
  });

  it('can be stopped before it was started', async () => {
    await createTicker({ sql, log: logBook().log, everyMs: 1, jobs: {} }).stop();
  });

  it('survives a failing job, and logs its name', async () => {
    let rounds = 0;
    const jobs = {
      broken: async () => {
        throw new Error('broken');
      },
      counted: async () => {
        rounds++;
      },
    };
    const { log, lines } = logBook();
    const ticker = createTicker({ sql, log, everyMs: 1, jobs });
    ticker.start();
    await until('three rounds have passed', () => rounds >= 3);
    await ticker.stop();
    assert.deepEqual([lines[0]?.level, lines[0]?.values['job']], ['error', 'broken']);
  });

  it('deletes only expired portal sessions', async () => {
    const company = await companyOn('2026-11-15', 0);
    const user = await createUser(sql, company, OPERATOR, { email: 'admin@example.com', role: 'admin' });
    await sql`
      insert into portal_sessions (token_digest, user_id, expires_at)
      values (sha256('old'), ${user.id}, now() - interval '1 second'),
        (sha256('new'), ${user.id}, now() + interval '1 hour')`;
    await JOBS['sweep-expired-sessions']({
      sql,
      log: logBook().log,
      signal: new AbortController().signal,
    });
    const left = await sql<
      { kept: boolean }[]
    >`select token_digest = sha256('new') as kept from portal_sessions`;
    assert.deepEqual(
      left.map(({ kept }) => kept),
      [true],
    );
  });
});
