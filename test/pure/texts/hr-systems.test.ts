import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HrSystem } from '../../../src/rosters/pull/hr-system.ts';
import { SYSTEMS } from '../../../src/rosters/pull/systems.ts';
import { hrSystems as de } from '../../../texts/de/hr-systems.ts';
import { germanRight } from '../../../texts/de/rights.ts';
import { hrSystems as en } from '../../../texts/en/hr-systems.ts';

const systems: Readonly<Record<string, HrSystem>> = SYSTEMS;

test('every HR system has its name, what to click there, and a label for each input, in both languages', () => {
  const lacking = Object.entries({ de, en }).flatMap(([language, texts]) =>
    Object.entries(systems).flatMap(([name, { inputs }]) => {
      const text = texts.systems[name];
      if (!text || text.steps.length < 2 || !text.grant) return [`${language} ${name}`];
      return inputs
        .filter((input) => !text.inputs[input.name]?.label)
        .map((input) => `${language} ${name}: ${input.name}`);
    }),
  );
  assert.deepEqual(lacking, []);
});

test('the rights of Personio and of files have German words', () => {
  const untranslated = ['personio', 'https-file'].flatMap((name) =>
    Object.values(systems[name]?.rights ?? {}).filter((right) =>
      /attribute of|Column|Readable|\bname\b|\bdate\b(?!\))/.test(germanRight(right)),
    ),
  );
  assert.deepEqual(untranslated, []);
});

test('an input that has to be filled in is not hidden', () => {
  const hidden = Object.entries(systems).flatMap(([name, { inputs }]) =>
    inputs
      .filter((input) => input.isRequired && !input.choices && en.systems[name]?.inputs[input.name]?.isRare)
      .map((input) => `${name}: ${input.name}`),
  );
  assert.deepEqual(hidden, []);
});
