import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../../src/db/embedded/testing.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious in a page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  // Colours on their way from one to another are nobody's to judge.
  await until('nothing moves', () =>
    page.evaluate<boolean>("document.getAnimations().every(({ playState }) => playState !== 'running')"),
  );
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>('axe.run()');
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** By how many pixels something sticks out to the right. */
export async function sticksOut(page: Page): Promise<number> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  return Math.max(wide, 0);
}
