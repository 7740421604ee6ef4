import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

describe('a changed name or birth date', () => {
  it('issues a new ticket for the current month and voids the old one', async () => {
    const company = await TestCompany.create(sql, '2026-02-01', { planType: 'split-pay-plan' });
    const id = await company.addPerson();
    await sql`update employees set term_number = 1, term_start = '2026-02-01' where id = ${id}`;
    await company.on('2026-03-15');
    const before = await company.tickets(id);
    assert.equal(await company.open((tx, day) => reissue(tx, day, [id])), 1);
    const after = await company.tickets(id);
    assert.deepEqual(
      after.map(({ month, validFrom, validUntil, isVoid }) => [month, validFrom, validUntil, isVoid]),
      [
        ['2026-02', '2026-02-01', '2026-02-28', false],
        ['2026-03', '2026-03-01', '2026-03-31', true],
        ['2026-03', '2026-03-15', '2026-03-31', false],
      ],
    );
    assert.deepEqual(
      after.slice(0, 2).map((ticket) => ticket.id),
      before.map((ticket) => ticket.id),
    );
    const [issued] = await sql<{ tickets: number }[]>`
      select tickets_issued as tickets from companies where id = ${company.id}`;
    assert.equal(issued?.tickets, 3, 'the replacement is counted too');
    assert.equal((await company.read(id)).ticketId, after[2]?.id);
    const receipts = await sql`select from documents where company_id = ${company.id} and kind = 'receipt'`;
    assert.equal(receipts.length, 2, 'it is paid for once');
    await company.on('2026-04-01');
    assert.deepEqual(await company.ticketMonths(id), ['2026-02', '2026-03', '2026-04']);
  });

  it('does nothing for a person without a ticket, with a void one, or of another company', async () => {
    const company = await TestCompany.create(sql, '2026-03-15');
    const neighbour = await TestCompany.create(sql, '2026-03-15');
    const none = await company.addPerson();
    const revoked = await company.addPerson();
    const theirs = await neighbour.addPerson();
    await sql`update employees set term_number = 1, term_start = '2026-03-01'
      where id in (${revoked}, ${theirs})`;
    await company.open(async () => {});
    await neighbour.open(async () => {});
    await sql`update tickets set voided_at = now() where employee_id = ${revoked}`;
    assert.equal(await company.open((tx, day) => reissue(tx, day, [none, revoked, theirs])), 0);
    assert.deepEqual(await company.ticketMonths(revoked), []);
    assert.equal((await neighbour.tickets(theirs)).length, 1);
  });
});
