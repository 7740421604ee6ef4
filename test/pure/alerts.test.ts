import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { renderPage } from '../../src/http/guides/render-page.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = read('deploy/alerts.yml')
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('\n')),
    textOf: (key: string) => new RegExp(`${key}: (.*?)(?: \\})?$`, 'm').exec(text)?.[1] ?? '',
  }));
const NAMES = rules.map(({ name }) => name);

describe('the rules for alerts', () => {
  it('have a severity and a summary', () => {
    for (const { name, textOf } of rules) {
      assert.match(textOf('severity'), /^(critical|warning)$/, name);
      assert.match(textOf('summary'), /\S/, name);
    }
  });

  it('name a section of a page to read', () => {
    for (const { name, textOf } of rules) {
      const [path = '', anchor = ''] = textOf('runbook').split('#');
      const { html } = renderPage({ name: '', language: 'en', file: path.replace('docs/', '') }, read(path));
      assert.match(html, new RegExp(`<h\\d id="${anchor}">`), `${name}: ${path}#${anchor}`);
    }
  });

  it('are in the table of the page, if they lead to it', () => {
    const page = read('docs/guides/administration.md');
    const here = rules.filter(({ textOf }) => textOf('runbook').endsWith('#when-an-alert-fires'));
    const [, table = ''] = page.split('### When an alert fires');
    assert.notEqual(here.length, 0);
    const listed = [...(table.split('\n## ')[0] ?? '').matchAll(/`(Transit\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(listed.toSorted(), here.map(({ name }) => name).toSorted());
  });

  it('have a test each', () => {
    const tests = read('deploy/alerts.test.yml');
    const expected = new Set([...tests.matchAll(/alertname="(\w+)"\}', value/g)].map(([, name]) => name));
    assert.deepEqual([...expected].toSorted(), NAMES.toSorted());
  });

  const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: root, encoding: 'utf8' });
  const skip = promtool('--version').error !== undefined && 'promtool is not installed (Debian: prometheus)';
  for (const [what, ...args] of [
    ['can be read by Prometheus', 'check', 'rules', 'deploy/alerts.yml'],
    ['fire when they should', 'test', 'rules', 'deploy/alerts.test.yml'],
  ] as const)
    it(what, { skip }, () => {
      const { status, stdout, stderr } = promtool(...args);
      assert.equal(status, 0, `${stdout}${stderr}`);
    });
});
