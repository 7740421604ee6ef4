import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LeftOutDates } from '../../../roster-files/left-out-dates.ts';
import { type ColumnChoices, matchColumns } from '../../../roster-files/match-columns.ts';

const HEADINGS = ['Pers.-Nr.', 'Vorname', 'Nachname', 'E-Mail', 'Geb.-Datum', 'Eintritt'];
const PERSON = ['1', 'Ada', 'Lovelace', 'ada@example.com', '10.12.1985', '01.02.2020'];

/** The headings that are named for a table with one more column, which has these values. */
function named(heading: string, values: readonly string[], choices: ColumnChoices = {}): string[] {
  const found = new LeftOutDates(matchColumns([...HEADINGS, heading], choices));
  for (const value of values) found.push([...PERSON, value]);
  return found.headings();
}

for (const day of ['31.12.2026', '2026-12-31', '20261231', '12/31/2026', '31/12/2026', '2026-12-31T00:00:00'])
  it(`an unused column with ${day} is named`, () =>
    assert.deepEqual(named('Befristet bis', ['', day, '00.00.0000']), ['Befristet bis']));

for (const values of [['', '00.00.0000'], ['31.12.2026', 'unbefristet'], ['4711', '20269999'], ['Vertrieb']])
  it(`an unused column with ${values.join(' and ')} is not named`, () =>
    assert.deepEqual(named('Zusatz', values), []));

it('a column that is used is not named', () => assert.deepEqual(named('Austritt', ['31.12.2026']), []));

it('a column that somebody left out on purpose is not named', () =>
  assert.deepEqual(named('Befristet bis', ['31.12.2026'], { 'Befristet bis': null }), []));

it('columns between which somebody has to choose are not named', () =>
  assert.deepEqual(named('Eintrittsdatum', ['31.12.2026']), []));
