import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlainEntry } from '../../../../src/rosters/receive/plain-entry.ts';
import { RosterWarnings } from '../../../../src/rosters/receive/warnings.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();

const ADDRESSES = [
  'ada@example.com',
  'ADA@Example.COM',
  'ａｄａ@example.com',
  'jürgen@example.com',
  'JÜRGEN@EXAMPLE.COM',
  'ju\u0308rgen@example.com',
  'juergen@example.com',
  'groß@example.com',
  'gross@example.com',
  'ﬁona@example.com',
  'fiona@example.com',
  'ada+1@example.com',
];

function lookAt(warnings: RosterWarnings, position: number, email: string): void {
  warnings.look({
    position,
    firstName: 'A',
    lastName: 'B',
    email,
    dateOfBirth: '1990-01-01',
    startDate: '2026-01-01',
    terminationDate: null,
  });
}

/** Checks the address with the byte reader, if it accepts the entry. */
function lookAtPlain(warnings: RosterWarnings, position: number, email: string): void {
  const plain = new PlainEntry();
  const [dateOfBirth, startDate] = ['1990-01-01', '2026-01-01'];
  const entry = { hrId: '1', firstName: 'A', lastName: 'B', email, dateOfBirth, startDate };
  if (plain.read(Buffer.from(JSON.stringify(entry)), 0) === -1) lookAt(warnings, position, email);
  else warnings.lookAtPlain(plain, position);
}

/**
 * The database decides whether two addresses are equal. Reading a roster only warns, but must decide the
 * same.
 */
test('the warning about a repeated e-mail address appears exactly if the database treats both addresses as equal', async () => {
  for (const first of ADDRESSES)
    for (const second of ADDRESSES) {
      const [row] = await sql<
        { same: boolean }[]
      >`select normal_email(${first}) = normal_email(${second}) as same`;
      for (const look of [lookAt, lookAtPlain]) {
        const warnings = new RosterWarnings('2026-11-15');
        lookAt(warnings, 0, first);
        look(warnings, 1, second);
        const found = warnings.list();
        assert.equal(found.length === 1, row?.same, `${first} and ${second}`);
        if (row?.same)
          assert.deepEqual(found, [
            { code: 'email-used-twice', count: 2, pointers: ['/employees/0', '/employees/1'] },
          ]);
      }
    }
});
