import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const TEXTS = join(import.meta.dirname, '../../texts');

interface Source {
  file: string;
  text: string;
}

const sources: Source[] = globSync('{de,en}/**/*.ts', { cwd: TEXTS }).map((file) => ({
  file,
  text: readFileSync(join(TEXTS, file), 'utf8'),
}));

/** Places in a file and ids: readers look them up, so they stay as they are. */
const PLACES = new Set(['position', 'line', 'id', 'day', 'percent']);

test('a message writes numbers with their separators', () => {
  const bare = sources.flatMap(({ file, text }) => {
    const numbers = numbersOf(file.replace(/^de/, 'en'));
    return [...text.matchAll(/\$\{(\w+)\}/g)]
      .filter(([, name = '']) => numbers.has(name) && !PLACES.has(name))
      .map(([found]) => `${file}: ${found}`);
  });
  assert.deepEqual(bare, []);
});

/** The parameters of the English messages that are numbers. The other languages take their types from English. */
function numbersOf(file: string): Set<string> {
  const english = sources.find((source) => source.file === file)?.text ?? '';
  return new Set([...english.matchAll(/(\w+): number\b/g)].map(([, name = '']) => name));
}

test('no message contains the name of a field of the API', () => {
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
      .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, ''))
      .filter((words) => words.includes(' ') && /\b[a-z]+(?:[A-Z][a-z]*)+\b/.test(words))
      .map((words) => `${file}: ${words}`),
  );
  assert.deepEqual(named, []);
});

/** One word for one thing. The second word is what the texts say. */
const GERMAN_WORDS: readonly [RegExp, string][] = [
  [/\bAdmins?\b/, 'Administrator'],
  [/Vereinbarung/, 'Vertrag'],
  [/\b[Ee]rstell(?:en|t|e)\b/, 'erzeugen'],
  [/Personalliste/, 'Liste'],
  [/Abgleichs? von \{|Abgleichs? von \$\{/, 'Abgleich mit'],
  [/Liste anhalten|Liste angehalten/, 'Abgleich anhalten'],
];

test('German texts have one word for one thing', () => {
  const found = sources
    .filter(({ file }) => file.startsWith('de/'))
    .flatMap(({ file, text }) =>
      GERMAN_WORDS.flatMap(([word, instead]) => {
        const [other] = word.exec(text) ?? [];
        return other === undefined ? [] : [`${file}: ${other} (${instead})`];
      }),
    );
  assert.deepEqual(found, []);
});
