import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { enrol } from '../../support/actions.ts';
import { type Facts, shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const leave = [{ type: 'sabbatical', startDate: '2026-05-01', endDate: '2026-05-31' }];
const laterLeave = [{ type: 'sabbatical', startDate: '2026-08-01', endDate: '2026-08-31' }];

/** Creates a person whom two HR systems list, active since January. The first link is older. */
async function listedTwice(first: Facts = {}, second: Facts = {}) {
  const company = await TestCompany.create(sql, '2026-01-01', { integrations: 3 });
  const id = await company.addPerson();
  await company.roster([{ id, facts: first }]);
  await company.roster([{ id, integration: 1, facts: second }]);
  await company.on('2026-03-10');
  return { company, id };
}

describe('a person whom two HR systems list', () => {
  it('leaves when both report a termination, on the later date', async () => {
    const { company, id } = await listedTwice();
    await company.roster([{ id, facts: { terminationDate: '2026-03-15' } }]);
    shows(await company.read(id), { status: 'active' });
    await company.roster([{ id, integration: 1, facts: { terminationDate: '2026-04-20' } }]);
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: '2026-04-01' });
    await company.on('2026-05-01');
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-05-01' });
  });

  it('stays when one system omits them, and is offboarded when both do', async () => {
    const { company, id } = await listedTwice();
    await company.roster([{ id, facts: null }]);
    shows(await company.read(id), { status: 'active', nextTicketAt: '2026-04-01' });
    await company.roster([{ id, integration: 1, facts: null }]);
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: null });
    await company.roster([{ id, integration: 1, facts: {} }]);
    shows(await company.read(id), { status: 'active' });
  });

  it('leaves when the only system that still lists them reports a termination', async () => {
    const { company, id } = await listedTwice({}, { terminationDate: '2026-04-20' });
    shows(await company.read(id), { status: 'active' });
    await company.roster([{ id, facts: null }]);
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: '2026-04-01' });
  });

  it('is paused by the absences of the older link, and of the younger link only after the older has ended', async () => {
    const { company, id } = await listedTwice({ absences: leave }, { absences: laterLeave });
    await company.on('2026-04-15');
    shows(await company.read(id), { status: 'scheduled-pause', nextTicketAt: '2026-06-01' });
    await company.on('2026-06-10');
    shows(await company.read(id), { status: 'active', pausedAt: '2026-05-01', reactivatedAt: '2026-06-01' });
    await company.roster([{ id, facts: null }]);
    shows(await company.read(id), { status: 'scheduled-pause', pausedAt: '2026-05-01' });
    await company.on('2026-08-01');
    shows(await company.read(id), { status: 'paused', pausedAt: '2026-08-01' });
  });

  it('starts with the earlier employment', async () => {
    const company = await TestCompany.create(sql, '2026-03-10', { integrations: 2 });
    const id = await company.addPerson();
    await company.roster([
      { id, facts: { startDate: '2026-07-15' } },
      { id, integration: 1, facts: { startDate: '2026-04-15' } },
    ]);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-05-01' });
  });
});

describe('a manual link', () => {
  it('without another link: no roster changes the subscription', async () => {
    const company = await TestCompany.create(sql, '2026-03-10');
    const id = await company.addPerson();
    await company.tieByHand(id, 0);
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    const before = await sql`select * from employees where company_id = ${company.id}`;
    assert.equal((await company.roster([], [id])).length, 0);
    assert.deepEqual(await sql`select * from employees where company_id = ${company.id}`, before);
    await company.on('2026-04-01');
    shows(await company.read(id), { status: 'active', ticketMonth: '2026-04' });
  });

  it('prevents offboarding by omission, but not by a termination', async () => {
    const { company, id } = await listedTwice();
    await company.tieByHand(id, 2);
    await company.roster([
      { id, facts: null },
      { id, integration: 1, facts: null },
    ]);
    shows(await company.read(id), { status: 'active' });
    await company.roster([{ id, facts: { terminationDate: '2026-04-20' } }]);
    shows(await company.read(id), { status: 'scheduled-cancellation' });
  });
});
