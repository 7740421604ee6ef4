import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HrSystem } from '../../../src/rosters/pull/hr-system.ts';
import { SYSTEMS } from '../../../src/rosters/pull/systems.ts';
import { hrSystems as de } from '../../../texts/de/hr-systems.ts';
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

test('an input that has to be filled in is not hidden', () => {
  const hidden = Object.entries(systems).flatMap(([name, { inputs }]) =>
    inputs
      .filter((input) => input.isRequired && !input.choices && en.systems[name]?.inputs[input.name]?.isRare)
      .map((input) => `${name}: ${input.name}`),
  );
  assert.deepEqual(hidden, []);
});
