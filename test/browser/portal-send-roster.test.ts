import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { assertAccessible, PHONE, showAs, WIDE } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { csvOf, HEADINGS, people, rowOf, workbookOf } from './german-file.ts';
import { openWindow, servePortal, signIn, startWorker } from './portal.ts';

/** Index of the person, heading, wrong value, and what the page says about it. */
const MISTAKES = [
  [10, 'Geb.-Datum', 'unbekannt', 'kein Datum'],
  [45, 'Dienstl. Mail', 'Käthe (at) Firma', 'keine E-Mail-Adresse'],
  [120, 'Geb.-Datum', '31.02.1990', 'diesen Tag gibt es nicht'],
  [200, 'Eintritt', '', 'fehlt'],
  [298, 'Austritt', '1.3.26', 'das Jahr braucht vier Ziffern'],
] as const;

const columnOf = (heading: (typeof HEADINGS)[number]) => HEADINGS.indexOf(heading);

function withMistakes(): string[][] {
  const rows = people();
  for (const [index, heading, value] of MISTAKES) {
    const row = rows[index];
    if (row) row[columnOf(heading)] = value;
  }
  return rows;
}

describe('a German file, in a browser, by somebody who reads only the screen,', {
  skip: noBrowser,
}, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo, address } = portal;
  const { sql } = portal.service.database;
  await startWorker(portal);
  const browser = await launchBrowser();
  const id = await createIntegration(sql, demo.company.id, OPERATOR, {
    name: 'Lohnbüro',
    type: 'api-integration',
    holdPercent: 20,
  });
  const file = people();

  async function openPage() {
    const window = await openWindow(browser, { locale: 'de-DE' });
    await signIn(window.page, portal);
    await window.page.goto(`${address}/portal/integrations/${id}/send`);
    return window;
  }
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel('Datei wählen').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    assert.ok(box);
    return box;
  };
  const present = async () =>
    (await sql`select from hr_links where integration_id = ${id} and ended_at is null`).length;

  it('is understood except for one column, which is chosen by hand, and its mistakes are named row by row', async () => {
    const { page, complaints } = await openPage();
    await page.getByRole('list', { name: 'Schritte' }).waitFor();
    await choose(page, 'Personal.csv', csvOf(withMistakes()));
    await heading(page, '300 Personen in Personal.csv').waitFor();
    await page.getByText('Es fehlt noch: E-Mail-Adresse.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Datei prüfen' }).isDisabled());
    await page.getByLabel('Bedeutung von Dienstl. Mail').selectOption('E-Mail-Adresse');
    await page.getByText('bekäme ab dem nächsten Monat wieder Tickets').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Bekannte Abwesenheiten behalten' }).isChecked());
    await assertAccessible(page, 'the columns of a file');

    await press(page, 'Datei prüfen');
    await heading(page, '5 Fehler in 5 Zeilen').waitFor();
    await page.getByText('Ohne diese 5 Zeilen weiter').waitFor();
    await assertAccessible(page, 'the mistakes of a file');
    const download = page.waitForEvent('download');
    await press(page, 'Alle Fehler herunterladen (CSV)');
    const saved = await readFile(await (await download).path(), 'utf8');
    assert.deepEqual(saved.replace('\uFEFF', '').split('\r\n').slice(0, 2), [
      'Datei;Zeile;Personalnummer;Person;Überschrift;Wert;Fehler',
      'Personal.csv;12;04010;Änne Müller-Groß;Geb.-Datum;unbekannt;kein Datum',
    ]);

    // Corrects exactly the cells that the screen names: by row and heading.
    const corrected = withMistakes();
    const said = await page.locator('main tbody tr').allInnerTexts();
    assert.equal(said.length, MISTAKES.length);
    for (const [at, text] of said.entries()) {
      const [index, column, value, words] = MISTAKES[at] ?? assert.fail();
      const person = file[index] ?? assert.fail();
      const row = Number(/^\s*(\d+)/.exec(text)?.[1]);
      assert.equal(row, rowOf(index));
      for (const part of [`${person[2]} ${person[3]}`, person[0] ?? '', `${column}:`, words, value])
        assert.ok(text.includes(part), `${text} says ${part}`);
      const named = HEADINGS.find((each) => text.includes(`${each}:`)) ?? assert.fail();
      const wrong = corrected[row - 2 - (row > 100 ? 1 : 0)] ?? assert.fail();
      wrong[columnOf(named)] = person[columnOf(named)] ?? '';
    }
    assert.deepEqual(corrected, file);

    await press(page, 'Zurück zur Datei');
    await choose(page, 'Personal.csv', csvOf(corrected));
    await press(page, 'Datei prüfen');
    await page.getByText('Niemand würde ausscheiden').waitFor();
    await page.getByRole('button', { name: 'Die ersten 100 anzeigen' }).click();
    await page.goBack();
    await heading(page, '300 Personen in Personal.csv').waitFor();
    await page.getByLabel('Bedeutung von Dienstl. Mail').waitFor();
    await page.goForward();
    await press(page, 'Weiter zum Bestätigen');
    await heading(page, 'Diese Liste senden?').waitFor();
    await press(page, 'Liste mit 300 Personen senden');
    await heading(page, 'Die Liste wurde übernommen').waitFor();
    assert.equal(await page.getByText('Die Liste wurde übernommen').count(), 1);
    await page.getByText('300 Personen warten auf eine Bestellung').waitFor();
    await assertAccessible(page, 'the result');
    assert.equal(await present(), 300);
    const [jürgen] = await sql`select first_name, last_name, date_of_birth::text from employees
      where company_id = ${demo.company.id} and email = 'person1@example.com'`;
    assert.deepEqual(
      { ...jürgen },
      { first_name: 'Jürgen', last_name: 'Groß-Groß', date_of_birth: '1961-02-02' },
    );
    assert.deepEqual(complaints, []);
  });

  it('without 40 % of the people shows them first, wants their number typed, and is held', async () => {
    // A colleague sends the next one, as a workbook.
    const { page, complaints } = await openPage();
    await choose(page, 'Personal.xlsx', await workbookOf(file.slice(120)));
    await page.getByLabel('Tabellenblatt').selectOption('Personal');
    await heading(page, '180 Personen in Personal.xlsx').waitFor();
    await page.getByText('So wie bei einer früheren Datei festgelegt').waitFor();
    assert.equal(await page.getByLabel('Bedeutung von Dienstl. Mail').inputValue(), 'email');
    const checkButton = page.getByRole('button', { name: 'Datei prüfen' });
    const boxes: { look: typeof WIDE; first: Awaited<ReturnType<typeof boxOf>> }[] = [];
    for (const look of [PHONE, WIDE]) {
      await showAs(page, look);
      await checkButton.scrollIntoViewIfNeeded();
      boxes.push({ look, first: await boxOf(checkButton) });
    }
    await checkButton.click();
    const leavers = page.getByRole('region', { name: '120 Personen von 300 würden ausscheiden' });
    await leavers.waitFor();
    await leavers.getByText('Diese Austritte würden angehalten').waitFor();
    await leavers.getByRole('button', { name: 'Alle 120 anzeigen' }).click();
    const shown = await leavers.innerText();
    for (const person of file.slice(0, 120)) assert.ok(shown.includes(`${person[2]} ${person[3]}`));
    const first = await page.locator('main section, main .tiles').first().getAttribute('aria-label');
    assert.equal(first, '120 Personen von 300 würden ausscheiden', 'they come first');
    await assertAccessible(page, 'the review');

    await press(page, 'Weiter zum Bestätigen');
    const send = page.getByRole('button', { name: 'Liste mit 180 Personen senden' });
    for (const { look, first } of boxes) {
      await showAs(page, look);
      const { x, y, width, height } = await boxOf(send);
      const isApart =
        x >= first.x + first.width ||
        x + width <= first.x ||
        y >= first.y + first.height ||
        y + height <= first.y;
      assert.ok(
        isApart,
        `at ${look.viewport.width} pixels the button to send stands where the other one stood`,
      );
    }
    assert.ok(await send.isDisabled());
    const number = page.getByLabel('Geben Sie 120 ein');
    await number.fill('12');
    await page.getByText('Das ist nicht die Zahl der Personen, die ausscheiden würden.').waitFor();
    assert.ok(await send.isDisabled());
    await number.fill('120');
    await assertAccessible(page, 'the confirmation');
    await number.press('Enter');
    await heading(page, 'Die Liste wurde übernommen, nur die Austritte noch nicht').waitFor();
    assert.equal(await present(), 300);
    await page.getByRole('link', { name: 'Über die Austritte entscheiden' }).click();
    await page.getByText('120 Personen würden ausscheiden').waitFor();
    assert.deepEqual(complaints, []);
  });
});
