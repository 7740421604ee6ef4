import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../pure/support/until.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

export const WIDE: Look = { colorScheme: 'light', viewport: { width: 1280, height: 900 } };
export const PHONE: Look = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };

/** Of a page as it stands, in the light on a wide screen and in the dark on a phone. It is left as it was: wide. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  for (const look of [PHONE, WIDE]) {
    await turnTo(page, look);
    await assertAccessibleAsItIs(page, what);
  }
}

export async function turnTo(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
}

/** Nothing that axe finds serious, and nothing to scroll sideways. */
export async function assertAccessibleAsItIs(page: Page, what: string): Promise<void> {
  const width = page.viewportSize()?.width;
  assert.deepEqual(await violations(page), [], `${what}, ${width} pixels wide`);
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  assert.ok(tooWide <= 0, `${what}: ${tooWide} pixels stick out to the right of ${width}`);
}

async function violations(page: Page): Promise<string[]> {
  // Colours on their way from one to another are nobody's to judge.
  await until('nothing moves', () =>
    page.evaluate<boolean>("document.getAnimations().every(({ playState }) => playState !== 'running')"),
  );
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
