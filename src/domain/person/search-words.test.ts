import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShortSearch, wordsOf } from './search-words.ts';

describe('the words of a search', () => {
  it('leave out repetitions and words within another one', () => {
    assert.deepEqual(wordsOf('a an Anna anna'), ['Anna', 'anna']);
    assert.deepEqual(wordsOf('nna a anna'), ['anna']);
    assert.deepEqual(wordsOf('anna bert'), ['anna', 'bert']);
    assert.deepEqual(wordsOf('anna anna'), ['anna']);
  });

  it('are ten at most', () => {
    assert.equal(isShortSearch('María del Carmen García de la Torre y López, m.garcia@example.com'), true);
    assert.equal(isShortSearch([...'abcdefghij'].join(' ')), true);
    assert.equal(isShortSearch([...'abcdefghijk'].join(' ')), false);
    // One character that Unicode takes apart into several words.
    assert.equal(isShortSearch('\ufdfa'.repeat(11)), true);
    assert.equal(isShortSearch('a '.repeat(100)), true);
  });
});
