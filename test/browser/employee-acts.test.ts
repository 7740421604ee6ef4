import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createJoinLink } from '../../src/platform/links/join-links.ts';
import { createPageLink } from '../../src/platform/links/page-links.ts';
import { createPortalUser, PASSWORD } from '../database/portal/portal.ts';
import { addDocument, addPerson, freezeClock, type Person } from '../database/support/people.ts';
import { createTestCompany } from '../database/support/service.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessibleInCurrentLook } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { type Look, openWindow, servePages } from './portal.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const PHONE = { width: 390, height: 800 };

describe('employees who act on their page, in a browser', { skip: noBrowser }, async () => {
  const { service, address } = await servePages('127.0.0.1');
  const { sql } = service.database;
  const browser = await launchBrowser();
  const pageLink = createPageLink(address, service.secretKeys);

  async function companyThat(mode: 'ask' | 'direct') {
    const { company } = await createTestCompany(service);
    await freezeClock(sql, company.id);
    await sql`
      update companies set employee_actions = ${mode}, default_plan_type = 'deferred-plan', subsidy_cents = 3000
      where id = ${company.id}`;
    return company;
  }

  async function openPageOf(companyId: number, facts: Person, look: Look) {
    const employeeId = await addPerson(sql, companyId, { firstName: 'Aylin', lastName: 'Demir', ...facts });
    const { page, complaints } = await openWindow(browser, look);
    await page.goto(pageLink({ companyId, employeeId, linkVersion: 1 }, 'mailed'));
    await giveBirthDate(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Aylin/ }).waitFor();
    return { page, complaints, employeeId };
  }

  async function giveBirthDate(page: Page) {
    for (const [name, value] of Object.entries({ day: '3', month: '2', year: '1990' }))
      await page.locator(`input[name=${name}]`).fill(value);
  }

  /** Whether it lies within the window, without scrolling. */
  const isSeen = async (what: Locator) => {
    const box = await what.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= PHONE.height;
  };

  /** The text or the label of the element that has the focus. */
  const focused = (page: Page) =>
    page.evaluate<string>(`
      document.activeElement === document.body
        ? ''
        : (document.activeElement.labels?.[0] ?? document.activeElement).textContent`);

  const shot = async (page: Page, name: string) => {
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/acts-${name}.png`, fullPage: true });
  };

  it('orders on a phone, with the day and the price before, and signs the contract', async () => {
    const company = await companyThat('direct');
    const look = { viewport: PHONE, locale: 'de-DE' };
    const { page, complaints } = await openPageOf(company.id, {}, look);
    await shot(page, 'de-order-choice');
    await page.getByRole('button', { name: 'Jobticket bestellen' }).click();
    await page.getByText('Das Abo beginnt am 1. Dez. 2026.').waitFor();
    await page.getByText(/Sie zahlen .* im Monat/).waitFor();
    await shot(page, 'de-order-form');
    await assertAccessibleInCurrentLook(page, 'the form of an order');
    await page.getByRole('button', { name: 'Verbindlich bestellen' }).click();
    const news = page.locator('.me-news');
    await news.getByText('Bitte unterschreiben Sie noch den Vertrag').waitFor();
    assert.ok(await isSeen(news), 'the next step is in the window');
    // The contract in short: from when, how much, and how it ends.
    const summary = page.locator('.me-summary');
    await summary.getByText('1. Dez. 2026').waitFor();
    await summary.getByText(/ im Monat\. Er wird vom Gehalt abgezogen\./).waitFor();
    await summary.getByText('Zum Monatsende, auf dieser Seite.').waitFor();
    await page.getByRole('heading', { name: 'Ihre Antwort' }).waitFor();
    await page.getByRole('button', { name: 'Annehmen' }).click();
    await page.getByText('Ihr Jobticket ist bestellt').waitFor();
    await news.getByText('Ihre Antwort ist gespeichert').waitFor();
    assert.ok(await isSeen(news), 'the answer is confirmed in the window');
    await shot(page, 'de-ordered');

    await page.getByRole('button', { name: 'Kündigen' }).click();
    await page.getByText('Kündigungen bis zum 10. eines Monats gelten').waitFor();
    await page.getByRole('button', { name: 'Jetzt kündigen' }).click();
    await news
      .getByText('Das letzte Ticket gilt für Dezember 2026. Ab 1. Jan. 2027 gibt es keines mehr.')
      .waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('leads from the join link to an order on a phone', async () => {
    const company = await companyThat('direct');
    await sql`update companies set join_link = true where id = ${company.id}`;
    const email = 'aylin@example.com';
    const employeeId = await addPerson(sql, company.id, { firstName: 'Aylin', lastName: 'Demir', email });
    const { page, complaints } = await openWindow(browser, { viewport: PHONE, locale: 'de-DE' });
    const link = createJoinLink(address, service.secretKeys);
    await page.goto(link({ companyId: company.id, version: 1 }));
    await page.getByText('Von Beispiel GmbH').waitFor();
    await page.getByRole('button', { name: 'Link schicken' }).click();
    await page.getByText('Bitte geben Sie Ihre E-Mail-Adresse ein.').waitFor();
    assert.equal(await focused(page), 'E-Mail-Adresse');
    await page.keyboard.type('aylin');
    await page.keyboard.press('Enter');
    await page.getByText('Das ist keine E-Mail-Adresse.').waitFor();
    await page.getByLabel('E-Mail-Adresse').fill(email);
    await page.keyboard.press('Enter');
    await page.getByText('Bitte geben Sie Tag, Monat und Jahr').waitFor();
    assert.equal(await focused(page), 'Tag');
    await giveBirthDate(page);
    await shot(page, 'de-join');
    await assertAccessibleInCurrentLook(page, 'the join page');
    await page.getByRole('button', { name: 'Link schicken' }).click();
    await page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' }).waitFor();
    assert.equal(await focused(page), 'Sehen Sie in Ihr Postfach');
    await page.getByText(email).waitFor();
    await shot(page, 'de-joined');
    await until('the link is mailed', async () => {
      const mails =
        await sql`select from mails where company_id = ${company.id} and employee_id = ${employeeId}`;
      return mails.length === 1;
    });
    await page.goto(pageLink({ companyId: company.id, employeeId, linkVersion: 1 }, 'mailed'));
    await giveBirthDate(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Jobticket bestellen' }).click();
    await page.getByRole('button', { name: 'Verbindlich bestellen' }).click();
    await page.getByText('Bitte unterschreiben Sie noch den Vertrag').waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('asks for a pause in English and in the dark, HR declines with a reason, and the page shows it', async () => {
    const company = await companyThat('ask');
    const facts = { termStart: '2026-06-01', tickets: ['2026-11'], planType: 'fully-subsidized-plan' };
    const look = { viewport: PHONE, colorScheme: 'dark', locale: 'en-GB' } as const;
    const { page, complaints } = await openPageOf(company.id, facts, look);
    await page.getByRole('button', { name: 'Pause', exact: false }).first().click();
    await page.getByLabel('Last month without a ticket').selectOption({ label: 'January 2027' });
    await page.getByText('No ticket from 1 Dec 2026. The next one comes on 1 Feb 2027.').waitFor();
    await shot(page, 'en-pause-form');
    await assertAccessibleInCurrentLook(page, 'the form of a pause');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('waits for an answer').waitFor();
    await shot(page, 'en-asked');
    await assertAccessibleInCurrentLook(page, 'an open request');

    const hr = await createPortalUser(service, company.id, 'hr');
    const { page: portal, complaints: others } = await openWindow(browser, { locale: 'de-DE' });
    await portal.request.post(`${address}/portal/api/session`, {
      data: { email: hr.email, password: PASSWORD },
      headers: { origin: address },
    });
    await portal.goto(`${address}/portal`);
    await portal.getByText('1 Anfrage aus der Belegschaft').click();
    await portal.getByRole('button', { name: 'Antworten' }).waitFor();
    await shot(portal, 'de-requests');
    await portal.getByRole('button', { name: 'Antworten' }).click();
    await portal.getByText('Kein Ticket ab 1. Dez. 2026').waitFor();
    await portal.getByLabel('Ablehnen').check();
    await portal.getByLabel('Nachricht an die Person').fill('Bitte erst mit der Teamleitung sprechen.');
    await shot(portal, 'de-answer');
    await assertAccessibleInCurrentLook(portal, 'answering a request');
    await portal.getByRole('button', { name: 'Ablehnen' }).click();
    await portal.getByText('Keine Anfrage wartet').waitFor();

    await page.reload();
    await page.getByText('Answer: Bitte erst mit der Teamleitung sprechen.').waitFor();
    await shot(page, 'en-declined');
    assert.deepEqual([complaints, others], [[], []]);
    await portal.context().close();
    await page.context().close();
  });

  it('HR answers several requests at once', async () => {
    const company = await companyThat('ask');
    for (const lastName of ['Demir', 'Groß', 'Klein']) {
      const employeeId = await addPerson(sql, company.id, { lastName });
      await sql`
        insert into employee_requests (company_id, employee_id, action, asked_on, link_class, effective_on, contribution_cents)
        values (${company.id}, ${employeeId}, 'enrol', '2026-11-15', 'mailed', '2026-12-01',
          ${lastName === 'Klein' ? 1 : 2985})`;
    }
    const hr = await createPortalUser(service, company.id, 'hr');
    const { page, complaints } = await openWindow(browser, { viewport: PHONE, locale: 'de-DE' });
    await page.request.post(`${address}/portal/api/session`, {
      data: { email: hr.email, password: PASSWORD },
      headers: { origin: address },
    });
    await page.goto(`${address}/portal/requests`);
    await page.getByLabel('Ticket bestellen von Ada Demir auswählen').check();
    await page.getByRole('button', { name: 'Alle auf dieser Seite auswählen' }).click();
    const bar = page.getByRole('region', { name: 'Auswahl' });
    await bar.getByText('3 Anfragen ausgewählt').waitFor();
    await page.getByText('Ada Klein').scrollIntoViewIfNeeded();
    await bar.getByRole('button', { name: 'Genehmigen' }).click();
    await shot(page, 'de-answer-many');
    await assertAccessibleInCurrentLook(page, 'answering several requests');
    await page.getByRole('button', { name: '3 Anfragen genehmigen' }).click();
    await page.getByText('2 Anfragen sind beantwortet. 1 braucht einen zweiten Blick.').waitFor();
    await page.getByText('Ada Demir').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Antworten' }).count(), 1);

    // Somebody else deals with it while an answer is being written.
    await page.getByLabel('Ticket bestellen von Ada Klein auswählen').check();
    await bar.getByRole('button', { name: 'Ablehnen' }).click();
    const note = page.getByRole('dialog').getByRole('textbox');
    await note.fill('Bitte im Dezember noch einmal.');
    await sql`delete from employee_requests where company_id = ${company.id}`;
    // The window is looked at again after a while, so its data is read again.
    await page.evaluate(`
      const now = Date.now;
      Date.now = () => now() + 60_000;
      window.dispatchEvent(new Event('visibilitychange'));`);
    await page.getByText('Ada Klein').waitFor({ state: 'detached' });
    assert.equal(await note.inputValue(), 'Bitte im Dezember noch einmal.');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('leaves the focus at what is new when the pressed button is gone', async () => {
    const company = await companyThat('ask');
    const look = { viewport: PHONE, locale: 'de-DE' };
    const { page, employeeId } = await openPageOf(
      company.id,
      { termStart: '2026-06-01', tickets: ['2026-11'] },
      look,
    );
    assert.equal(await focused(page), 'Guten Tag, Aylin Demir');
    await page.getByRole('button', { name: 'Pausieren' }).click();
    assert.equal(await focused(page), 'Pausieren');
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    assert.match(await focused(page), /^Pausieren.*Ganze Monate/);
    await page.getByRole('button', { name: 'Kündigen' }).click();
    await page.getByRole('button', { name: 'Anfrage senden' }).click();
    await page.getByText('Ihre Anfrage ist bei Ihrem Arbeitgeber.').waitFor();
    assert.match(await focused(page), /^Ihre Anfrage ist bei/);
    await page.getByRole('button', { name: 'Anfrage zurücknehmen' }).click();
    await page.getByText('Ihre Anfrage ist zurückgenommen.').waitFor();
    assert.match(await focused(page), /^Ihre Anfrage ist zurückgenommen/);
    for (let number = 1; number <= 8; number++)
      await addDocument(service, company.id, { employeeId, name: `Beleg ${number}.pdf` });
    await page.reload();
    await page.getByRole('button', { name: 'Alle Dokumente zeigen' }).click();
    assert.match(await focused(page), /^Beleg 2\.pdf/);
    await page.getByRole('button', { name: 'Dieses Gerät vergessen' }).click();
    await page.getByRole('heading', { name: 'Sind Sie es?' }).waitFor();
    assert.equal(await focused(page), 'Sind Sie es?');
    await page.context().close();
  });

  it('can be hit with a thumb, and read with letters twice as large', async () => {
    const company = await companyThat('direct');
    await sql`
      update companies set privacy_note = 'Wir speichern wenig.',
        contact = ${'Petra Klein\n030 1234567\npetra@beispiel.example'}
      where id = ${company.id}`;
    const look = { viewport: PHONE, locale: 'de-DE' };
    const facts = { termStart: '2026-06-01', tickets: ['2026-11'], lastName: 'Hintermoser-Wolfeschlegel' };
    const { page } = await openPageOf(company.id, facts, look);
    await page.getByRole('button', { name: 'Pausieren' }).click();
    await page.locator('.me-outcome').waitFor();
    const targets = await page.locator('a, button, input, select, summary').filter({ visible: true }).all();
    assert.ok(targets.length >= 10);
    for (const target of targets) {
      const box = await target.boundingBox();
      assert.ok(box && box.height >= 44, `${await target.textContent()}: ${box?.height}`);
    }
    // Half as wide with the same letters: sizes are in rem, so it is the same page.
    await page.setViewportSize({ width: PHONE.width / 2, height: PHONE.height / 2 });
    await shot(page, 'de-large');
    const widest = await page
      .locator('main *')
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
    assert.ok(widest <= PHONE.width / 2, `reaches to ${widest}`);
    await page.context().close();
  });

  it('an admin lets employees act', async () => {
    const { company } = await createTestCompany(service);
    const admin = await createPortalUser(service, company.id, 'admin');
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
    await page.request.post(`${address}/portal/api/session`, {
      data: { email: admin.email, password: PASSWORD },
      headers: { origin: address },
    });
    await page.goto(`${address}/portal/own-page`);
    await page.getByLabel('Nach Genehmigung').check();
    await page.getByRole('switch', { name: 'Der Beitrittslink funktioniert' }).click();
    await page.getByRole('img', { name: 'QR-Code des Beitrittslinks' }).waitFor();
    await shot(page, 'de-own-page');
    await assertAccessibleInCurrentLook(page, "the settings of the employees' page");
    await page.getByRole('button', { name: 'Speichern' }).first().click();
    await until('the setting is saved', async () => {
      const [row] = await sql`select employee_actions from companies where id = ${company.id}`;
      return row?.['employee_actions'] === 'ask';
    });
    // What somebody else stores is shown as soon as something is saved here, and what is typed stays.
    const note = page.getByLabel('Hinweis zum Datenschutz');
    await note.fill('Noch nicht gespeichert');
    await sql`update companies set contact = 'Haus 3' where id = ${company.id}`;
    await page.getByLabel('Sofort', { exact: false }).check();
    await page.getByRole('button', { name: 'Speichern' }).first().click();
    await until(
      'the new contact is shown',
      async () => (await page.getByLabel('An wen sich Beschäftigte wenden').inputValue()) === 'Haus 3',
    );
    assert.equal(await note.inputValue(), 'Noch nicht gespeichert');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
});
