import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

describe('groups, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const browser = await launchBrowser();

  async function openGroups(viewport = { width: 1440, height: 1000 }) {
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE', viewport });
    await signIn(page, portal);
    await page.goto(`${portal.address}/portal/groups`);
    await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Alle anderen' }).waitFor();
    return { page, complaints };
  }

  it('a new group shows who moves and what it costs before it is made', async () => {
    const { page, complaints } = await openGroups();
    await assertAccessible(page, 'the groups');
    await page.getByRole('button', { name: 'Gruppe anlegen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Verwaltung');
    await dialog.getByLabel('Zuschuss im Monat').fill('35,00');
    await dialog.getByRole('button', { name: 'Verwaltung', exact: true }).click();
    assert.equal(await dialog.getByLabel('Abteilung').inputValue(), 'Verwaltung');
    await assertAccessible(page, 'the settings of a group');
    await dialog.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('heading', { name: 'Gruppe „Verwaltung“ anlegen?' }).waitFor();
    await dialog
      .getByText(/Personen kommen in eine andere Gruppe/)
      .first()
      .waitFor();
    await dialog.getByText('Keine Gruppe → Verwaltung').waitFor();
    await assertAccessible(page, 'the effect of a group');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('row').filter({ hasText: 'Verwaltung' }).filter({ hasText: '35,00' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('the order of groups is changed by buttons', async () => {
    const { page, complaints } = await openGroups();
    await page.getByRole('button', { name: 'Nach oben: Werk Halle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Niemand kommt in eine andere Gruppe.').waitFor();
    await dialog.getByRole('button', { name: 'Ändern' }).click();
    await dialog.waitFor({ state: 'detached' });
    const first = page.getByRole('row').nth(1);
    await first.filter({ hasText: 'Werk Halle' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('people have a filter by group, and a group of their own choice on their page', async () => {
    const { page, complaints } = await openGroups();
    await page.getByRole('link', { name: /Personen in Vertrieb/ }).click();
    await page.waitForURL(/groupIds=/);
    assert.equal(
      await page.getByLabel('Gruppe', { exact: true }).locator('option:checked').textContent(),
      'Vertrieb',
    );
    await page.locator('.row-link').first().click();
    await page.locator('dd').filter({ hasText: 'Vertrieb' }).getByRole('button', { name: 'Ändern' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Gruppe').selectOption({ label: 'Werk Halle' });
    await assertAccessible(page, 'the choice of a group');
    await dialog.getByRole('button', { name: 'Weiter' }).click();
    await dialog.getByText('Vertrieb → Werk Halle').waitFor();
    await dialog.getByRole('button', { name: 'Ändern' }).click();
    await page.getByText('(von Hand)').waitFor();
    await page.getByText(/hat über die Gruppe von .* entschieden: Werk Halle/).waitFor();
    assert.deepEqual(complaints, []);
  });
});
