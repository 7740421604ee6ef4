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

/** A statement without fragments: its text around its values, as a tagged template has them. */
interface Flat {
  strings: TemplateStringsArray;
  values: Values;
}

/**
 * A statement whose text is built once, with the values that each call gives. postgres.js makes a promise for each fragment of a
 * statement; collecting the garbage of fifty of them took longer than the request. For statements that most requests need, and whose
 * text is the same for all values: `build` puts them into fragments and does not look at them.
 */
export function readyStatement<Given extends Values>(
  build: (sql: Sql, ...given: Given) => PromiseLike<unknown>,
): <Row>(sql: Sql, ...given: Given) => Promise<Row[]> {
  let flat: Flat | undefined;
  return async <Row>(sql: Sql, ...given: Given) => {
    flat ??= flatten(build(recorder(), ...(given.map((_, number) => new Blank(number)) as unknown as Given)));
    const values = flat.values.map((value) => (value instanceof Blank ? given[value.number] : value));
    return await sql<Row[] & Record<string, unknown>[]>(flat.strings, ...(values as never[]));
  };
}

/** Notes pieces instead of making queries of them. */
function recorder(): Sql {
  const note = (strings: readonly string[], ...values: unknown[]) => new Piece(strings, values);
  const unsafe = (text: string) => new Piece([text], []);
  return Object.assign(note, { unsafe }) as unknown as Sql;
}

function flatten(statement: unknown): Flat {
  const strings = [''];
  const values: unknown[] = [];
  const add = (piece: Piece) => {
    for (const [index, string] of piece.strings.entries()) {
      strings[strings.length - 1] += string;
      if (index === piece.values.length) return;
      const value = piece.values[index];
      if (value instanceof Piece) add(value);
      else {
        values.push(value);
        strings.push('');
      }
    }
  };
  if (!(statement instanceof Piece)) throw new Error('the statement was made by another connection');
  add(statement);
  return { strings: Object.assign(strings, { raw: strings }), values };
}
