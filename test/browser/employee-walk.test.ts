import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { setCompany } from '../../src/company/companies/set-company.ts';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { createComposer } from '../../src/notifications/mail/compose.ts';
import { createMailLinks } from '../../src/notifications/mail/links.ts';
import { noteWayOfMail } from '../../src/notifications/mail/mails-sql.ts';
import { createSender } from '../../src/notifications/mail/sender.ts';
import { stopBefore } from '../database/support/test-database.ts';
import { textOf } from '../pure/support/pdf.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn, startWorker } from './portal.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];
const HEADINGS = 'firstName;lastName;email;dateOfBirth;hrId;startDate';

describe('from the roster to the ticket, in a browser', { skip: noBrowser }, async () => {
  if (noBrowser) return;
  const portal = await servePortal('2026-03-16');
  const { app, config, database } = portal.service;
  const { sql } = database;
  const companyId = portal.demo.company.id;
  await startWorker(portal);
  await noteWayOfMail(sql, 'staging', config.mail);
  const sender = createSender({
    sql,
    log: app.log,
    compose: createComposer(createMailLinks(config.baseUrl, SECRET_KEYS)),
    from: config.mail?.from ?? '',
    server: undefined,
    isSpecimen: true,
    everyMs: 250,
  });
  sender.start();
  stopBefore(database, () => sender.stop(0));
  await sql.begin((tx) =>
    setCompany(tx, companyId, OPERATOR, {
      autoEnrol: true,
      planType: 'split-pay-plan',
      subsidyCents: 2500,
      mailEmployees: true,
    }),
  );
  await createIntegration(sql, companyId, OPERATOR, { name: 'Filiale', type: 'api-integration' });
  const browser = await launchBrowser();

  async function sendRoster(page: Page, lines: readonly string[]): Promise<void> {
    await page.getByRole('link', { name: 'HR integrations' }).click();
    await page.getByRole('link', { name: 'Filiale', exact: true }).click();
    await page.getByRole('link', { name: 'Send a roster file' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'roster.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([HEADINGS, ...lines].join('\r\n')),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Go on to confirm' }).click();
    await page.getByRole('button', { name: /^Send the roster/ }).click();
    await page.getByRole('link', { name: 'Look at the sync' }).click();
    await page.getByText('Succeeded', { exact: true }).waitFor();
  }

  /** The newest mail of this kind to the address, once it is in the outbox. */
  async function openMail(page: Page, address: string, kind: string): Promise<void> {
    let id = 0;
    await until(`a mail of the kind ${kind} is in the outbox`, async () => {
      const [mail] = await sql<{ id: number }[]>`
        select id from mails where sent_to = ${address} and kind = ${kind} and state = 'kept' order by id desc limit 1`;
      id = mail?.id ?? 0;
      return id > 0;
    });
    await page.goto(`${portal.address}/portal/outbox/${id}`);
  }

  /** Follows a link of the mail on the page, as another person. */
  async function follow(page: Page, name: string): Promise<Page> {
    const link = page.frameLocator('iframe').getByRole('link', { name });
    const { page: theirs } = await openWindow(browser, { viewport: { width: 390, height: 844 } });
    await theirs.goto((await link.getAttribute('href')) ?? '');
    return theirs;
  }

  async function giveBirthDate(page: Page, [day, month, year]: readonly [string, string, string]) {
    await page.locator('input[name=day]').fill(day);
    await page.locator('input[name=month]').fill(month);
    await page.locator('input[name=year]').fill(year);
  }

  const shot = async (page: Page, name: string) => {
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/walk-${name}.png`, fullPage: true });
  };

  it('HR sends a roster; the employee gets the offer by mail, signs it, gets the ticket by mail and downloads the receipt', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await sendRoster(page, ['Walburga;Weg;walburga@example.com;1988-07-09;W-1;2026-03-01']);

    await openMail(page, 'walburga@example.com', 'contract-offered');
    const theirs = await follow(page, 'Vertrag ansehen');
    await theirs.getByRole('heading', { name: 'Is this you?' }).waitFor();
    await giveBirthDate(theirs, ['9', '7', '1988']);
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('heading', { name: 'Hello, Walburga Weg' }).waitFor();
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await theirs.getByText('Your job ticket begins on 1 Apr 2026.').waitFor();
    await shot(theirs, 'signed');

    await page.getByRole('link', { name: 'Test clock' }).click();
    await page.getByRole('button', { name: 'To the next first of a month' }).click();
    await page.getByText('It is now').waitFor();

    await openMail(page, 'walburga@example.com', 'ticket');
    const mail = page.frameLocator('iframe');
    await shot(page, 'ticket-mail');
    for (const [name, type] of [
      ['Zu Apple Wallet hinzufügen', /^application\/vnd\.apple\.pkpass/],
      ['Zu Google Wallet hinzufügen', /^https:\/\/pay\.google\.com\/gp\/v\/save\//],
    ] as const) {
      const href = await mail.getByRole('link', { name }).getAttribute('href');
      const answer = await fetch(href ?? '', { redirect: 'manual' });
      assert.match(String(answer.headers.get('location') ?? answer.headers.get('content-type')), type, name);
    }

    await mail.getByText('Belegnummer').waitFor();
    const newBrowser = await follow(page, 'Meine Seite öffnen');
    await newBrowser.getByRole('heading', { name: 'Is this you?' }).waitFor();
    await newBrowser.context().close();

    await theirs.reload();
    await theirs.getByRole('heading', { name: 'Ticket April 2026' }).waitFor();
    await shot(theirs, 'ticket');
    const apple = theirs.waitForEvent('download');
    await theirs.getByRole('link', { name: 'Add to Apple Wallet' }).click();
    assert.match((await apple).suggestedFilename(), /\.pkpass$/);
    const receipt = theirs.waitForEvent('download');
    await theirs.getByRole('link', { name: /Receipt, / }).click();
    const file = await readFile(await (await receipt).path());
    assert.match(textOf(file), /Walburga Weg/);
    assert.deepEqual(complaints, []);
    await theirs.context().close();
    await page.context().close();
  });

  it('an admin records an answer on paper and renews the link, which ends the one before', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await sendRoster(page, [
      'Walburga;Weg;walburga@example.com;1988-07-09;W-1;2026-03-01',
      'Pia;Papier;pia@example.com;1900-01-01;W-2;2026-03-01',
    ]);
    await openMail(page, 'pia@example.com', 'contract-offered');
    const theirs = await follow(page, 'Vertrag ansehen');
    await giveBirthDate(theirs, ['2', '3', '1991']);
    await theirs.keyboard.press('Enter');
    await theirs.getByRole('alert').getByText('does not match').waitFor();

    const [pia] = await sql<{ id: number }[]>`select id from employees where last_name = 'Papier'`;
    await page.goto(`${portal.address}/portal/employees/${pia?.id}`);
    await page.getByRole('button', { name: 'Answer on paper' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record the answer' }).click();
    await dialog.getByText('Please choose the scan.').waitFor();
    await assertAccessible(page, 'an answer on paper');
    await shot(page, 'paper');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'Pia Papier unterschrieben.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 signed'),
    });
    await dialog.getByRole('button', { name: 'Record the answer' }).click();
    await page.getByText('The answer has been recorded.').waitFor();
    await page.getByText('Pia Papier unterschrieben.pdf').first().waitFor();

    await page.getByRole('button', { name: 'Create a new link' }).click();
    await assertAccessible(page, 'renewing the link');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new link' }).click();
    await page.getByText('A new link is valid.').waitFor();
    await shot(page, 'person');
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    assert.deepEqual(complaints, []);
    await theirs.context().close();
    await page.context().close();
  });
});
