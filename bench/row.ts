/** One row of the table: a ratio against a baseline of the same run, with absolute figures as details. */
export interface Row {
  name: string;
  ratio: number;
  /** Empty if there is none. */
  goal: string;
  met: boolean;
  measured: string;
  baseline: string;
}

/** Rows that are measured together. Rows that were not requested are not measured. */
export interface Group {
  names: readonly string[];
  run: (people: number, isWanted: (name: string) => boolean) => Promise<Row[]>;
}

export function atMost(times: number, ratio: number): Pick<Row, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: `at most ${times}x`, met: ratio <= times };
}

export function atLeast(times: number, ratio: number): Pick<Row, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: `at least ${times}x`, met: ratio >= times };
}

export function withoutGoal(ratio: number): Pick<Row, 'ratio' | 'goal' | 'met'> {
  return { ratio, goal: '', met: true };
}

export const milliseconds = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

function verdict({ goal, met }: Row): string {
  if (goal === '') return '';
  return met ? 'yes' : 'NO';
}

export function formatTable(rows: readonly Row[]): string {
  const header = ['', 'ratio', 'goal', 'met', 'measured', 'baseline'];
  const lines = rows.map((row) => [
    row.name,
    `${row.ratio.toFixed(2)}x`,
    row.goal,
    verdict(row),
    row.measured,
    row.baseline,
  ]);
  const widths = header.map((_, column) =>
    Math.max(...[header, ...lines].map((line) => (line[column] ?? '').length)),
  );
  return [header, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
