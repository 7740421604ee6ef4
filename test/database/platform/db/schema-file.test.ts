import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/platform/db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { type Catalog, readCatalog } from './schema-file/read-catalog.ts';
import { renewSchema } from './schema-file/schema-text.ts';

const FILE = join(import.meta.dirname, '../../../../migrations/schema.sql');

const migrated = await createTestDatabase();
const empty = await createTestDatabase({ empty: true });

test('migrations/schema.sql says what the migrations create', async () => {
  const migrations = readMigrations().map(({ sql }) => sql);
  const text = readFileSync(FILE, 'utf8');
  const renewed = renewSchema(text, await readCatalog(migrated.sql), migrations.join('\n'));
  if (process.env['UPDATE_SCHEMA']) writeFileSync(FILE, renewed);
  else assert.equal(differenceOf(text, renewed), undefined);
});

test('migrations/schema.sql creates the same schema in an empty database', async () => {
  await empty.sql.unsafe(readFileSync(FILE, 'utf8')).simple();
  assert.deepEqual(sorted(await readCatalog(empty.sql)), sorted(await readCatalog(migrated.sql)));
});

function differenceOf(text: string, renewed: string): string | undefined {
  const lines = text.split('\n');
  const index = renewed.split('\n').findIndex((line, place) => line !== lines[place]);
  if (text === renewed) return undefined;
  return `Run \`npm run schema\`. The first difference is line ${index + 1}: ${lines[index]}, not ${renewed.split('\n')[index]}`;
}

/** The file has columns in an order for readers, and foreign keys between tables that need each other last. */
function sorted({ tables, others, unknown }: Catalog) {
  const byText = <Item>(items: readonly Item[]) => items.map((item) => JSON.stringify(item)).toSorted();
  return {
    tables: tables.map(({ columns, constraints, indexes, ...table }) => ({
      ...table,
      columns: byText(columns),
      constraints: byText(constraints),
      indexes: byText(indexes),
    })),
    others,
    unknown,
  };
}
