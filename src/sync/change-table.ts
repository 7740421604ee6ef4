import type { NamedChange } from './list-changes.ts';

export const CHANGE_HEADINGS = [
  'EMPLOYEE',
  'NUMBER',
  'FIRST NAME',
  'LAST NAME',
  'OUTCOME',
  'REASON',
  'CHANGED',
  'TICKETS FROM',
  'ENDS BEFORE',
];

/** The columns of the CSV export. */
export function changeRow(change: NamedChange): (string | number | null)[] {
  const { employeeId, hrId, firstName, lastName, outcome, reason, fields, consequence } = change;
  const changed = Object.entries(fields).map(
    ([name, { from, to }]) => `${name}: ${inWords(from)} -> ${inWords(to)}`,
  );
  return [
    employeeId,
    hrId,
    firstName,
    lastName,
    outcome,
    reason,
    changed.join('; '),
    consequence?.start ?? null,
    consequence?.end ?? null,
  ];
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
