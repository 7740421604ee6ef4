/** A workbook of some hundred kilobytes can describe gigabytes. What it really has is counted while it is unpacked. */
export interface XlsxLimits {
  /** Of all parts that are read, unpacked. */
  bytes: number;
  /** Texts that cells share (`sharedStrings.xml`). */
  sharedTexts: number;
  /** Characters of one cell. */
  cellLength: number;
  /** Characters of all cells, where texts that are shared count once. */
  characters: number;
  /** Characters of all cells, where a text counts in each cell that shows it. Each one is looked at, and may be stored. */
  shownCharacters: number;
}

/** For files of one's own. */
export const NO_LIMITS: XlsxLimits = {
  bytes: Infinity,
  sharedTexts: Infinity,
  cellLength: Infinity,
  characters: Infinity,
  shownCharacters: Infinity,
};
