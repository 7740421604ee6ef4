import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { cancel, enrol, pause, resume, revoke, withdrawCancellation } from '../../support/actions.ts';
import { shows, TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const refused = (error: unknown) => error instanceof AppError && error.code === 'transition-refused';
const sabbatical = [{ type: 'sabbatical', startDate: '2026-05-01', endDate: '2026-07-31' }];

/** Creates a person who has been active since January. */
async function active(today: string): Promise<{ company: TestCompany; id: number }> {
  const company = await TestCompany.create(sql, '2026-01-01');
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  await company.on(today);
  return { company, id };
}

describe('an action of a person stands:', () => {
  it('a roster does not lift a cancellation', async () => {
    const { company, id } = await active('2026-03-05');
    await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR));
    await company.roster([{ id, facts: { terminationDate: '2026-08-15' } }]);
    await company.roster([{ id, facts: {} }]);
    await company.roster([{ id, facts: null }]);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: null });
    await company.on('2026-04-10');
    await company.roster([{ id, facts: null }]);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-04-01' });
    await company.on('2026-09-10');
    await company.roster([{ id, facts: null }]);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-04-01' });
  });

  it('a cancellation followed by an omission applies also after a much later return', async () => {
    const { company, id } = await active('2026-03-05');
    await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR));
    await company.roster([{ id, facts: null }]);
    await company.on('2026-07-10');
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-04-01' });
    await company.roster([{ id, facts: { startDate: '2026-07-01' } }]);
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-08-01' });
  });

  for (const [name, act] of [
    ['cancelled', cancel],
    ['revoked', revoke],
  ] as const)
    it(`a term ${name} before its start is not created again by the next roster`, async () => {
      const company = await TestCompany.create(sql, '2026-03-05');
      const id = await company.addPerson();
      await company.roster([{ id, facts: {} }]);
      shows(await company.read(id), { status: 'scheduled' });
      await sql.begin(async (tx) => void (await act(tx, company.id, id, OPERATOR)));
      await company.roster([{ id, facts: { absences: sabbatical } }]);
      await company.roster([{ id, facts: null }]);
      await company.roster([{ id, facts: {} }]);
      shows(await company.read(id), { status: 'no-subscription' });
      await company.roster([{ id, facts: { startDate: '2026-05-10' } }]);
      shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-06-01' });
    });

  it('a cancellation applies also when the roster moves the start after its date', async () => {
    const company = await TestCompany.create(sql, '2026-03-11');
    const id = await company.addPerson();
    await company.roster([{ id, facts: {} }]);
    assert.deepEqual(await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR)), {
      end: '2026-05-01',
      dropped: false,
    });
    await company.roster([{ id, facts: { startDate: '2026-06-15' } }]);
    shows(await company.read(id), { status: 'no-subscription' });
    await company.roster([{ id, facts: { startDate: '2026-01-15' } }]);
    shows(await company.read(id), { status: 'no-subscription' });
    await sql.begin((tx) => enrol(tx, company.id, id, OPERATOR));
    shows(await company.read(id), { status: 'scheduled', nextTicketAt: '2026-04-01' });
  });

  it('a roster without absences does not lift a pause', async () => {
    const { company, id } = await active('2026-03-05');
    await sql.begin((tx) => pause(tx, company.id, id, OPERATOR, { fromMonth: '2026-05' }));
    await company.roster([{ id, facts: { absences: sabbatical } }]);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'scheduled-pause', nextTicketAt: '2026-04-01' });
    await company.on('2026-05-02');
    shows(await company.read(id), { status: 'paused', nextTicketAt: null });
  });

  it('a roster does not lift a revocation, which voids the ticket', async () => {
    const { company, id } = await active('2026-03-05');
    await sql.begin((tx) => revoke(tx, company.id, id, OPERATOR));
    await company.roster([{ id, facts: { terminationDate: '2026-08-15' } }]);
    await company.roster([{ id, facts: {} }]);
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-03-05', ticketMonth: '2026-02' });
    assert.deepEqual(await company.ticketMonths(id), ['2026-01', '2026-02']);
  });
});

describe('a decision of the roster stands:', () => {
  it('a person cannot lift an end', async () => {
    const { company, id } = await active('2026-03-05');
    await company.roster([{ id, facts: { terminationDate: '2026-05-15' } }]);
    const withdrawal = () => sql.begin((tx) => withdrawCancellation(tx, company.id, id, OPERATOR));
    await assert.rejects(withdrawal(), refused);
    await sql.begin((tx) => cancel(tx, company.id, id, OPERATOR));
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: null });
    await withdrawal();
    shows(await company.read(id), { status: 'scheduled-cancellation', nextTicketAt: '2026-04-01' });
    await company.on('2026-06-01');
    shows(await company.read(id), { status: 'cancelled', cancelledAt: '2026-06-01' });
  });

  it('a person cannot lift a pause', async () => {
    const { company, id } = await active('2026-03-05');
    await company.roster([{ id, facts: { absences: sabbatical } }]);
    await assert.rejects(
      sql.begin((tx) => resume(tx, company.id, id, OPERATOR)),
      refused,
    );
    await sql.begin((tx) => pause(tx, company.id, id, OPERATOR));
    await sql.begin((tx) => resume(tx, company.id, id, OPERATOR));
    shows(await company.read(id), { status: 'scheduled-pause', nextTicketAt: '2026-04-01' });
    await company.on('2026-06-15');
    shows(await company.read(id), { status: 'paused', pausedAt: '2026-05-01', nextTicketAt: '2026-08-01' });
  });
});
