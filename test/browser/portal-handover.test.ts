import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { revoke } from '../database/support/actions.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

describe('handing a month over, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo, service } = portal;
  const { sql } = service.database;
  const companyId = demo.company.id;
  const browser = await launchBrowser();

  async function openCosts() {
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
    await signIn(page, portal);
    await page.goto(`${portal.address}/portal/costs`);
    await page.getByRole('heading', { name: 'Übergabe an die Lohnabrechnung' }).waitFor();
    return { page, complaints };
  }

  const rowOf = (page: Page, month: string) => page.getByRole('row').filter({ hasText: month });

  it('shows the states, what the files contain, and offers them afterwards', async () => {
    const { page, complaints } = await openCosts();
    const march = rowOf(page, 'März 2026').filter({ hasText: 'bereit' });
    await rowOf(page, 'Februar 2026').filter({ hasText: 'übergeben' }).first().waitFor();
    await march.getByRole('button', { name: 'Übergeben' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Vom Gehalt einbehalten').first().waitFor();
    await assertAccessible(page, 'the preview of a handover');
    await dialog.getByRole('button', { name: 'Übergeben' }).click();
    await page.getByRole('heading', { name: 'März 2026 ist übergeben' }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Datei für die Lohnabrechnung' }).click(),
    ]);
    const [handover] = await sql<{ digest: string }[]>`
      select digests ->> 'payroll' as digest from handovers where company_id = ${companyId} order by month desc limit 1`;
    const bytes = await readFile(await saved.path());
    assert.equal(createHash('sha256').update(bytes).digest('hex'), handover?.digest);
    await dialog.getByRole('button', { name: 'Fertig' }).click();
    await rowOf(page, 'März 2026')
      .filter({ hasText: 'übergeben' })
      .filter({ hasText: demo.portal.email })
      .filter({ hasText: /In den Dateien: \d+ Personen, [\d.,]+\s€ einbehalten, [\d.,]+\s€ steuerfrei\./ })
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('says what was booked since, and takes the handover back with a reason', async () => {
    const [person] = await sql<{ id: number }[]>`
      select employee_id as id from charges
      where company_id = ${companyId} and month = '2026-03-01' and plan_type = 'deferred-plan' and not reversed limit 1`;
    assert(person);
    await sql.begin((tx) => revoke(tx, companyId, person.id, OPERATOR, { refund: true }));
    const { page, complaints } = await openCosts();
    await page.getByText('Seitdem 1 Buchung. Sie steht in den Dateien für April 2026.').waitFor();
    await rowOf(page, 'März 2026').getByRole('button', { name: 'Zurücknehmen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Grund').fill('Noch nicht gebucht');
    await dialog.getByRole('button', { name: 'Zurücknehmen' }).click();
    await rowOf(page, 'März 2026').filter({ hasText: 'bereit' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
