import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeal } from './seal.ts';

const [NEW, OLD] = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U', 'q8Zr5TnWx2CvB7mKj4LpHs9DfG6aYe3U'];
const seal = createSeal('passwords', [NEW]);

test('a sealed text is opened with its own context and purpose only', () => {
  const sealed = seal.close('geheim ✓', 'company 1');
  assert.ok(!sealed.includes('geheim'));
  assert.equal(seal.open(sealed, 'company 1'), 'geheim ✓');
  assert.equal(seal.open(sealed, 'company 2'), undefined);
  assert.equal(createSeal('tokens', [NEW]).open(sealed, 'company 1'), undefined);
});

test('every changed byte is noticed, and one secret is sealed differently each time', () => {
  const sealed = seal.close('', 'company 1');
  assert.notEqual(sealed, seal.close('', 'company 1'));
  const start = sealed.indexOf('.') + 1;
  const body = Buffer.from(sealed.slice(start), 'base64url');
  for (let place = 0; place < body.length; place++) {
    const changed = Buffer.from(body);
    changed[place] = (changed[place] ?? 0) ^ 1;
    assert.equal(seal.open(sealed.slice(0, start) + changed.toString('base64url'), 'company 1'), undefined);
  }
  for (const broken of ['', '.', 'x', sealed.slice(0, start), sealed.slice(0, start + 20)])
    assert.equal(seal.open(broken, 'company 1'), undefined);
});

test('after a rotation the old secret still opens what it has closed, until it is dropped', () => {
  const sealed = createSeal('passwords', [OLD]).close('geheim', 'company 1');
  const rotated = createSeal('passwords', [NEW, OLD]);
  assert.equal(rotated.open(sealed, 'company 1'), 'geheim');
  assert.equal(rotated.isNewest(sealed), false);
  assert.equal(rotated.isNewest(rotated.close('geheim', 'company 1')), true);
  assert.equal(seal.open(sealed, 'company 1'), undefined);
});
