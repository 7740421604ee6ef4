import { BELOW, type Block, keyOf } from './blocks.ts';
import { plainSql, wrap } from './plain-sql.ts';
import type { Column, Constraint, Table } from './read-catalog.ts';

export interface Neighbours {
  tables: ReadonlyMap<string, Table>;
  /** Whether the file has this table further below than another one. */
  isBelow(table: string, other: string): boolean;
}

/** The statements that create a table, its indexes, and the foreign keys of earlier tables to it. */
export function tableText(block: Block, table: Table, neighbours: Neighbours): string {
  const isLater = ({ refersTo }: Constraint) => refersTo !== null && neighbours.isBelow(refersTo, table.name);
  const definition = (constraint: Constraint) => constraintText(constraint, neighbours);
  const inline = table.constraints.filter((each) => isOfOneColumn(each) && !isLater(each));
  const own = table.constraints.filter((each) => !inline.includes(each));
  const lines = [
    ...inOrder(table.columns, block.columns).map((column) => columnText(column, inline, neighbours)),
    ...['p', 'u', 'f', 'c'].flatMap((kind) => own.filter((each) => each.kind === kind && !isLater(each)).map(definition)),
  ].map((text, index, { length }) => wrap(index < length - 1 ? `${text},` : text, '  '));
  const later = own.filter(isLater).map((each) => `${wrap(`-- ${definition(each)}`, '  ', 1_000)}${BELOW}`);
  const indexes = table.indexes.map((index) => wrap(`${plainSql(index.definition)};`, ''));
  const added = [...neighbours.tables.values()].flatMap((other) =>
    other.constraints
      .filter(({ refersTo }) => refersTo === table.name && neighbours.isBelow(table.name, other.name))
      .map((each) => wrap(`alter table ${other.name} add ${definition(each)};`, '')),
  );
  return [
    `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...lines.map((line) => withNote(block, line, '  ')),
    ...later,
    ');',
    ...indexes.map((line) => withNote(block, line, '')),
    ...added,
  ].join('\n');
}

function isOfOneColumn({ columns, name }: Constraint): boolean {
  return columns.length === 1 && name === null;
}

/** The order of the file. What it does not have yet comes last. */
function inOrder(columns: readonly Column[], names: readonly string[]): Column[] {
  const place = ({ name }: Column) => (names.includes(name) ? names.indexOf(name) : names.length);
  return columns.toSorted((one, other) => place(one) - place(other));
}

function withNote({ notes }: Block, line: string, indent: string): string {
  const note = notes.get(keyOf(line.split('\n')[0] ?? '')) ?? [];
  return [...note.map((each) => indent + each), line].join('\n');
}

function columnText(column: Column, constraints: readonly Constraint[], neighbours: Neighbours): string {
  const own = constraints.filter(({ columns }) => columns[0] === column.name);
  const isKey = own.some(({ kind }) => kind === 'p');
  const type = plainSql(column.type);
  const expression = column.expression && withoutCast(plainSql(column.expression), type);
  return [
    `${column.name} ${type}`,
    ...(column.collation ? [`collate ${column.collation}`] : []),
    ...(column.isRequired && !isKey && column.identity === '' ? ['not null'] : []),
    ...(column.identity ? [`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`] : []),
    ...(column.isGenerated ? [`generated always as (${expression}) stored`] : expression ? [`default ${expression}`] : []),
    ...own.map((each) =>
      constraintText(each, neighbours).replace(/^(primary key|unique|foreign key) \(\w+\) ?/, (_, kind) =>
        kind === 'foreign key' ? '' : kind,
      ),
    ),
  ].join(' ');
}

function withoutCast(expression: string, type: string): string {
  return expression.endsWith(`'::${type}`) ? expression.slice(0, -`::${type}`.length) : expression;
}

function constraintText({ name, definition, refersTo }: Constraint, { tables }: Neighbours): string {
  const key = tables.get(refersTo ?? '')?.constraints.find(({ kind }) => kind === 'p');
  const text = plainSql(definition).replace(`references ${refersTo} (${key?.columns.join(', ')})`, `references ${refersTo}`);
  return name === null ? text : `constraint ${name} ${text}`;
}
