import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLANNED_OUTCOMES } from '../../../src/rosters/plan/planned-outcomes.ts';

const root = join(import.meta.dirname, '../../../src/rosters');
/** The files with statements about `planned_changes`. */
const texts = globSync('{plan,apply}/*-sql.ts', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .filter((text) => /planned_changes|planned(?:Changes|AsP)|rowsFor/.test(text));

const matches = (pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, part = '']) => part));
const literals = (parts: readonly string[], pattern = /'([a-z-]+)'/g) =>
  parts.flatMap((part) => [...part.matchAll(pattern)].map(([, value = '']) => value));

/** The results of a case, but not the values that its conditions compare. */
const RESULT = /\b(?:then|else) '([a-z-]+)'/g;

const written = new Set([
  ...literals(matches(/(?:\bset|,)\s+outcome = ('[a-z-]+')/g)),
  ...literals(matches(/('[a-z-]+') as outcome\b/g)),
  ...literals(matches(/\boutcome = case\b(.*?)\bend\b/gs), RESULT),
  ...literals(matches(/\bcase\b((?:(?!\bcase\b).)*?)\bend as outcome\b/gs), RESULT),
]);

const compared = new Set([
  ...literals(matches(/\boutcome (?:=|<>) ('[a-z-]+')/g)),
  ...literals(matches(/\boutcome (?:not )?in (\([^)]*\))/g)),
]);

const known = Object.keys(PLANNED_OUTCOMES).sort();

test('each planned outcome that a statement writes is in the table, and each of the table is written', () => {
  assert.deepEqual([...written].sort(), known);
});

test('each planned outcome that a statement looks for is in the table', () => {
  assert.deepEqual(
    [...compared].filter((outcome) => !known.includes(outcome)),
    [],
  );
});
