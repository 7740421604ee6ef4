import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptFigures } from './kept-figures.ts';

const [ONE, OTHER] = [1, 2];
const FOR_EVER = Number.POSITIVE_INFINITY;

/** Counts how often figures are read. */
function counter() {
  let times = 0;
  return async () => ++times;
}

describe('kept figures', () => {
  it('are read once for all who ask while they are read, and kept afterwards', async () => {
    const kept = new KeptFigures<number>(FOR_EVER);
    const read = counter();
    assert.deepEqual(await Promise.all([kept.read(ONE, 'a', read), kept.read(ONE, 'a', read)]), [1, 1]);
    assert.equal(await kept.read(ONE, 'a', read), 1);
  });

  it('are read anew for another mark and for another company', async () => {
    const kept = new KeptFigures<number>(FOR_EVER);
    const read = counter();
    assert.equal(await kept.read(ONE, 'a', read), 1);
    assert.equal(await kept.read(ONE, 'b', read), 2);
    assert.equal(await kept.read(OTHER, 'b', read), 3);
    assert.equal(await kept.read(ONE, 'b', read), 2);
  });

  it('are read anew after their time', async () => {
    const kept = new KeptFigures<number>(0);
    const read = counter();
    assert.equal(await kept.read(ONE, 'a', read), 1);
    assert.equal(await kept.read(ONE, 'a', read), 2);
  });

  it('are read anew after a failure, which everybody who waited gets', async () => {
    const kept = new KeptFigures<number>(FOR_EVER);
    const fail = () => Promise.reject(new Error('away'));
    const read = counter();
    const asked = [kept.read(ONE, 'a', fail), kept.read(ONE, 'a', read)];
    for (const each of asked) await assert.rejects(each, /away/);
    assert.equal(await kept.read(ONE, 'a', read), 1);
  });

  it('are kept of a thousand companies', async () => {
    const kept = new KeptFigures<number>(FOR_EVER);
    const read = counter();
    for (let company = 1; company <= 1_001; company++) await kept.read(company, 'a', read);
    assert.equal(await kept.read(2, 'a', read), 2);
    assert.equal(await kept.read(1, 'a', read), 1_002);
  });
});
