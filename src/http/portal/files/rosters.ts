import type { Cell } from '../../../platform/files/csv.ts';
import type { Difference, Pair } from '../../../rosters/earlier/compare-rosters.ts';
import type { SentEntry } from '../../../rosters/earlier/earlier-roster.ts';
import type { EarlierRun } from '../../../rosters/earlier/earlier-rosters-sql.ts';
import type { Writing } from '../csv.ts';
import { changedField } from '../words.ts';

/** An entry with one of its absences, or without one. */
interface RosterRow {
  entry: SentEntry;
  absence: Readonly<Record<string, unknown>>;
}

/** A row for each absence, as the page for sending a file reads them. */
export async function* inRows(batches: AsyncIterable<SentEntry[]>): AsyncGenerator<RosterRow[]> {
  for await (const batch of batches)
    yield batch.flatMap((entry) => {
      const absences = (entry['absences'] ?? []) as RosterRow['absence'][];
      return absences.length === 0
        ? [{ entry, absence: {} }]
        : absences.map((absence) => ({ entry, absence }));
    });
}

/** Can be sent again as a file. */
export function rosterFile({ words: { exports, roster }, day, moment, whether }: Writing, run: EarlierRun) {
  const columns = Object.entries(roster.headings);
  const text = (value: unknown): Cell => {
    if (typeof value === 'boolean') return whether(value);
    const given = typeof value === 'string' ? value : '';
    return /^\d{4}-\d\d-\d\d$/.test(given) ? day(given) : given;
  };
  return {
    fileName: exports.roster(moment(run.acceptedAt)),
    headings: columns.map(([, heading]) => heading),
    toRow: ({ entry, absence }: RosterRow) =>
      columns.map(([column]) => {
        const [person, ofAbsence] = column.split('.');
        return text(ofAbsence === undefined ? entry[person ?? ''] : absence[ofAbsence]);
      }),
  };
}

export function differenceFile({ words, day, moment }: Writing, { before, after }: Pair) {
  const { person, employees, exports, earlier } = words;
  return {
    fileName: exports.differences(moment(before.acceptedAt), moment(after.acceptedAt)),
    headings: [
      person.personnelNumber,
      employees.firstName,
      employees.lastName,
      earlier.difference,
      exports.changed,
    ],
    toRow: ({ hrId, firstName, lastName, difference, fields }: Difference) => [
      hrId,
      firstName,
      lastName,
      earlier.differences[difference],
      Object.entries(fields)
        .map(([name, change]) => changedField(name, change, words, day))
        .join(' | '),
    ],
  };
}
