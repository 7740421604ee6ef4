import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const TEXTS = join(ROOT, 'texts');

interface Source {
  file: string;
  text: string;
}

const readAll = (folder: string, files: string): Source[] =>
  globSync(files, { cwd: folder }).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const sources = readAll(TEXTS, '{de,en}/**/*.ts');
const germanGuides = readAll(ROOT, 'docs/hr/de/*.md');

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
  [/Liste (?:wird |ist )?(?:anhalten|angehalten|zurückgehalten)/, 'Abgleich anhalten'],
  [/zurückgehaltene[nr]? (?:Liste|Abgleich|Austritt)/, 'angehalten'],
  [/[Gg]escheitert|[Mm]isslungen/, 'fehlgeschlagen'],
  [/ungültige[nrsm]? (?:Eintr|Zeile)/, 'fehlerhaft'],
  [/[Gg]esperrt/, 'widerrufen'],
];

test('German texts have one word for one thing', () => {
  const german = sources.filter(({ file }) => file.startsWith('de/'));
  const found = [...german, ...germanGuides].flatMap(({ file, text }) =>
    GERMAN_WORDS.flatMap(([word, instead]) => {
      const [other] = word.exec(text) ?? [];
      return other === undefined ? [] : [`${file}: ${other} (${instead})`];
    }),
  );
  assert.deepEqual(found, []);
});
