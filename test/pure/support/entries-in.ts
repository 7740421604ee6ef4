import type { StagedEntry } from '../../../src/rosters/receive/entry.ts';

/** The entries in the lines of a small roster. */
export function entriesIn(lines: string): StagedEntry[] {
  return lines === '' ? [] : lines.split('\n').map(toEntry);
}

function toEntry(line: string, position: number): StagedEntry {
  const values = line.split('\t').map((value) => (value === '\\N' ? null : value.replaceAll('\\\\', '\\')));
  const text = (column: number) => values[column] ?? null;
  return {
    position,
    hrId: text(1) ?? '',
    firstName: text(2),
    lastName: text(3),
    email: text(4),
    dateOfBirth: text(5),
    profileImage: text(6),
    startDate: text(7),
    terminationDate: text(8),
    autoSync: text(9) === null ? null : text(9) === 'true',
    absences: JSON.parse(text(10) ?? '[]'),
    payroll: JSON.parse(text(11) ?? 'null'),
  };
}
