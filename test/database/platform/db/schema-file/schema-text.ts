import { type Block, readBlocks } from './blocks.ts';
import type { Catalog, Other } from './read-catalog.ts';
import { tableText } from './table-text.ts';

/**
 * Writes the file anew: sentences and order as they are in it, definitions from the catalog. Functions, triggers and collations are
 * written as in the last migration that creates them: the catalog has no more of them than PostgreSQL's own words.
 */
export function renewSchema(text: string, catalog: Catalog, migrations: string): string {
  const blocks = readBlocks(text);
  refuseWhatIsMissing(blocks, catalog);
  const tables = new Map(catalog.tables.map((table) => [table.name, table]));
  const places = new Map(blocks.map((block, index) => [keyOf(block), index]));
  const placeOf = (table: string) => places.get(`table ${table}`) ?? 0;
  const neighbours = { tables, isBelow: (table: string, other: string) => placeOf(table) > placeOf(other) };
  const written = blocks.flatMap((block) => {
    if (block.kind === undefined) return [block.comment.join('\n')];
    const table = block.kind === 'table' && tables.get(block.name);
    const other = catalog.others.find((each) => keyOf(each) === keyOf(block));
    if (!table && !other) return [];
    const statement = other ? otherText(other, migrations) : table ? tableText(block, table, neighbours) : '';
    return [[...block.comment, statement].join('\n')];
  });
  return `${written.join('\n\n')}\n`;
}

function keyOf({ kind, name }: Pick<Other, 'name'> & { kind: string | undefined }): string {
  return `${kind} ${name}`;
}

function refuseWhatIsMissing(blocks: readonly Block[], { tables, others, unknown }: Catalog): void {
  if (unknown.length > 0) throw new Error(`schema-text.ts cannot write ${unknown.join(', ')}`);
  const isThere = (key: string) => blocks.some((block) => keyOf(block) === key);
  const missing = [...tables.map(({ name }) => `table ${name}`), ...others.map(keyOf)].filter(
    (key) => !isThere(key),
  );
  if (missing.length > 0)
    throw new Error(
      `migrations/schema.sql lacks ${missing.join(', ')}. Write, in the right area: a sentence that says what one row is, ` +
        `and \`create ${missing[0]} ();\` below it. Then: npm run schema`,
    );
  const silent = blocks.find(({ kind, comment }) => kind === 'table' && comment.length === 0);
  if (silent)
    throw new Error(`migrations/schema.sql has no sentence that says what a row of ${silent.name} is`);
}

function otherText({ kind, name, isRestricted }: Other, migrations: string): string {
  const pattern = new RegExp(
    String.raw`^create (?:or replace )?${kind} ${name}\b(?:\$\$[^]*?\$\$|[^;])*?;`,
    'gm',
  );
  const found = [...migrations.matchAll(pattern)].at(-1)?.[0];
  if (!found) throw new Error(`No migration creates the ${kind} ${name}`);
  const statement = found.replace('or replace ', '').replaceAll(/\n{2,}/g, '\n');
  return isRestricted ? `${statement}\nrevoke execute on function ${name} from public;` : statement;
}
