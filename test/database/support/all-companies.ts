interface AllCompanies {
  name: string;
  reason: string;
  /** Each on one line, with `$` for a value. With `…` at its end, it is the beginning of statements. */
  statements: readonly string[];
}

/**
 * The statements that do not name the company of every row, each with its reason. `npm test` fails and prints a statement that is
 * missing here; a run of all tests fails too if none of its statements is one of these.
 */
export const ALL_COMPANIES: readonly AllCompanies[] = [];
