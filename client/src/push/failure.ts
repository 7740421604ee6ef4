/** The exit codes besides 0, for scripts that react to them. */
export const EXIT_CODES = { usage: 1, invalid: 2, held: 3, failed: 4, unreachable: 5, outdated: 6 } as const;

/** Ends the command with this exit code. The lines say why. */
export class PushFailure extends Error {
  readonly code: number;
  readonly lines: readonly string[];

  constructor(reason: keyof typeof EXIT_CODES, lines: readonly string[]) {
    super(lines[0] ?? '');
    this.code = EXIT_CODES[reason];
    this.lines = lines;
  }
}

export const wrongUsage = (...lines: string[]) => new PushFailure('usage', lines);
export const invalidFile = (...lines: string[]) => new PushFailure('invalid', lines);
