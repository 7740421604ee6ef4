import { ABSENCE_COLUMNS, type Column, PAYROLL_COLUMNS, PEOPLE, type TableKind } from './columns.ts';

/** What people have said about the columns, by heading. Null: the column is not used. */
export type ColumnChoices = Readonly<Record<string, Column | null>>;

export interface Matching {
  headings: readonly string[];
  /** What each column holds. Undefined: it is not used. */
  columns: readonly (Column | undefined)[];
  /** The headings of columns that are not used, although nobody said so. */
  leftOut: readonly string[];
  missing: readonly Column[];
  /** Several headings fit these columns equally well. A choice must decide. */
  ambiguous: readonly { column: Column; headings: readonly string[] }[];
}

/** Finds out what each column of a table holds: by choice, or else by a guess from its heading. */
export function matchColumns(
  given: readonly string[],
  choices: ColumnChoices = {},
  kind: TableKind = PEOPLE,
): Matching {
  const written = given.map((heading) => heading.trim());
  const headings = named(written);
  const chosen = headings.map((heading) =>
    Object.hasOwn(choices, heading) ? (choices[heading] ?? undefined) : undefined,
  );
  const columns = [...chosen];
  const fitting = new Map<Column, readonly string[]>();
  for (const column of kind.columns) {
    const decided = headings.filter((_, index) => chosen[index] === column);
    fitting.set(column, decided.length > 0 ? decided : guess({ headings, written }, column, choices, kind));
  }
  const required = [...kind.required, ...requiredOfAbsence(fitting, chosen, kind)];
  const ambiguous: { column: Column; headings: readonly string[] }[] = [];
  for (const [column, best] of fitting) {
    const isUnclear = best.length > 1;
    if (isUnclear && PAYROLL_COLUMNS.includes(column) && !chosen.includes(column)) continue;
    if (isUnclear) ambiguous.push({ column, headings: best });
    else if (best[0] !== undefined) columns[headings.indexOf(best[0])] = column;
  }
  const missing = [...new Set(required)].filter((column) => (fitting.get(column) ?? []).length === 0);
  const asked = ambiguous.flatMap((each) => each.headings);
  const leftOut = headings.filter(
    (heading, index) =>
      heading !== '' && !columns[index] && !Object.hasOwn(choices, heading) && !asked.includes(heading),
  );
  return { headings, columns, leftOut, missing, ambiguous };
}

const OF_ABSENCE: readonly Column[] = ['absences.type', 'absences.startDate'];

/**
 * An absence needs a type and a first day. Guesses without both are given up: a heading that only sounds like an absence must
 * not stop a file. A choice without both is a mistake.
 */
function requiredOfAbsence(
  fitting: Map<Column, readonly string[]>,
  chosen: readonly (Column | undefined)[],
  kind: TableKind,
): readonly Column[] {
  if (OF_ABSENCE.every((column) => kind.required.includes(column))) return [];
  if (ABSENCE_COLUMNS.some((column) => chosen.includes(column))) return OF_ABSENCE;
  if (OF_ABSENCE.some((column) => !fitting.get(column)?.length))
    for (const column of ABSENCE_COLUMNS) fitting.set(column, []);
  return [];
}

/** Numbers equal headings, so that a choice can tell them apart: `Name`, `Name (2)`. */
function named(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    return count === 1 || heading === '' ? heading : `${heading} (${count})`;
  });
}

/** Returns the headings that fit best. */
function guess(
  { headings, written }: { headings: readonly string[]; written: readonly string[] },
  column: Column,
  choices: ColumnChoices,
  kind: TableKind,
): string[] {
  const all = headings.map((heading, index) => ({ heading, guess: kind.guess(written[index] ?? '') }));
  const hasAbsences =
    all.some(({ guess: made }) => made?.column === 'absences.type') ||
    Object.values(choices).includes('absences.type');
  const guesses = all.filter(
    ({ heading, guess: made }) =>
      made?.column === column &&
      !(made.onlyWithoutAbsences && hasAbsences) &&
      !Object.hasOwn(choices, heading),
  );
  const highest = Math.max(...guesses.map((each) => each.guess?.rank ?? 0));
  return guesses.filter((each) => each.guess?.rank === highest).map(({ heading }) => heading);
}
