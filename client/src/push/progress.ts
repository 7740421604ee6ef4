/** The part of standard error that is used here. */
export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
/** Some terminals do not know how wide they are. */
const USUAL_COLUMNS = 80;
const REDRAW_AFTER_MS = 100;
/** In a log, progress is a line now and then. */
const LINE_AFTER_MS = 10_000;

/** Shows how far the work is: as a bar that is drawn again on a terminal, as lines in a log. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #shownAt: number;
  #isDrawn = false;

  constructor(terminal: Terminal, now: () => number = Date.now) {
    this.#terminal = terminal;
    this.#now = now;
    this.#shownAt = now();
  }

  /** `part` is between 0 and 1. */
  show(part: number, text: string): void {
    const { isTTY = false, columns } = this.#terminal;
    const now = this.#now();
    if (now - this.#shownAt < (isTTY ? REDRAW_AFTER_MS : LINE_AFTER_MS)) return;
    this.#shownAt = now;
    const percent = `${Math.floor(Math.min(1, part) * 100)} %`;
    if (!isTTY) {
      this.#terminal.write(`${percent}, ${text}\n`);
      return;
    }
    const filled = Math.floor(Math.min(1, part) * BAR_WIDTH);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
    const line = `${bar} ${percent.padStart(5)} ${text}`.slice(0, (columns || USUAL_COLUMNS) - 1);
    // The cursor stays at the beginning, so that a line of the log replaces the bar.
    this.#terminal.write(`\r\x1b[K${line}\r`);
    this.#isDrawn = true;
  }

  /** Prints lines. A bar is removed before. */
  say(...lines: readonly string[]): void {
    this.clear();
    for (const line of lines) this.#terminal.write(`${line}\n`);
  }

  clear(): void {
    if (this.#isDrawn) this.#terminal.write('\r\x1b[K');
    this.#isDrawn = false;
  }
}
