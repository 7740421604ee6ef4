import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { de } from '../../texts/de/portal/catalogue.ts';
import { clock as deClock } from '../../texts/de/portal/clock.ts';
import { handover as deHandover } from '../../texts/de/portal/handover.ts';
import { roster as deRoster } from '../../texts/de/portal/roster.ts';
import { en } from '../../texts/en/portal/catalogue.ts';
import { clock as enClock } from '../../texts/en/portal/clock.ts';
import { handover as enHandover } from '../../texts/en/portal/handover.ts';
import { roster as enRoster } from '../../texts/en/portal/roster.ts';
import { assertAccessibleInCurrentLook } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { csvOf, people } from './german-file.ts';
import { openWindow, personNamed, servePortal, signIn, startWorker } from './portal.ts';

/**
 * The guide "The month of HR" as somebody follows it. `GUIDE_PICTURES=1 node test/run.ts test/browser/month-of-hr.test.ts`
 * writes the pictures of the guide, in both languages. MONTH_WIDTH=1440 walks on a wide screen.
 */
const WRITES_PICTURES = process.env['GUIDE_PICTURES'] !== undefined;
const PICTURES = join(import.meta.dirname, '../../docs/hr');

const TEXTS = {
  de: { m: de, roster: deRoster, handover: deHandover, clock: deClock },
  en: { m: en, roster: enRoster, handover: enHandover, clock: enClock },
};

const WALKS = WRITES_PICTURES
  ? ([
      { language: 'de', width: 1180 },
      { language: 'en', width: 1180 },
    ] as const)
  : ([{ language: 'de', width: Number(process.env['MONTH_WIDTH'] ?? 390) }] as const);

/** A picture of the guide: what is visible, in the format that is smallest. */
async function picture(page: Page, language: string, name: string): Promise<void> {
  if (!WRITES_PICTURES) return;
  await page.mouse.move(0, 0);
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(PICTURES, language, `${name}.webp`), Buffer.from(data, 'base64'));
}

describe('a month of HR, in a browser,', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo, address } = portal;
  const { sql } = portal.service.database;
  await startWorker(portal);
  const browser = await launchBrowser();
  for (const { language, width } of WALKS) {
    const { m, roster, handover, clock } = TEXTS[language];
    // Other people than those of the walk before.
    const file = people().map((row) => row.map((cell) => cell.replace('@', `@w${width}-${language}.`)));
    const where = `${width} pixels wide (${language})`;
    const { page, complaints } = await openWindow(browser, {
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      viewport: { width, height: 820 },
    });
    await signIn(page, portal);
    const integration = await createIntegration(sql, demo.company.id, OPERATOR, {
      name: language === 'de' ? 'Lohnbüro' : 'Payroll office',
      type: 'api-integration',
      holdPercent: 20,
    });
    const open = (path: string) => page.goto(`${address}/portal${path}`);
    const press = (name: string) => page.getByRole('button', { name }).first().click();

    async function chooseFile(rows: readonly (readonly string[])[]): Promise<void> {
      await open(`/integrations/${integration}/send`);
      await page
        .getByLabel(roster.choose)
        .setInputFiles({ name: 'Personal.csv', mimeType: 'text/csv', buffer: csvOf(rows) });
      await page.locator('main h2').first().waitFor();
    }

    it(`${where}: the overview names what waits`, async () => {
      await page.getByRole('heading', { name: m.overview.attention }).waitFor();
      await page.locator('main .card').nth(1).waitFor();
      await assertAccessibleInCurrentLook(page, 'the overview');
      await picture(page, language, 'overview');
    });

    it(`${where}: a file is checked, previewed and sent`, async () => {
      await chooseFile(file);
      await page.getByLabel(roster.meaningOf('Dienstl. Mail')).selectOption({ label: roster.columns.email });
      await press(roster.check);
      await page.getByText(roster.noLeavers).waitFor();
      await picture(page, language, 'preview');
      await press(roster.toConfirm);
      await press(roster.send(file.length));
      await page.getByRole('heading', { name: roster.result.succeeded }).waitFor();
    });

    it(`${where}: a list without many of them is held, and everybody is kept`, async () => {
      await chooseFile(file.slice(120));
      await press(roster.check);
      await press(roster.toConfirm);
      await page.getByLabel(roster.typeNumber(120)).fill('120');
      await press(roster.send(180));
      await page.getByRole('link', { name: roster.decideHeld.ends }).click();
      await page.getByText(m.syncs.heldTitle(120)).waitFor();
      await picture(page, language, 'held');
      await press(m.syncs.discard);
      await page.getByRole('dialog').getByRole('button', { name: m.syncs.discard }).click();
      await page.getByText(m.syncs.discardedText).waitFor();
    });

    it(`${where}: a pause says what it does before it is done`, async () => {
      await open(`/employees/${await personNamed(portal, 'Brückner')}`);
      await press(m.actions.names.pause);
      await page.getByRole('dialog').waitFor();
      await picture(page, language, 'pause');
    });

    it(`${where}: the month is handed over, and its file is saved`, async () => {
      await open('/costs');
      await page.getByRole('heading', { name: handover.title }).scrollIntoViewIfNeeded();
      await press(handover.handOver);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(handover.withheld).waitFor();
      await assertAccessibleInCurrentLook(page, 'the preview of a handover');
      await picture(page, language, 'hand-over');
      await dialog.getByRole('button', { name: handover.confirm }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: handover.files.payroll }).click(),
      ]);
      assert.match(await readFile(await download.path(), 'utf8'), /"34[.,]85"/);
      await dialog.getByRole('button', { name: handover.close }).click();
      await page.getByText(handover.states['handed-over']).first().waitFor();
    });

    it(`${where}: the next month begins with its tickets`, async () => {
      await open('/clock');
      await press(clock.nextFirst);
      await page.locator('main table, main .callout').first().waitFor();
      await open('/costs');
      await page.getByText(handover.states.ready).first().waitFor();
    });

    it(`${where}: without an error in the console`, () => assert.deepEqual(complaints, []));
  }
});
