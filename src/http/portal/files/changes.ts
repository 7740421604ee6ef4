import { addDays } from '../../../domain/calendar/months.ts';
import type { NamedChange } from '../../../rosters/runs/list-changes.ts';
import type { Writing } from '../csv.ts';
import { changedField } from '../words.ts';

export function changeFile({ words, day }: Writing, runId: number) {
  const { syncs, person, employees, exports, vocabulary } = words;
  return {
    fileName: exports.changes(String(runId)),
    headings: [
      person.number,
      person.personnelNumber,
      employees.firstName,
      employees.lastName,
      syncs.outcome,
      syncs.why,
      exports.changed,
      exports.ticketsFrom,
      exports.lastDay,
    ],
    toRow: ({ employeeId, hrId, firstName, lastName, outcome, reason, fields, consequence }: NamedChange) => [
      employeeId,
      hrId,
      firstName,
      lastName,
      vocabulary.outcome[outcome],
      syncs.reasons[reason],
      Object.entries(fields)
        .map(([name, change]) => changedField(name, change, words, day))
        .join(' | '),
      day(consequence?.start ?? null),
      consequence?.end ? day(addDays(consequence.end, -1)) : '',
    ],
  };
}
