import type { Matching } from './match-columns.ts';
import { isDay, isEmptyCell } from './values.ts';

/**
 * Finds columns that hold dates and are not used, although nobody said so: one of them may be the last day of work. It is
 * shown every row, because few people have such a date.
 */
export class LeftOutDates {
  /** By position. */
  #candidates: Map<number, { heading: string; hasDate: boolean }>;

  constructor({ headings, leftOut }: Matching) {
    this.#candidates = new Map(
      leftOut.map((heading) => [headings.indexOf(heading), { heading, hasDate: false }]),
    );
  }

  push(values: readonly string[]): void {
    for (const [index, candidate] of this.#candidates) {
      const text = values[index]?.trim() ?? '';
      if (isEmptyCell(text)) continue;
      if (isDay(text)) candidate.hasDate = true;
      else this.#candidates.delete(index);
    }
  }

  headings(): string[] {
    return [...this.#candidates.values()].flatMap(({ heading, hasDate }) => (hasDate ? [heading] : []));
  }
}
