import type { ColumnChoices } from '../../../../roster-files/match-columns.ts';
import { call } from '../../api/client.ts';
import type { FileMapping } from '../../api/routes.ts';
import type { ChosenFile } from './use-table.ts';

/** Limits of the service. */
const MAX_HEADINGS = 200;
const MAX_HEADING_LENGTH = 200;

/** Remembers what a person has chosen, for the next file of the integration. Guesses are made again each time. */
export async function rememberMapping(
  id: number,
  before: FileMapping,
  people: ChosenFile,
  absences: ChosenFile,
): Promise<void> {
  const dates = (people.asksForDates && people.matched?.dates) || before.dates;
  const isKnown =
    knows(before.columns, people.edits) &&
    knows(before.absenceColumns, absences.edits) &&
    dates === before.dates;
  if (isKnown) return;
  const body = {
    columns: merged(before.columns, people.edits),
    absenceColumns: merged(before.absenceColumns, absences.edits),
    dates,
  };
  await call('PUT /integrations/:id/file-mapping', { params: { id }, body });
}

function knows(before: FileMapping['columns'], edits: ColumnChoices): boolean {
  return Object.entries(edits).every(([heading, column]) =>
    before.some((known) => known.heading === heading && known.column === column),
  );
}

/** The latest choices come last and stay if there are too many. */
function merged(before: FileMapping['columns'], edits: ColumnChoices): FileMapping['columns'] {
  const chosen = Object.entries(edits).map(([heading, column]) => ({ heading, column }));
  return [...before.filter(({ heading }) => !Object.hasOwn(edits, heading)), ...chosen]
    .filter(({ heading }) => heading.length <= MAX_HEADING_LENGTH)
    .slice(-MAX_HEADINGS);
}
