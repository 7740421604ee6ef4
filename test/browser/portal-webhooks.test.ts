import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emit } from '../../src/domain/events/emit.ts';
import { startTestSender, testWebhooks } from '../database/notifications/webhooks/webhooks.ts';
import { startReceiver } from '../database/support/webhook-receiver.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

describe('webhooks, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16', '127.0.0.1', { WEBHOOKS_ALLOW_LOOPBACK: '1' });
  const { service, demo, address } = portal;
  const { sql } = service.database;
  const browser = await launchBrowser();
  const receiver = await startReceiver();
  startTestSender(service.database, testWebhooks(), { everyMs: 250 });
  const companyId = demo.company.id;
  const tellTickets = (count: number) =>
    sql.begin((tx) =>
      emit(
        tx,
        companyId,
        'ticket.issued',
        Array.from({ length: count }, (_, index) => ({ employeeId: index + 1, month: '2026-03' })),
      ),
    );

  it('an admin creates a webhook, keeps its secret, and sends a test', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhooks yet').waitFor();
    await assertAccessible(page, 'no webhooks');
    await page.getByRole('button', { name: 'Create a webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create a webhook' }).click();
    await page.getByText('Write a public address that begins with https://').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('radio', { name: 'Only chosen types' }).check();
    await dialog.getByRole('checkbox', { name: /A ticket was issued/ }).check();
    await dialog.getByRole('checkbox', { name: /A sync failed/ }).check();
    await assertAccessible(page, 'creating a webhook');
    await dialog.getByRole('button', { name: 'Create a webhook' }).click();
    await page.getByRole('heading', { name: 'The secret of your webhook' }).waitFor();
    receiver.secret = (await page.locator('.secret output').textContent()) ?? '';
    assert.match(receiver.secret, /^whsec_/);
    await assertAccessible(page, 'the secret of a webhook');
    await page.getByRole('button', { name: 'I have kept the secret' }).click();
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    assert.equal(await page.getByText(receiver.secret).count(), 0, 'it is shown once');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Received: the answer was 204.').waitFor();
    await page.getByLabel('What the test contains').selectOption('Example: tickets.issued');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await until('the example has arrived', () => receiver.received.length === 2);
    assert.deepEqual(receiver.received[1]?.event.data, { count: 1_200, month: '2026-12' });
    await page.getByText('Many tickets were issued').waitFor();
    await assertAccessible(page, 'a webhook that was tested');
    assert.equal(receiver.forged, 0);
    assert.deepEqual(complaints, []);
  });

  it('requests, their bodies and answers are seen, and an event is sent again', async () => {
    await tellTickets(3);
    await until('the events have arrived', () => receiver.received.length === 5);
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Details' }).nth(2).waitFor();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByText('"type": "ticket.issued"').waitFor();
    await assertAccessible(page, 'a request of a webhook');
    await page.getByRole('button', { name: 'Send this event again' }).click();
    await page.getByText('The event is sent again.').waitFor();
    await until('it has arrived once more', () => receiver.received.length === 6);
    assert.deepEqual(complaints, []);
  });

  it('a failing webhook says when it is tried next, and an admin tries it now', async () => {
    receiver.answer = () => 500;
    await tellTickets(2);
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await until(
      'it fails',
      async () => (await sql`select from webhook_endpoints where failed_attempts > 0`).length > 0,
    );
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText(/fehlgeschlagen\. Der nächste folgt/).waitFor();
    await page.getByText('Gestört', { exact: true }).first().waitFor();
    await assertAccessible(page, 'a failing webhook');
    receiver.answer = () => 204;
    await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
    await page.getByText('Aktiv', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Ausschalten' }).click();
    await page.getByText('Es wird nichts gesendet.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('a new secret and the deletion ask for the password again, and leave a line in the audit log', async () => {
    const { page } = await openWindow(browser, { viewport: { width: 360, height: 740 } });
    await signIn(page, portal);
    await sql`update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
    await page.goto(`${address}/portal/webhooks`);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByLabel('Password', { exact: true }).fill(demo.portal.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The secret of your webhook' }).waitFor();
    await page.getByRole('button', { name: 'I have kept the secret' }).click();
    await page.getByText('Requests are also signed with the older secret until').waitFor();
    await assertAccessible(page, 'a webhook on a phone');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    const log = await sql<{ action: string }[]>`
      select action from audit_log where company_id = ${companyId} and action like 'webhook%' order by id`;
    assert.deepEqual(
      log.map(({ action }) => action),
      ['webhook-created', 'webhook-replayed', 'webhook-changed', 'webhook-secret-rotated', 'webhook-deleted'],
    );
  });
});
