import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { it } from 'node:test';

const PAGES = 'web/src/pages';
const read = (pattern: string) =>
  globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const pageOf = (file: string) => dirname(file).split('/')[3] ?? '';

/** The first class of each selector: the element that a rule is about, or that contains it. */
function firstClasses(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/@(media|container|supports)[^{]*\{/g, '');
  return [...rules.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors = '']) => selectors.split(','))
    .filter((selector) => !/^\s*(@|from|to|\d)/.test(selector))
    .map((selector) => /\.([\w-]+)/.exec(selector)?.[1] ?? selector.trim());
}

const styles = read(`${PAGES}/**/*.css`).map(({ file, text }) => ({ file, classes: firstClasses(text) }));

it('the styles of a page begin with a class of that page, which no other page and no shared style has', () => {
  const shared = new Set(
    read('web/src/{design,domain,shell}/**/*.css').flatMap(({ text }) =>
      [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
    ),
  );
  const foreign = styles.flatMap(({ file, classes }) =>
    classes
      .filter(
        (name) =>
          shared.has(name) ||
          styles.some((other) => pageOf(other.file) !== pageOf(file) && other.classes.includes(name)),
      )
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(foreign, []);
});

it('a class of a page is used by that page only', () => {
  const used = read('web/src/**/*.tsx').flatMap(({ file, text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{[^}]*?'([^']*)')/g)]
      .flatMap(([, plain = '', quoted = '']) => `${plain} ${quoted}`.split(/\s+/))
      .map((name) => ({ file, name })),
  );
  const strays = styles.flatMap(({ file, classes }) =>
    used
      .filter(
        ({ file: other, name }) => classes.includes(name) && !other.startsWith(`${PAGES}/${pageOf(file)}/`),
      )
      .map(({ file: other, name }) => `${other} uses ${name} of ${file}`),
  );
  assert.deepEqual([...new Set(strays)], []);
});
