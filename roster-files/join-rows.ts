/** An entry, and where the file has it. */
export interface PlacedEntry {
  line: number;
  row: number;
  entry: unknown;
  /** The row of each absence, if the person has several rows. */
  absenceRows?: readonly number[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Joins rows that follow each other and differ only in the absence: exports with a row for each absence repeat the person. Rows of
 * the same person that differ otherwise stay apart, so that the service refuses the second one.
 */
export class RowJoiner {
  #last: PlacedEntry | undefined;

  /** Returns the entries that are complete. The last one may go on in the next piece. */
  push(rows: readonly PlacedEntry[]): PlacedEntry[] {
    const complete: PlacedEntry[] = [];
    for (const next of rows) {
      const joined = this.#last && join(this.#last, next);
      if (!joined && this.#last) complete.push(this.#last);
      this.#last = joined ?? next;
    }
    return complete;
  }

  end(): PlacedEntry[] {
    return this.#last ? [this.#last] : [];
  }
}

function join(one: PlacedEntry, other: PlacedEntry): PlacedEntry | undefined {
  const { absences: before, ...person } = one.entry as Fields;
  const { absences: after, ...same } = other.entry as Fields;
  // Two equal rows without absences are a mistake of the export.
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  if (JSON.stringify(person) !== JSON.stringify(same)) return undefined;
  return {
    ...one,
    entry: { ...person, absences: [...before, ...after] },
    absenceRows: [...(one.absenceRows ?? [one.row]), other.row],
  };
}
