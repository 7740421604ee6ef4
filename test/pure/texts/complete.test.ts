import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS } from '../../../src/http/problems.ts';
import { REFUSALS } from '../../../src/platform/refusals.ts';
import { de } from '../../../texts/de/portal/catalogue.ts';
import { en } from '../../../texts/en/portal/catalogue.ts';

/** English readers see the sentence of the service if there is none for pages. */
test('every refusal and every problem has a German sentence', () => {
  assert.deepEqual(Object.keys(de.refusals).sort(), Object.keys(REFUSALS).sort());
  assert.deepEqual(Object.keys(de.errors.codes).sort(), Object.keys(PROBLEMS).sort());
});

test('no sentence is for a refusal or a problem that does not exist', () => {
  assert.deepEqual(
    Object.keys(en.refusals).filter((reason) => !(reason in REFUSALS)),
    [],
  );
  assert.deepEqual(
    Object.keys(en.errors.codes).filter((code) => !(code in PROBLEMS)),
    [],
  );
});
