import { nameIn } from './tokens.ts';

/** Rows that a statement names: of a table, of a part of the statement, of a function. */
export interface Reference {
  /** Undefined: its rows have no company, or a part of the statement has found them. */
  companyTable?: string;
}

/** The names that one `select` or change gives to rows, and the larger statement that it is part of. */
export class Scope {
  readonly references = new Map<string, Reference>();
  readonly around: Scope | undefined;

  constructor(around?: Scope) {
    this.around = around;
  }
}

interface Found {
  /** For each token the scope in which it stands. */
  scopes: Scope[];
  references: Reference[];
  /** Tables of companies that get rows without a company, or that are copied as a whole. */
  wholeTables: string[];
}

/** What is between two parentheses, or the whole statement. */
interface Frame {
  scope: Scope;
  isQuery: boolean;
  /** Within the list of tables of a `from`, where a comma begins the next one. */
  inFrom: boolean;
  expectsTable: boolean;
  /** The parentheses themselves are in such a list: they have an alias. */
  isItem: boolean;
}

const BEGINS_QUERY = new Set(['select', 'insert', 'delete', 'update', 'with', 'values']);
const JOINS_QUERIES = new Set(['union', 'intersect', 'except']);
const ENDS_FROM = new Set(
  'where group order having limit offset returning set window fetch for select values'.split(' '),
);
/** Before `update`: a lock, or what happens on a conflict. */
const NO_CHANGE = new Set(['for', 'key', 'do']);

export function readTables(tokens: readonly string[], companyTables: ReadonlySet<string>): Found {
  const found: Found = { scopes: [], references: [], wholeTables: [] };
  const around: Frame[] = [];
  let frame = beginFrame(new Scope());

  function addTable(index: number): void {
    const name = nameIn(tokens[index]);
    if (name === undefined) return;
    const isPart = isPartOfStatement(tokens, name);
    const reference = companyTables.has(name) && !isPart ? { companyTable: name } : {};
    found.references.push(reference);
    frame.scope.references.set(aliasAfter(tokens, index) ?? name, reference);
  }

  /** Rows are added to it: the names in the rest of the statement are those of other tables. */
  function addTarget(index: number): void {
    const name = nameIn(tokens[index]);
    if (name === undefined) return;
    frame.scope.references.set(aliasAfter(tokens, index) ?? name, {});
    if (name === 'companies' || !companyTables.has(name)) return;
    if (!columnsAfter(tokens, index).includes('company_id')) found.wholeTables.push(name);
  }

  for (const [index, token] of tokens.entries()) {
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    found.scopes.push(frame.scope);
    if (token === '(') {
      const isItem = frame.expectsTable;
      frame.expectsTable = false;
      around.push(frame);
      // The tables of a join may stand in parentheses. The arguments of a function are none.
      frame = beginFrame(frame.scope, { isItem, hasTables: isItem && nameIn(before) === undefined });
    } else if (token === ')') {
      const alias = frame.isItem ? aliasAfter(tokens, index) : undefined;
      frame = around.pop() ?? frame;
      if (alias !== undefined) frame.scope.references.set(alias, {});
    } else if (token === ';') {
      frame = beginFrame(new Scope());
    } else if (JOINS_QUERIES.has(token)) {
      frame = { ...beginFrame(new Scope(frame.scope.around), frame), isQuery: true };
    } else if (frame.expectsTable && nameIn(token) !== undefined) {
      if (next === '.' || next === '(') continue;
      addTable(index);
      frame.expectsTable = false;
    } else if (token === 'copy' && (before === undefined || before === ';')) {
      addTarget(index + 1);
      if (tokens.includes('stdout') && companyTables.has(nameIn(next) ?? ''))
        found.wholeTables.push(nameIn(next) ?? '');
    } else {
      if (BEGINS_QUERY.has(token) && !frame.isQuery && !NO_CHANGE.has(before ?? '')) {
        const { isItem } = frame;
        frame = { ...beginFrame(new Scope(frame.scope), { isItem }), isQuery: true };
      }
      if (ENDS_FROM.has(token)) frame.inFrom = frame.expectsTable = false;
      if (token === 'into' && before === 'insert') addTarget(index + 1);
      if (token === 'update' && !NO_CHANGE.has(before ?? '')) frame.expectsTable = true;
      const beginsFrom = (token === 'from' && before !== 'distinct') || (token === 'using' && next !== '(');
      if (beginsFrom && frame.isQuery) frame.inFrom = frame.expectsTable = true;
      if ((token === ',' || token === 'join') && frame.inFrom) frame.expectsTable = true;
    }
  }
  return found;
}

function beginFrame(scope: Scope, { isItem = false, hasTables = false } = {}): Frame {
  return { scope, isItem, isQuery: false, inFrom: hasTables, expectsTable: hasTables };
}

function aliasAfter(tokens: readonly string[], index: number): string | undefined {
  let at = index + 1;
  if (tokens[at] === 'with' && tokens[at + 1] === 'ordinality') at += 2;
  return nameIn(tokens[at] === 'as' ? tokens[at + 1] : tokens[at]);
}

/** The columns that an `insert` or `copy` names after its table. */
function columnsAfter(tokens: readonly string[], index: number): (string | undefined)[] {
  const begin = tokens[index + 1] === 'as' ? index + 3 : index + 1;
  return tokens[begin] === '(' ? tokens.slice(begin, tokens.indexOf(')', begin)).map(nameIn) : [];
}

/** Whether a `with` gives the name to a part of the statement. */
function isPartOfStatement(tokens: readonly string[], name: string): boolean {
  return tokens.some(
    (token, index) =>
      token === 'as' &&
      nameIn(tokens[index - 1]) === name &&
      ['(', 'not', 'materialized'].includes(tokens[index + 1] ?? ''),
  );
}
