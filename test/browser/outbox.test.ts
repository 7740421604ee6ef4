import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createComposer } from '../../src/notifications/mail/compose.ts';
import { createMailLinks } from '../../src/notifications/mail/links.ts';
import { createSender } from '../../src/notifications/mail/sender.ts';
import { stopBefore } from '../database/support/test-database.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, type Portal, servePortal, signIn } from './portal.ts';

const SECRET_KEYS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];

/** Puts mails into the outbox, as a node on staging does. */
function startSender({ service: { app, config, database } }: Portal): void {
  const sender = createSender({
    sql: database.sql,
    log: app.log,
    compose: createComposer(createMailLinks(config.baseUrl, SECRET_KEYS)),
    from: config.mail?.from ?? '',
    server: undefined,
    isSpecimen: true,
    everyMs: 250,
  });
  sender.start();
  stopBefore(database, () => sender.stop(0));
}

describe('the outbox of a staging portal', { skip: noBrowser }, async () => {
  if (noBrowser) return;
  const portal = await servePortal('2026-03-16');
  startSender(portal);
  const browser = await launchBrowser();

  it('an admin invites a colleague, reads the mail in the outbox, and the link works', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill('colleague@example.com');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open the outbox' }).click();
    await page.getByRole('link', { name: /Einladung ins Jobticket-Portal/ }).click();
    await assertAccessible(page, 'a mail in the outbox');

    const frame = page.frameLocator('iframe');
    const [theirs] = await Promise.all([
      page.waitForEvent('popup'),
      frame.getByRole('link', { name: 'Einladung annehmen' }).click(),
    ]);
    await theirs.getByLabel('Choose a password').fill('a short sentence of mine');
    await theirs.getByRole('button', { name: 'Start' }).click();
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    // A viewer does not see the outbox, because mails contain links.
    assert.equal(await theirs.getByRole('link', { name: 'Outbox' }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('the text of the mail has the same link, and the list is accessible', async () => {
    const { page } = await openWindow(browser);
    await page.context().clearCookies();
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('link', { name: /Einladung/ }).waitFor();
    await assertAccessible(page, 'the outbox');
    await page.getByRole('link', { name: /Einladung/ }).click();
    const html = await page
      .frameLocator('iframe')
      .getByRole('link', { name: 'Einladung annehmen' })
      .getAttribute('href');
    await page.getByRole('button', { name: 'As text' }).click();
    assert.equal(await page.locator('pre a').getAttribute('href'), html);
  });

  it('the frame is as high as the mail, also in a narrow window, and its policy runs no scripts', async () => {
    const { page } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Outbox' }).click();
    await page.getByRole('link', { name: /Einladung/ }).click();
    const frame = page.locator('iframe');
    const heights = async () => [
      await frame.evaluate((element) => element.clientHeight),
      await frame
        .contentFrame()
        .locator('html')
        .evaluate((mail) => mail.scrollHeight),
    ];
    const isWhole = async () => {
      const [shown = 0, mail = 0] = await heights();
      return shown > 300 && shown === mail;
    };
    await until('the whole mail is shown', isWhole);
    const [wide = 0] = await heights();
    await page.setViewportSize({ width: 320, height: 600 });
    await until('the mail is higher', async () => ((await heights())[0] ?? 0) > wide && (await isWhole()));
    await page.setViewportSize({ width: 1440, height: 900 });
    await until('the mail is as high as before', async () => (await heights())[0] === wide);
    const answer = await page.request.get(
      `${portal.address}/portal/api/outbox/${page.url().split('/').at(-1)}/html`,
    );
    const policy = answer.headers()['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/);
  });
});
