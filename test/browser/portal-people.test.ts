import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { performBulkActions } from '../database/support/perform-bulk-actions.ts';
import { assertAccessibleInCurrentLook } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

/** For looking at the pages: SHOTS names a folder. */
const { SHOTS } = process.env;

async function shoot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const [look, width, scheme] of [
    ['wide', 1440, 'light'],
    ['wide-dark', 1440, 'dark'],
    ['phone', 390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: `${SHOTS}/${name}-${look}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

describe('the work with many people, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { sql } = portal.service.database;
  const work = () => performBulkActions(sql);
  const browser = await launchBrowser();
  const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
  await signIn(page, portal);
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true }).waitFor();
  const names = () => page.locator('tbody .row-link').allTextContents();

  it('filters, sorts, selects all, previews the sum, changes the plan and returns to the same list', async () => {
    await page.goto(`${portal.address}/portal/employees`);
    await heading('Beschäftigte');
    await page.getByRole('button', { name: /^Aktiv/ }).click();
    await page.getByRole('button', { name: 'Spalten', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Personalnummer' }).check();
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('button', { name: 'Personalnummer' }).click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Personalnummer' }).waitFor();
    await page.getByRole('button', { name: 'Person', exact: true }).click();
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Person' }).first().waitFor();
    await page.waitForURL(/sort=name/);
    await assertAccessibleInCurrentLook(page, 'people');
    await shoot(page, 'people');

    await page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }).check();
    await page.getByText('25 Personen ausgewählt').waitFor();
    await page.getByRole('button', { name: /^Alle .* auswählen, die passen$/ }).click();
    const selected = (await page.locator('.selection-bar [role=status]').textContent()) ?? '';
    const people = Number(selected.replace(/\D/g, ''));
    assert.ok(people > 25, selected);
    await shoot(page, 'selected');
    await page.getByRole('button', { name: 'Tarif wechseln' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('So ändern sich die Kosten im Monat').waitFor();
    await dialog.getByText(/^Möglich für/).waitFor();
    await assertAccessibleInCurrentLook(page, 'the preview of a change of plan for many');
    await shoot(page, 'bulk-preview');
    const possible = (await dialog.getByText(/^Möglich für/).textContent()) ?? '';
    await dialog.getByRole('button', { name: /^Für .* wechseln$/ }).click();
    await page.getByText('Läuft. Sie können diese Seite verlassen.').waitFor();
    await assertAccessibleInCurrentLook(page, 'the progress of an action');
    await work();
    await page.getByText(/^Für .* erledigt\.$/).waitFor();
    const done = (await page.getByText(/^Für .* erledigt\.$/).textContent()) ?? '';
    assert.deepEqual(done.match(/\d+/g), possible.match(/\d+/g));
    await page.getByRole('heading', { name: 'Nicht erledigt' }).waitFor();
    await page.getByText('Dieser Tarif gilt schon.').first().waitFor();
    await assertAccessibleInCurrentLook(page, 'the result of an action');
    await shoot(page, 'bulk-result');

    await page.getByRole('link', { name: 'Zurück zu den Beschäftigten' }).click();
    await heading('Beschäftigte');
    assert.match(page.url(), /subscriptionStatuses=active/);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.waitForURL(/page=2/);
    await page.getByText(/^26 bis/).waitFor();
    const second = await names();
    await page.locator('tbody .row-link').first().click();
    await heading(second[0] ?? '');
    await page.getByRole('link', { name: 'Beschäftigte' }).last().click();
    await page.getByText(/^26 bis/).waitFor();
    assert.deepEqual(await names(), second);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Als CSV exportieren' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Beschäftigte.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, people + 1);
    assert.match(lines[0] ?? '', /"Nachname";"E-Mail-Adresse";"Personalnummer";"Status"/);
    assert.deepEqual(complaints, []);
  });

  it('finds a person, a receipt and a page from anywhere with Ctrl+K, and begins an action', async () => {
    await page.goto(`${portal.address}/portal/audit`);
    await heading('Protokoll');
    const field = page.getByRole('combobox', { name: 'Suche' });
    const [person] = await sql<{ id: number; name: string; email: string }[]>`
      select id, first_name || ' ' || last_name as name, email from employees
      where company_id = ${portal.demo.company.id} order by id offset 5 limit 1`;
    assert(person);

    await page.keyboard.press('Control+k');
    await field.fill(person.email);
    await page.getByRole('option', { name: person.name }).waitFor();
    await shoot(page, 'search');
    await page.keyboard.press('Enter');
    await heading(person.name);

    await page.keyboard.press('Control+k');
    await field.fill('000001');
    await page.getByRole('group', { name: 'Dokumente' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Suche' }).first().click();
    await field.fill('datev');
    await page.getByRole('option', { name: 'Lohnabrechnung' }).click();
    await heading('Lohnabrechnung');

    await page.keyboard.press('Control+k');
    await field.fill('person an');
    await page.getByRole('option', { name: 'Person anlegen' }).click();
    await page.getByRole('dialog', { name: 'Person von Hand anlegen' }).waitFor();
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    assert.equal(new URL(page.url()).hash, '');
    assert.deepEqual(complaints, []);
  });

  it('shows the people of a company of the group, with what payroll knows them by', async () => {
    await page.goto(`${portal.address}/portal/employees`);
    await page.getByRole('button', { name: 'Spalten', exact: true }).click();
    for (const column of ['Kostenstelle', 'Abteilung', 'Gesellschaft'])
      await page.getByRole('checkbox', { name: column }).check();
    await page.getByRole('button', { name: 'Fertig' }).click();
    await page.getByLabel('Gesellschaft').selectOption('Lindenau Kranservice GmbH');
    await page.waitForURL(/legalEntities=/);
    await page.getByLabel('Standort').selectOption('Halle (Saale)');
    await page.getByRole('cell', { name: '6100' }).first().waitFor();
    await page.getByRole('cell', { name: '4100' }).first().waitFor({ state: 'detached' });
    await assertAccessibleInCurrentLook(page, 'people by legal entity');
    await shoot(page, 'people-by-entity');
    await page.locator('tbody .row-link').first().click();
    const record = page.locator('.card', { has: page.getByRole('heading', { name: 'Stammdaten' }) });
    await record.getByText('Lindenau Kranservice GmbH').waitFor();
    await shoot(page, 'person-payroll');
    assert.deepEqual(complaints, []);
  });

  it('keeps filters under a name', async () => {
    await page.goto(`${portal.address}/portal/employees?planTypes=split-pay-plan`);
    await page.getByRole('button', { name: 'Filter speichern' }).click();
    await page.getByLabel('Name für diese Filter').fill('Mit Eigenanteil');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.goto(`${portal.address}/portal/employees`);
    await page.getByLabel('Gespeicherte Filter').selectOption('Mit Eigenanteil');
    await page.waitForURL(/planTypes=split-pay-plan/);
  });

  it('edits and deletes a person who was added by hand', async () => {
    await page.goto(`${portal.address}/portal/employees`);
    await page.getByRole('button', { name: 'Person anlegen' }).click();
    for (const [label, value] of [
      ['Vorname', 'Petra'],
      ['Nachname', 'Tipfehler'],
      ['E-Mail-Adresse', 'petra@example.com'],
      ['Geburtsdatum', '1990-02-03'],
      ['Kostenstelle', '4711'],
    ] as const)
      await page.getByRole('dialog').getByLabel(label).fill(value);
    await page.getByRole('dialog').getByRole('button', { name: 'Person anlegen' }).click();
    await heading('Petra Tipfehler');
    await page.getByRole('button', { name: 'Person bearbeiten' }).click();
    await page.getByRole('dialog').getByLabel('Nachname').fill('Tippfehler');
    await assertAccessibleInCurrentLook(page, 'editing a person');
    await shoot(page, 'editing-person');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await heading('Petra Tippfehler');
    await page.getByText('4711', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Person löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Person löschen' }).click();
    await heading('Beschäftigte');
    await page.getByText('Petra Tippfehler wurde gelöscht.').waitFor();
    const [listed] = await sql<{ id: number }[]>`
      select employee_id as id from hr_links where type = 'hr-integration' and ended_at is null limit 1`;
    await page.goto(`${portal.address}/portal/employees/${listed?.id}`);
    await page.getByText('Die Daten kommen aus dem HR-System.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('reads the audit log as sentences about people, searches it and exports it in German', async () => {
    await page.goto(`${portal.address}/portal/audit`);
    await heading('Protokoll');
    await page
      .getByText('demo@example.com hat Petra Tipfehler von Hand angelegt.')
      .waitFor({ state: 'detached' });
    await page.getByText('demo@example.com hat (gelöschte Person) gelöscht.').waitFor();
    await page.getByLabel('Worum es geht').selectOption('subscriptions');
    await page
      .getByText(
        /^demo@example.com hat eine Aktion für viele Personen gestartet: „Tarif wechseln“ \(Personen: \d+\)/,
      )
      .waitFor();
    const sentence = page.getByText(
      /^demo@example.com hat den Tarif von .* gewechselt: Arbeitgeber zahlt alles, ab 1\. Apr\. 2026\.$/,
    );
    await sentence.first().waitFor();
    await assertAccessibleInCurrentLook(page, 'the audit log');
    await shoot(page, 'audit');
    const name = (await sentence.first().getByRole('link').textContent()) ?? '';
    await page.getByRole('searchbox', { name: 'Person oder Benutzer' }).fill(name);
    await page.getByText(/^1 bis \d von \d$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Als CSV exportieren' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    assert.ok(
      file.includes(`hat den Tarif von ${name} gewechselt: Arbeitgeber zahlt alles, ab 01.04.2026.`),
      file,
    );
    await sentence.first().getByRole('link').click();
    await heading(name);
    await page.getByText(`demo@example.com hat den Tarif von ${name} gewechselt`).waitFor();
    await shoot(page, 'history');
    assert.deepEqual(complaints, []);
  });
});
