import { COLUMNS, type Column, guessColumn, REQUIRED } from './columns.ts';

/** What people have said about the columns, by heading. Null: the column is not used. */
export type ColumnChoices = Readonly<Record<string, Column | null>>;

export interface Matching {
  headings: readonly string[];
  /** What each column holds. Undefined: it is not used. */
  columns: readonly (Column | undefined)[];
  missing: readonly Column[];
  /** Several headings fit these columns equally well. A choice must decide. */
  ambiguous: readonly { column: Column; headings: readonly string[] }[];
}

/** Finds out what each column of a table holds: by choice, or else by a guess from its heading. */
export function matchColumns(given: readonly string[], choices: ColumnChoices = {}): Matching {
  const headings = given.map((heading) => heading.trim());
  const columns: (Column | undefined)[] = headings.map((heading) => choices[heading] ?? undefined);
  const ambiguous: { column: Column; headings: string[] }[] = [];
  for (const column of COLUMNS) {
    const chosen = headings.filter((_, index) => columns[index] === column);
    const best = chosen.length > 0 ? chosen : guess(headings, column, choices);
    if (best.length > 1) ambiguous.push({ column, headings: best });
    else if (best[0] !== undefined) columns[headings.indexOf(best[0])] = column;
  }
  const found = [...columns, ...ambiguous.map(({ column }) => column)];
  return { headings, columns, missing: REQUIRED.filter((column) => !found.includes(column)), ambiguous };
}

/** Returns the headings that fit best. */
function guess(headings: readonly string[], column: Column, choices: ColumnChoices): string[] {
  const guesses = headings
    .filter((heading) => !Object.hasOwn(choices, heading))
    .map((heading) => ({ heading, guess: guessColumn(heading) }))
    .filter((each) => each.guess?.column === column);
  const highest = Math.max(...guesses.map((each) => each.guess?.rank ?? 0));
  return guesses.filter((each) => each.guess?.rank === highest).map(({ heading }) => heading);
}
