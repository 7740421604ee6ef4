import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXTS } from '../../../texts/catalogue.ts';
import { employeePage as germanPage } from '../../../texts/de/employee-page.ts';
import { employeePage as englishPage } from '../../../texts/en/employee-page.ts';
import { portalTexts } from './portal-texts.ts';

/** Texts that say something with a value in one language only. */
const DIFFERENT = [
  // German greets with both names.
  'mails.greeting',
];

/** A function with fewer parameters has the type of one with more. So types do not notice a value that a language leaves out. */
function differences(english: unknown, german: unknown, path: string): string[] {
  if (isText(english) && isText(german))
    return String(valuesIn(english)) === String(valuesIn(german)) ? [] : [path];
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([name, text]) =>
    differences(
      text,
      Object.entries(german ?? {}).find(([key]) => key === name)?.[1],
      `${path}${path && '.'}${name}`,
    ),
  );
}

type Text = (...values: string[]) => unknown;

function isText(value: unknown): value is Text {
  return typeof value === 'function';
}

/** Which of its values a text contains. Numbers come out as NaN, which is a value too. */
function valuesIn(text: Text): string[] {
  const values = ['«a»', '«b»', '«c»', '«d»', '«e»'];
  const written = JSON.stringify(text(...values)) ?? '';
  return [...values, 'NaN'].filter((value) => written.includes(value));
}

test('a text contains the same values in both languages', async () => {
  const { refusals: _, errors: __, ...english } = await portalTexts('en');
  assert.deepEqual(differences(english, await portalTexts('de'), ''), []);
  assert.deepEqual(differences(englishPage, germanPage, ''), []);
  assert.deepEqual(
    differences(TEXTS.en, TEXTS.de, '').filter((path) => !DIFFERENT.includes(path)),
    [],
  );
});

test('a value that one language leaves out is found', () => {
  const english = { held: (name: string, since: string) => `${name} since ${since}` };
  assert.deepEqual(differences(english, { held: (name: string) => name }, ''), ['held']);
});
