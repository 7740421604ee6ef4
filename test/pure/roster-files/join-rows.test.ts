import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RowJoiner } from '../../../roster-files/join-rows.ts';
import { entryOf } from '../../../roster-files/values.ts';

const COLUMNS = ['hrId', 'lastName', 'absences.type', 'absences.startDate', 'absences.endDate'] as const;
const ELTERNZEIT = { type: 'Elternzeit', startDate: '2026-01-01', endDate: '2026-06-30' };
const KRANK = { type: 'krank', startDate: '2026-08-01' };

/** Reads rows, numbered from 2, in two pieces. */
function read(...rows: string[]) {
  const placed = rows.map((text, index) => ({
    line: index + 2,
    row: index + 2,
    entry: entryOf(COLUMNS, text.split(';')),
  }));
  const joiner = new RowJoiner();
  const people = [...joiner.push(placed.slice(0, 1)), ...joiner.push(placed.slice(1)), ...joiner.end()];
  return people.map(({ row, entry, absenceRows }) => ({ row, ...(entry as object), absenceRows }));
}

describe('rows with absences', () => {
  it('of one person become one entry, which knows the row of each absence', () => {
    assert.deepEqual(
      read('7;Ada;Elternzeit;1.1.2026;30.6.2026', '7;Ada;krank;1.8.2026;', '8;Bo;;;', '9;Cy;krank;1.8.2026;'),
      [
        { row: 2, hrId: '7', lastName: 'Ada', absences: [ELTERNZEIT, KRANK], absenceRows: [2, 3] },
        { row: 4, hrId: '8', lastName: 'Bo', absenceRows: undefined },
        { row: 5, hrId: '9', lastName: 'Cy', absences: [KRANK], absenceRows: undefined },
      ],
    );
  });

  it('that differ in anything else stay apart, and so do equal rows without absences', () => {
    assert.equal(read('7;Ada;krank;1.8.2026;', '7;Eva;krank;2.8.2026;').length, 2);
    assert.equal(read('7;Ada;;;', '7;Ada;;;').length, 2);
  });
});
