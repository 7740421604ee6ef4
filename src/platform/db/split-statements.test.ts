import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readMigrations } from './migrate.ts';
import { splitStatements } from './split-statements.ts';

it('a statement ends at a semicolon that is no part of a comment, a text, a name or a body of a function', () => {
  const statements = [
    "-- first; not here\ncreate table a (b text default ';''; ');",
    "\ncomment on table a is e'it\\'s; fine'; ".trimEnd(),
    '\nalter table a rename to "c;d";',
    '\n/* not; here */ create function f() returns trigger language plpgsql as $$ begin return new; end $$;',
    "\ncreate function g() returns text language sql as $body$ select '$$;'; $body$;",
  ];
  assert.deepEqual(splitStatements(`${statements.join('')}\n-- the end;\n`), statements);
  assert.deepEqual(splitStatements('select 1'), ['select 1']);
});

it('a migration is split without losing anything but a comment at its end', () => {
  for (const { name, sql } of readMigrations()) {
    const statements = splitStatements(sql);
    assert.ok(statements.length > 0, name);
    assert.ok(sql.startsWith(statements.join('')), name);
    assert.match(sql.slice(statements.join('').length), /^(\s|--.*)*$/, name);
  }
});
