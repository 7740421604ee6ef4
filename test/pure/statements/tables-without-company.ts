import { type Reference, readTables, type Scope } from './table-references.ts';
import { matchParentheses, nameIn, tokensOf } from './tokens.ts';

/**
 * Finds the tables of companies that a statement reads or changes without saying of which company. It says so by a comparison of the
 * column with a value (`company_id = $1`, `in (…)`) or with that of a table for which it says so; inserted rows name the column. This
 * reads the words of a statement, not its logic: `company_id = $1 or true` counts.
 */
export function tablesWithoutCompany(statement: string, companyTables: ReadonlySet<string>): string[] {
  const tokens = tokensOf(statement);
  const { scopes, references, wholeTables } = readTables(tokens, companyTables);
  const sameCompany = new Pairs<Reference>();
  for (const [one, other] of comparisons(tokens, scopes)) sameCompany.join(one, other);
  const without = references.flatMap((reference) => {
    const { companyTable } = reference;
    return companyTable !== undefined && !sameCompany.has(reference, KNOWN) ? [companyTable] : [];
  });
  return [...new Set([...wholeTables, ...without])];
}

/** Stands for a value, and for the rows of what has no company of its own. */
const KNOWN: Reference = {};

/** A side of a comparison: the company of some rows, or nothing that matters. */
type Side = Reference | undefined;

/** Each comparison of two companies, or of one with a value. */
function* comparisons(
  tokens: readonly string[],
  scopes: readonly Scope[],
): Generator<[one: Reference, other: Reference]> {
  const partners = matchParentheses(tokens);
  const read = { tokens, scopes, partners };
  for (const [index, token] of tokens.entries()) {
    if (token === '=') {
      const [left, right] = [sidesBefore(read, index), sidesAfter(read, index + 1)];
      for (const [place, one] of left.entries()) {
        const other = right.length === 1 ? right[0] : right[place];
        if (one && other) yield [one, other];
      }
    } else if (token === 'in' && tokens[index + 1] === '(') {
      for (const one of sidesBefore(read, index)) if (one) yield [one, KNOWN];
    } else if (token === 'using' && tokens[index + 1] === '(') {
      const columns = tokens.slice(index, partners.get(index + 1)).map(nameIn);
      const [first, ...others] = columns.includes('company_id')
        ? (scopes[index]?.references.values() ?? [])
        : [];
      for (const other of others)
        if (first) yield [first.companyTable ? first : KNOWN, other.companyTable ? other : KNOWN];
    }
  }
}

interface Read {
  tokens: readonly string[];
  scopes: readonly Scope[];
  partners: ReadonlyMap<number, number>;
}

/** What stands before an operator: several sides if it is a row. */
function sidesBefore(read: Read, operator: number): Side[] {
  const { tokens, partners } = read;
  let end = operator - 1;
  while (tokens[end - 1] === '::') end -= 2;
  if (tokens[end] !== ')') return [sideAt(read, tokens[end - 1] === '.' ? end - 2 : end)];
  const begin = partners.get(end) ?? end;
  return nameIn(tokens[begin - 1]) === undefined ? sidesIn(read, begin) : [];
}

function sidesAfter(read: Read, begin: number): Side[] {
  return read.tokens[begin] === '(' ? sidesIn(read, begin) : [sideAt(read, begin)];
}

/** The parts of a row, or of an expression in parentheses. */
function sidesIn(read: Read, begin: number): Side[] {
  const { tokens, partners } = read;
  const end = partners.get(begin) ?? begin;
  if (tokens[begin + 1] === 'select') return [KNOWN];
  const sides = [sideAt(read, begin + 1)];
  for (let index = begin + 1; index < end; index++) {
    if (tokens[index] === ',') sides.push(sideAt(read, index + 1));
    if (tokens[index] === '(') index = partners.get(index) ?? index;
  }
  return sides;
}

function sideAt({ tokens, scopes }: Read, index: number): Side {
  const [token = '', next] = [tokens[index], tokens[index + 1]];
  if (/^[$\d']/.test(token) || token === 'any' || token === '(') return KNOWN;
  const name = nameIn(token);
  const scope = scopes[index];
  if (name === undefined || next === '(' || !scope) return undefined;
  return next === '.' ? columnOf(scope, name, nameIn(tokens[index + 2])) : bareColumn(scope, name);
}

function columnOf(scope: Scope, alias: string, column: string | undefined): Side {
  for (let at: Scope | undefined = scope; at; at = at.around) {
    const reference = at.references.get(alias);
    if (reference) return companyIn(reference, column);
  }
  return undefined;
}

/** Of a name without a table, which PostgreSQL looks for in the innermost part of the statement first. */
function bareColumn(scope: Scope, column: string): Side {
  for (let at: Scope | undefined = scope; at; at = at.around) {
    const found = [...at.references.values()].map((reference) => companyIn(reference, column));
    const side = found.find((each) => each !== undefined && each !== KNOWN) ?? found.find(Boolean);
    if (side || (column === 'id' && found.length > 0)) return side;
  }
  return undefined;
}

function companyIn(reference: Reference, column: string | undefined): Side {
  const { companyTable } = reference;
  if (companyTable === undefined) return KNOWN;
  return column === (companyTable === 'companies' ? 'id' : 'company_id') ? reference : undefined;
}

/** Sets of things that are the same. */
class Pairs<Thing> {
  readonly #same = new Map<Thing, Thing>();

  join(one: Thing, other: Thing): void {
    const [first, second] = [this.#first(one), this.#first(other)];
    if (first !== second) this.#same.set(first, second);
  }

  has(one: Thing, other: Thing): boolean {
    return this.#first(one) === this.#first(other);
  }

  #first(thing: Thing): Thing {
    let first = thing;
    for (let next = this.#same.get(first); next !== undefined; next = this.#same.get(first)) first = next;
    return first;
  }
}
