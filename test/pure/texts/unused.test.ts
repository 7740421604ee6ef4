import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TEXTS } from '../../../texts/catalogue.ts';
import { employeePage } from '../../../texts/en/employee-page.ts';
import { portalTexts } from './portal-texts.ts';

const root = join(import.meta.dirname, '../../..');

/** Their keys are codes of the service. Other tests compare them (`complete.test.ts`, `log-words.test.ts`). */
const BY_CODE = ['sentences', 'details', 'refusals', 'actNames'];

/** The words of every file that may use a text. */
const files = globSync(['{src,web/src}/**/*.{ts,tsx}', 'texts/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('api/routes.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g, ''))
  .map((text) => new Set(text.match(/\w+/g)));

/** A file uses a text if it names the text and its section. Some call the section `words`. */
function isUsed(section: string, name: string): boolean {
  return files.some((words) => words.has(name) && (words.has(section) || words.has('words')));
}

function unusedIn(sections: Readonly<Record<string, object>>): string[] {
  return Object.entries(sections)
    .filter(([section]) => !BY_CODE.includes(section))
    .flatMap(([section, texts]) =>
      Object.keys(texts)
        .filter((name) => !isUsed(section, name))
        .map((name) => `${section}.${name}`),
    );
}

test('every text is used', async () => {
  const { mails, ...others } = TEXTS.en;
  assert.deepEqual(unusedIn(await portalTexts('en')), [], 'portal');
  assert.deepEqual(unusedIn(others), [], 'service');
  assert.deepEqual(unusedIn(mails), [], 'mails');
  assert.deepEqual(unusedIn({ m: employeePage }), [], "the employee's page");
});

test('a text that nobody uses is found', () => {
  assert.deepEqual(unusedIn({ overview: { title: '', nobodyReadsThis: '' } }), ['overview.nobodyReadsThis']);
});
