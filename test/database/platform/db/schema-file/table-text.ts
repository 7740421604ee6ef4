import { BELOW, type Block, keyOf } from './blocks.ts';
import { plainSql, wrap } from './plain-sql.ts';
import type { Column, Constraint, Table } from './read-catalog.ts';

interface Neighbours {
  tables: ReadonlyMap<string, Table>;
  /** Whether the file has this table further below than another one. */
  isBelow(table: string, other: string): boolean;
}

const KINDS = ['p', 'u', 'f', 'c'] as const;

/** The statements that create a table, its indexes, and the foreign keys of earlier tables to it. */
export function tableText(block: Block, table: Table, { tables, isBelow }: Neighbours): string {
  const ordered = KINDS.flatMap((kind) => table.constraints.filter((each) => each.kind === kind));
  const isLater = ({ refersTo }: Constraint) => refersTo !== null && isBelow(refersTo, table.name);
  const [later, present] = [ordered.filter(isLater), ordered.filter((each) => !isLater(each))];
  const isInline = ({ columns, name }: Constraint) => columns.length === 1 && name === null;
  const lines = [
    ...inOrder(table.columns, block.columns).map((column) => {
      const own = present.filter((each) => isInline(each) && each.columns[0] === column.name);
      return [...columnParts(column, own), ...own.map((each) => inlineText(each, tables))].join(' ');
    }),
    ...present.filter((each) => !isInline(each)).map((each) => constraintText(each, tables)),
  ].map((text, index, { length }) => wrap(index < length - 1 ? `${text},` : text, '  '));
  const indexes = table.indexes.map(({ definition }) => wrap(`${plainSql(definition)};`, ''));
  const added = [...tables.values()].flatMap((other) =>
    other.constraints
      .filter(({ refersTo }) => refersTo === table.name && isBelow(table.name, other.name))
      .map((each) => wrap(`alter table ${other.name} add ${constraintText(each, tables)};`, '')),
  );
  return [
    `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...lines.map((line) => withNote(block, line, '  ')),
    ...later.map(
      (each) => `  -- foreign key (${each.columns.join(', ')}) references ${each.refersTo}${BELOW}`,
    ),
    ');',
    ...indexes.map((line) => withNote(block, line, '')),
    ...added,
  ].join('\n');
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

function columnParts(column: Column, constraints: readonly Constraint[]): string[] {
  const isKey = constraints.some(({ kind }) => kind === 'p');
  const parts = [column.name, plainSql(column.type)];
  if (column.collation) parts.push(`collate ${column.collation}`);
  if (column.isRequired && !isKey && !column.identity) parts.push('not null');
  if (column.identity)
    parts.push(`generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`);
  if (column.expression) {
    const value = plainSql(column.expression);
    parts.push(column.isGenerated ? `generated always as (${value}) stored` : `default ${value}`);
  }
  return parts;
}

function inlineText(constraint: Constraint, tables: ReadonlyMap<string, Table>): string {
  const text = constraintText(constraint, tables);
  if (constraint.kind === 'f') return text.replace(/^foreign key \(\w+\) /, '');
  return constraint.kind === 'c' ? text : text.replace(/ \(\w+\)$/, '');
}

/** Foreign keys name the columns of the other table only if these are not its primary key. */
function constraintText(constraint: Constraint, tables: ReadonlyMap<string, Table>): string {
  const { name, definition, refersTo } = constraint;
  const key = tables.get(refersTo ?? '')?.constraints.find(({ kind }) => kind === 'p');
  const text = plainSql(definition).replace(` ${refersTo} (${key?.columns.join(', ')})`, ` ${refersTo}`);
  return name === null ? text : `constraint ${name} ${text}`;
}
