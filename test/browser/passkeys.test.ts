import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createPortalUser, PASSWORD } from '../database/portal/portal.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { type Look, openWindow, servePages, servePortal } from './portal.ts';

describe('passkeys, in a browser with a virtual authenticator', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16', 'localhost');
  const { address, service, demo } = portal;
  const { sql } = service.database;
  const browser = await launchBrowser();

  /** Opens a window whose device has a fingerprint reader and no passkeys. */
  async function openWithDevice(look: Look = {}) {
    const { page, complaints } = await openWindow(browser, look);
    const connection = await page.context().newCDPSession(page);
    await connection.send('WebAuthn.enable');
    await connection.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { page, complaints };
  }

  async function givePassword(page: Page, email: string): Promise<void> {
    await page.goto(`${address}/portal`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto(`${address}/portal/password`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The passkey has been added.').waitFor();
    await page.getByRole('cell', { name, exact: true }).waitFor();
  }

  /** Makes the open page send a request. Another request of the page may have replaced the menu before the click. */
  async function requestAnyPage(page: Page): Promise<void> {
    const menu = page.getByRole('link', { name: 'API keys' });
    await Promise.race([menu.click().catch(() => {}), menu.waitFor({ state: 'detached' })]);
  }

  const isSignedIn = (page: Page) => page.locator('.shell').waitFor();

  it('a user adds a passkey, signs in with it after the password, then without a password, and confirms with it', async () => {
    const user = await createPortalUser(service, demo.company.id);
    const { page, complaints } = await openWithDevice();
    await givePassword(page, user.email);
    await isSignedIn(page);
    await addPasskey(page, 'My laptop');

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'My old laptop', exact: true }).waitFor();

    await signOut(page);
    await givePassword(page, user.email);
    await page.getByText('Your password was right.').waitFor();
    assert.equal(await page.locator('.shell').count(), 0);
    await page.getByRole('button', { name: 'Use the passkey' }).click();
    await isSignedIn(page);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isSignedIn(page);

    // A user without a password is not asked for one.
    await sql`update portal_users set password_hash = null where id = ${user.id}`;
    await sql`update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes' where user_id = ${user.id}`;
    await page.goto(`${address}/portal/password`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    assert.equal(await page.getByRole('heading', { name: 'Change your password' }).count(), 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const confirming = page.getByRole('dialog', { name: 'Confirm it is you' });
    await confirming.getByText('we ask for your passkey').waitFor();
    assert.equal(await confirming.getByLabel('Password').count(), 0);
    await confirming.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('The passkey has been removed.').waitFor();
    await page.getByText('You have no passkey.').waitFor();
    const log = await sql<{ factors: string[] }[]>`
      select details -> 'factors' as factors from audit_log
      where subject_id = ${user.id} and action = 'signed-in' order by id desc limit 2`;
    assert.deepEqual(
      log.map(({ factors }) => factors),
      [['passkey'], ['password', 'passkey']],
    );
    assert.deepEqual(complaints, []);
  });

  it('a company requires passkeys: a user adds one before anything else, and cannot remove the last one', async () => {
    const boss = await createPortalUser(service, demo.company.id);
    const user = await createPortalUser(service, demo.company.id, 'viewer');
    const { page } = await openWithDevice();
    await givePassword(page, boss.email);
    await isSignedIn(page);
    await addPasskey(page, 'Boss');
    await page.goto(`${address}/portal/company`);
    await page.getByRole('switch', { name: 'Require passkeys' }).click();
    await page.getByRole('dialog').getByText('must add one before anything else').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
    await page.getByText('Saved.').waitFor();

    const { page: other, complaints } = await openWithDevice();
    await givePassword(other, user.email);
    await other.getByRole('heading', { name: 'Add a passkey first' }).waitFor();
    await other.goto(`${address}/portal/employees`);
    await other.getByRole('heading', { name: 'Add a passkey first' }).waitFor();
    assert.equal(await other.locator('.shell').count(), 0);
    await other.getByRole('button', { name: 'Add a passkey' }).click();
    // To the page that was requested.
    await other.getByRole('heading', { name: 'Employees', exact: true }).waitFor();
    await other.goto(`${address}/portal/password`);
    await other.getByRole('button', { name: 'Remove', exact: true }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await other.getByText('Add another one before you remove the last.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('an open page asks for a passkey as soon as the company requires one', async () => {
    await sql`update companies set require_passkeys = false`;
    const user = await createPortalUser(service, demo.company.id, 'viewer');
    const { page } = await openWithDevice();
    await givePassword(page, user.email);
    await isSignedIn(page);
    await sql`update companies set require_passkeys = true`;
    await requestAnyPage(page);
    await page.getByRole('heading', { name: 'Add a passkey first' }).waitFor();
  });

  it('another admin resets a lost passkey, which signs the user out', async () => {
    await sql`update companies set require_passkeys = true`;
    const boss = await createPortalUser(service, demo.company.id);
    const user = await createPortalUser(service, demo.company.id);
    const { page: lost } = await openWithDevice();
    await givePassword(lost, user.email);
    await lost.getByRole('button', { name: 'Add a passkey' }).click();
    await isSignedIn(lost);

    const { page, complaints } = await openWithDevice();
    await givePassword(page, boss.email);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await isSignedIn(page);
    await page.goto(`${address}/portal/users`);
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.getByRole('button', { name: 'Reset passkeys' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset passkeys' }).click();
    await page.getByText('The passkeys have been reset.').waitFor();
    await row.getByRole('button', { name: 'Reset passkeys' }).waitFor({ state: 'detached' });

    await requestAnyPage(lost);
    await lost.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { page: fresh } = await openWithDevice();
    await givePassword(fresh, user.email);
    await fresh.getByRole('heading', { name: 'Add a passkey first' }).waitFor();
    await fresh.getByRole('button', { name: 'Add a passkey' }).click();
    await isSignedIn(fresh);
    assert.deepEqual(complaints, []);
  });

  it('a passkey that the service does not accept, and a sign-in that took too long, are explained', async () => {
    await sql`update companies set require_passkeys = false`;
    const user = await createPortalUser(service, demo.company.id);
    const { page: own } = await openWithDevice();
    await givePassword(own, user.email);
    await isSignedIn(own);
    await addPasskey(own, 'Left at home');
    await sql`
      update portal_passkeys set public_key = (
        select public_key from portal_passkeys where user_id <> ${user.id} order by id limit 1)
      where user_id = ${user.id}`;
    await signOut(own);
    await givePassword(own, user.email);
    await own.getByRole('button', { name: 'Use the passkey' }).click();
    await own.getByText('This passkey is not known here').waitFor();
    await sql`delete from portal_sign_ins where user_id = ${user.id}`;
    await own.getByRole('button', { name: 'Use the passkey' }).click();
    await own.getByText('Signing in took too long.').waitFor();
    await own.getByRole('button', { name: 'Start again' }).click();
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('axe finds nothing serious on the pages about passkeys', async () => {
    await sql`update companies set require_passkeys = true`;
    const user = await createPortalUser(service, demo.company.id);
    const { page } = await openWithDevice();
    await page.goto(`${address}/portal`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await assertAccessible(page, 'sign-in');
    await givePassword(page, user.email);
    await page.getByRole('heading', { name: 'Add a passkey first' }).waitFor();
    await assertAccessible(page, 'missing passkey');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await isSignedIn(page);
    await page.goto(`${address}/portal/password`);
    await page.getByRole('button', { name: 'Rename' }).waitFor();
    await assertAccessible(page, 'list of passkeys');
    const other = await createPortalUser(service, demo.company.id);
    await sql`
      insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
      values (${demo.company.id}, ${other.id}, sha256('other'), '', 0, '{}', 'Key')`;
    await page.goto(`${address}/portal/users`);
    await page.getByRole('button', { name: 'Reset passkeys' }).first().waitFor();
    await assertAccessible(page, 'users');
    await page.goto(`${address}/portal/company`);
    await page.getByRole('switch', { name: 'Require passkeys' }).waitFor();
    await assertAccessible(page, 'requirement');
    await signOut(page);
    await givePassword(page, user.email);
    await page.getByRole('button', { name: 'Use the passkey' }).waitFor();
    await assertAccessible(page, 'passkey step');
  });

  it('a portal at an IP address says that passkeys need a host name', async () => {
    await sql`update companies set require_passkeys = false`;
    const numeric = await servePages('127.0.0.1', service.database);
    const user = await createPortalUser(service, demo.company.id);
    const { page } = await openWindow(browser);
    await page.goto(`${numeric.address}/portal/password`);
    assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0);
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Passkeys only work if the portal is reached').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
    await page.goto(`${numeric.address}/portal/company`);
    await until('the switch is off', () =>
      page.getByRole('switch', { name: 'Require passkeys' }).isDisabled(),
    );
  });
});
