import assert from 'node:assert/strict';
import { test } from 'node:test';
import { similarName } from './similar-name.ts';

const KNOWN = [
  'updatedSince',
  'page',
  'perPage',
  'hrIds',
  'ids',
  'terminationDate',
  'startDate',
  'sortOrder',
];

for (const [given, meant] of [
  ['updateSince', 'updatedSince'],
  ['updated_since', 'updatedSince'],
  ['UpdatedSince', 'updatedSince'],
  ['udpatedSince', 'updatedSince'],
  ['terminatonDate', 'terminationDate'],
  ['TERMINATION-DATE', 'terminationDate'],
  ['per_page', 'perPage'],
  ['page[]', 'page'],
  ['ids[0]', 'ids'],
  ['hrId', 'hrIds'],
  ['starDate', 'startDate'],
  ['since', undefined],
  ['filter', undefined],
  ['', undefined],
  ['🎫', undefined],
  ['x'.repeat(10_000), undefined],
] as const)
  test(`${given.slice(0, 20) || 'an empty name'} means ${meant ?? 'no known name'}`, () =>
    assert.equal(similarName(given, KNOWN), meant));

test('of two similar names, the nearer one is meant', () => {
  assert.equal(similarName('types', ['type', 'types']), 'types');
  assert.equal(similarName('createdTo', ['createdFrom', 'createdTo']), 'createdTo');
});
