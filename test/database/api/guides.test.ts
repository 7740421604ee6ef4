import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { escapeHtml, idOf } from '../../../src/http/guides/render-page.ts';
import { addressOf, PAGES } from '../../../src/http/guides/table-of-contents.ts';
import { hrSystems } from '../../../texts/en/hr-systems.ts';
import { createTestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { app } = await createTestService();
const page = (name: string) => app.inject(`/guides/${name}`);

test('the guides and the reference pages are served as HTML without scripts, and cached', async () => {
  assert.equal((await app.inject('/guides')).body, (await page('quick-start')).body);
  for (const name of PAGES.map(addressOf)) {
    const answer = await page(name);
    assert.equal(answer.statusCode, 200, name);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; style-src 'self';/);
    assert.doesNotMatch(answer.body, /<script|<style| style=| on\w+=/i, name);
    assert.match(answer.body, /<h1 id="/, name);
    const headers = { 'if-none-match': String(answer.headers['etag']) };
    assert.equal((await app.inject({ url: `/guides/${name}`, headers })).statusCode, 304);
  }
});

test('HR reads in German and English how to connect each system, with what the portal shows', async () => {
  for (const [system, text] of Object.entries(hrSystems.systems)) {
    const { body } = await page(`connect-${system}`);
    assert.match(body, /<html lang="en">/);
    for (const step of text.steps) assert.ok(body.includes(escapeHtml(step)), `${system}: ${step}`);
    assert.ok(body.includes(`href="/guides/de/connect-${system}"`));
    const german = (await page(`de/connect-${system}`)).body;
    assert.match(german, /<html lang="de">/);
    assert.match(german, /Das HR-System hat die Zugangsdaten abgelehnt/);
    assert.ok(german.includes(`href="/guides/connect-${system}"`));
  }
});

test('the pictures of a page are served, and described for those who do not see them', async () => {
  const { body } = await page('de/month-of-hr');
  const pictures = [...body.matchAll(/<img src="([^"]+)" alt="([^"]+)"/g)];
  assert.ok(pictures.length >= 4);
  for (const [, address = ''] of pictures) {
    const answer = await app.inject(address);
    assert.equal(answer.statusCode, 200, address);
    assert.equal(answer.headers['content-type'], 'image/webp');
  }
  assert.equal((await page('pictures/de/nothing.webp')).statusCode, 404);
  assert.equal((await page('pictures/..%2f..%2f/package.json')).statusCode, 404);
});

test('unknown pages and files outside of the list are not found', async () => {
  for (const name of [
    'nothing',
    'architecture',
    '..%2f..%2fpackage.json',
    'quick-start.md',
    'de/quick-start',
  ])
    assert.equal((await page(name)).statusCode, 404, name);
});

test('every link of a page leads to a page, a section or a route that exists', async () => {
  const routes = new Set(app.declaredRoutes.map(({ url }) => url));
  for (const name of PAGES.map(addressOf)) {
    const { body } = await page(name);
    for (const [, href = ''] of body.matchAll(/href="([^"]+)"/g)) {
      if (/^(https?|mailto):/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? body : (await app.inject(path)).body;
      if (!path.startsWith('/guides/') && path !== '' && path !== '/portal/favicon.svg')
        assert.ok(routes.has(path), `${name} links to ${href}`);
      if (path.startsWith('/guides/')) assert.equal((await app.inject(path)).statusCode, 200, href);
      if (anchor && anchor !== 'content' && anchor !== 'pages')
        assert.ok(target.includes(`id="${anchor}"`), `${name} links to ${href}`);
    }
  }
});

test('pages for readers name no files of the source: docs/architecture.md does', () => {
  for (const file of ['README.md', ...PAGES.flatMap(({ file }) => (file ? [`docs/${file}`] : []))]) {
    // Somebody who runs one test names its file.
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/`npm test -- [^`]*`/g, '');
    assert.deepEqual(
      text.match(/(?:\b(?:src|test|bench|lint)\/[\w/.-]+)|`[\w/-]+\.(?:ts|tsx|sql)`/g) ?? [],
      [],
      file,
    );
  }
});

test('every link between the files of the documentation leads to a file and a section that exist', () => {
  const folders = ['docs', 'docs/guides', 'docs/decisions'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  for (const file of ['README.md', 'CONTRIBUTING.md', 'client/README.md', ...files]) {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|\/)/.test(href)) continue;
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
      assert.ok(existsSync(join(ROOT, target)), `${file} links to ${href}`);
      if (!anchor || !target.endsWith('.md')) continue;
      const headings = readFileSync(join(ROOT, target), 'utf8').matchAll(/^#+ (.+)$/gm);
      assert.ok(
        [...headings].some(([, heading = '']) => idOf(heading) === anchor),
        `${file} links to ${href}`,
      );
    }
  }
});
