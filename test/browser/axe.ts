import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axeInPage from 'axe-core';
import type { Page } from 'playwright-core';
import { until } from '../pure/support/until.ts';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The page's global variable. */
declare const axe: typeof axeInPage;

/** Rules of less impact that the pages keep too. */
const ALSO = ['region', 'landmark-unique', 'empty-table-header'];

interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

export const WIDE: Look = { colorScheme: 'light', viewport: { width: 1280, height: 900 } };
export const PHONE: Look = { colorScheme: 'dark', viewport: { width: 390, height: 844 } };

/** AXE_LOOKS=all checks each page in both looks: `npm run test:accessibility`. */
const CHECKS_ALL = process.env['AXE_LOOKS'] === 'all';
let checked = 0;

/**
 * Checks the page in the light theme on a wide screen or in the dark theme on a phone, in turn: a check takes a second of the
 * processor, and the long form checks both. Leaves it wide.
 */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  for (const look of looksInTurn()) {
    await showAs(page, look);
    await assertAccessibleInCurrentLook(page, what);
  }
  await showAs(page, WIDE);
}

export function looksInTurn(): Look[] {
  checked += 1;
  if (CHECKS_ALL) return [PHONE, WIDE];
  return checked % 2 === 0 ? [PHONE] : [WIDE];
}

export async function showAs(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  // The page notices its new size in the next frame, and what follows from it is there in the one after.
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
  );
}

/** Checks that axe finds nothing serious and that the page does not scroll sideways. */
export async function assertAccessibleInCurrentLook(page: Page, what: string): Promise<void> {
  const width = page.viewportSize()?.width;
  assert.deepEqual(await violations(page), [], `${what}, ${width} pixels wide`);
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  assert.ok(tooWide <= 0, `${what}: ${tooWide} pixels stick out to the right of ${width}`);
}

async function violations(page: Page): Promise<string[]> {
  // Waits for colour transitions: axe would measure intermediate colours.
  await until('nothing moves', () =>
    page.evaluate<boolean>("document.getAnimations().every(({ playState }) => playState !== 'running')"),
  );
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(source);
  // Filtered in the page: to send the whole result took a fifth of a check.
  return await page.evaluate(async (also) => {
    const { violations: found } = await axe.run({ resultTypes: ['violations'] });
    return found
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || also.includes(id))
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
  }, ALSO);
}
