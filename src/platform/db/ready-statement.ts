import type { Sql } from './types.ts';

/** A piece of a statement, or the whole of it, before its values are known. */
class Piece {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** Stands for the value of that number. */
class Blank {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

type Values = readonly unknown[];
type Build<Given extends Values> = (sql: Sql, ...given: Given) => PromiseLike<unknown>;

/**
 * A statement whose text is built once, with the values that each call gives. postgres.js makes a promise for every fragment of a
 * statement, and collecting the garbage of fifty fragments took longer than reading the answer. Only for statements that run for
 * most requests, and whose text is the same for all values: `build` may put them into fragments, but not look at them.
 */
export function readyStatement<Given extends Values>(
  build: Build<Given>,
): <Row>(sql: Sql, ...given: Given) => Promise<Row[]> {
  const texts = new Map<boolean, { text: string; order: readonly unknown[] }>();
  return async <Row>(sql: Sql, ...given: Given) => {
    const { isDistributed } = sql;
    let ready = texts.get(isDistributed);
    if (!ready) {
      ready = textOf(build, isDistributed, given.length);
      texts.set(isDistributed, ready);
    }
    const values = ready.order.map((value) => (value instanceof Blank ? given[value.number] : value));
    return await sql.unsafe<Row[] & Record<string, unknown>[]>(ready.text, values as never[], {
      prepare: true,
    });
  };
}

function textOf<Given extends Values>(build: Build<Given>, isDistributed: boolean, count: number) {
  const order: unknown[] = [];
  const write = ({ strings, values }: Piece): string =>
    strings
      .map((string, index) => {
        if (index >= values.length) return string;
        const value = values[index];
        if (value instanceof Piece) return string + write(value);
        // Each blank is one parameter, wherever it stands.
        const known = value instanceof Blank ? order.indexOf(value) : -1;
        return `${string}$${known >= 0 ? known + 1 : order.push(value)}`;
      })
      .join('');
  const blanks = Array.from({ length: count }, (_, number) => new Blank(number));
  const recorder = Object.assign(
    (strings: readonly string[], ...values: unknown[]) => new Piece(strings, values),
    {
      unsafe: (text: string) => new Piece([text], []),
      isDistributed,
    },
  );
  const statement: unknown = build(recorder as unknown as Sql, ...(blanks as unknown as Given));
  if (!(statement instanceof Piece)) throw new Error('a ready statement is one statement');
  return { text: write(statement), order };
}
