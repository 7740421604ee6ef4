/** A part of the file between two empty lines: an object of the schema with the sentences about it, or a text. */
export interface Block {
  /** The lines above the statement. */
  comment: string[];
  /** Undefined: a text or a heading. */
  kind: string | undefined;
  name: string;
  /** The names of the columns, in the order of the file. */
  columns: string[];
  /** The lines above a column, a constraint or an index, by their key. */
  notes: Map<string, string[]>;
}

/** Of a foreign key to a table further below, in place of the constraint. */
export const BELOW = ' is added below';

export function readBlocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(readBlock);
}

function readBlock(text: string): Block {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => !line.startsWith('--'));
  const comment = start < 0 ? lines : lines.slice(0, start);
  const statement = start < 0 ? [] : lines.slice(start);
  const [, kind, name = ''] =
    /^create (?:unlogged )?(table|function|trigger|collation) (\w+)/.exec(statement[0] ?? '') ?? [];
  if (statement.length > 0 && kind === undefined)
    throw new Error(
      `migrations/schema.sql: expected \`create table\`, a function, a trigger or a collation, not ${statement[0]}`,
    );
  const block: Block = { comment, kind, name, columns: [], notes: new Map() };
  if (kind === 'table') readTable(statement.slice(1), block);
  return block;
}

function readTable(lines: readonly string[], { columns, notes }: Block): void {
  let note: string[] = [];
  for (const line of lines) {
    if (line.endsWith(BELOW)) continue;
    if (line.trim().startsWith('--')) {
      note.push(line.trim());
      continue;
    }
    const key = keyOf(line);
    if (note.length > 0) notes.set(key, note);
    note = [];
    columns.push(key);
  }
}

/** A column or an index by its name. Anything else by its line. */
export function keyOf(line: string): string {
  const [, index] = /^create (?:unique )?index (\w+)/.exec(line) ?? [];
  if (index) return index;
  const [, word = ''] = /^ {2}(\w+)/.exec(line) ?? [];
  const isConstraint = ['constraint', 'primary', 'unique', 'foreign', 'check', ''].includes(word);
  return isConstraint ? line.trim().replace(/,$/, '') : word;
}
