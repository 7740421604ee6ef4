import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

const anybody = () => true;

test('companies take turns by their ids, and a company without work is passed over', () => {
  const turns = new Turns();
  for (const companyId of [3, 1, 2]) turns.add({ companyId, rank: 5 });
  const take = (count: number) => Array.from({ length: count }, () => turns.next(anybody)?.turn.companyId);
  assert.deepEqual(take(4), [1, 2, 3, 1]);
  turns.remove({ companyId: 2, rank: 5 });
  assert.deepEqual(take(3), [3, 1, 3]);
});

test('a lower rank comes first, and the turn goes on behind the company that had it', () => {
  const turns = new Turns();
  turns.add({ companyId: 1, rank: 5 });
  turns.add({ companyId: 2, rank: 5 });
  turns.add({ companyId: 2, rank: 0 });
  assert.deepEqual(turns.next(anybody)?.turn, { companyId: 2, rank: 0 });
  turns.remove({ companyId: 2, rank: 0 });
  assert.deepEqual(turns.next(anybody)?.turn, { companyId: 1, rank: 5 });
});

test('a company that has all the slots it may have gets no turn', () => {
  const turns = new Turns();
  for (const companyId of [1, 2]) turns.add({ companyId, rank: 0 });
  assert.deepEqual(
    turns.next((companyId) => companyId !== 1),
    { turn: { companyId: 2, rank: 0 }, among: 1 },
  );
  assert.equal(
    turns.next(() => false),
    undefined,
  );
});
