import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { CLIENT, startProvider } from '../database/support/identity-provider.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

describe('sign-in through an identity provider, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { address, demo, service } = portal;
  const { sql } = service.database;
  const browser = await launchBrowser();
  // Another site than the portal, so that the browser treats the portal's cookies as in real life.
  const provider = await startProvider({ redirectUri: `${address}/portal/signed-in`, host: 'localhost' });
  provider.accounts.set('ada', { email: 'ada@example.com', email_verified: true, groups: ['hr'] });
  provider.accounts.set('eve', { email: 'eve@elsewhere.example', email_verified: true, groups: ['hr'] });
  provider.accounts.set('boss', { email: demo.portal.email, email_verified: true, groups: ['leads'] });

  const toProvider = async (page: Page, email: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Use your company account' }).click();
    await page.getByRole('heading', { name: 'Sign in at the provider' }).waitFor();
  };
  const signInAtProvider = async (page: Page, account: string) => {
    await page.getByLabel('Account').fill(account);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('an admin sets the provider up, tests it and saves it', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Company sign-in' }).click();
    await page.getByText(`${address}/portal/signed-in`).waitFor();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.clientId);
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('The provider does not accept this client ID with this secret.').waitFor();
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText('fine', { exact: true }).nth(2).waitFor();
    await page.getByLabel('Domains of e-mail addresses').fill('example.com');
    await page.getByRole('switch', { name: 'Create users at their first sign-in' }).click();
    await page.getByLabel('Claim that decides').fill('groups');
    await page.getByLabel('Values for administrators').fill('leads, board');
    await page.getByLabel('Values for viewers').fill('hr');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings have been saved.').waitFor();
    await page.getByText(`${address}/portal/sign-in/`).waitFor();
    assert.equal(await page.getByLabel('Client secret').inputValue(), '');
    assert.ok(await page.getByRole('switch', { name: 'The only way in' }).isDisabled());
    await assertAccessible(page, 'company sign-in with a provider');
    assert.deepEqual(complaints, []);
  });

  it('a person comes in by the address, gets the role of the claim, and sees the page that was asked for', async () => {
    const { page, complaints } = await openWindow(browser);
    await page.goto(`${address}/portal/employees?search=a`);
    await toProvider(page, 'ada@example.com');
    await signInAtProvider(page, 'ada');
    await page.getByRole('heading', { name: 'Employees', exact: true }).waitFor();
    assert.equal(page.url(), `${address}/portal/employees?search=a`);
    assert.equal(await page.getByRole('button', { name: 'Add a person' }).count(), 0, 'a viewer');
    await page.goto(`${address}/portal/users`);
    await page.getByText('ada@example.com').first().waitFor();
    await page.goto(`${address}/portal/password`);
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    assert.equal(
      await page.getByRole('heading', { name: 'Change your password' }).count(),
      0,
      'there is none',
    );
    assert.deepEqual(complaints, []);
  });

  it('the link of the company leads to the provider at once, and the code does not stay in the address', async () => {
    const { page } = await openWindow(browser);
    const [row] = await sql<{ link: string }[]>`select link from identity_providers`;
    await page.goto(`${address}/portal/sign-in/${row?.link}`);
    await page.getByRole('heading', { name: 'Sign in at the provider' }).waitFor();
    await signInAtProvider(page, 'ada');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    assert.ok(!page.url().includes('code='));
    await page.goto(`${address}/portal/sign-in/${'x'.repeat(22)}`);
    await page.getByText('It does not exist, or not any more.').waitFor();
  });

  it('an address of another domain is refused with the reason', async () => {
    const { page } = await openWindow(browser);
    await page.goto(`${address}/portal`);
    await page.getByLabel('E-mail address').fill('eve@elsewhere.example');
    await page.getByRole('button', { name: 'Use your company account' }).click();
    await page.getByText('The company sign-in is not set up for this address.').waitFor();
    await toProvider(page, 'ada@example.com');
    await signInAtProvider(page, 'eve');
    await page.getByText('Addresses of this domain may not sign in to this company.').waitFor();
    await assertAccessible(page, 'a refused sign-in');
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('a tampered state and a foreign answer are refused', async () => {
    const { page } = await openWindow(browser);
    await page.route('**/portal/api/identity/finish', async (route) => {
      const { query } = route.request().postDataJSON();
      const changed = new URLSearchParams(query);
      changed.set('state', 'A'.repeat(43));
      await route.continue({ postData: JSON.stringify({ query: `?${changed}` }) });
    });
    await page.goto(`${address}/portal`);
    await toProvider(page, 'ada@example.com');
    await signInAtProvider(page, 'ada');
    await page.getByText('This sign-in was begun in another browser').waitFor();
    const { page: other } = await openWindow(browser);
    await other.goto(`${address}/portal/signed-in?code=stolen&state=${'A'.repeat(43)}`);
    await other.getByText('This sign-in was begun in another browser').waitFor();
  });

  it('a person who cancels at the provider is told so', async () => {
    const { page } = await openWindow(browser, { locale: 'de-DE' });
    await page.goto(`${address}/portal`);
    await page.getByLabel('E-Mail-Adresse').fill('ada@example.com');
    await page.getByRole('button', { name: 'Firmenkonto benutzen' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Der Identitätsdienst hat Sie nicht angemeldet.').waitFor();
  });

  it('an admin who came through the provider confirms there, and makes it the only way in', async () => {
    const { page, complaints } = await openWindow(browser);
    await page.goto(`${address}/portal/identity`);
    await toProvider(page, demo.portal.email);
    await signInAtProvider(page, 'boss');
    await page.getByRole('switch', { name: 'The only way in' }).click();
    await sql`update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
    await page.getByRole('button', { name: 'Save' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Confirm at your company’s sign-in' }).click();
    const popup = await opened;
    await popup.getByRole('heading', { name: 'Sign in at the provider' }).waitFor();
    const closed = popup.waitForEvent('close');
    await signInAtProvider(popup, 'boss');
    await closed;
    await page.getByText('The settings have been saved.').waitFor();
    const [row] = await sql<{ only: boolean }[]>`select only_way_in as only from identity_providers`;
    assert.equal(row?.only, true);
    assert.deepEqual(complaints, []);
  });

  it('then the password is refused, and an invitation leads to the provider', async () => {
    const { page } = await openWindow(browser);
    await page.goto(`${address}/portal`);
    await page.getByLabel('E-mail address').fill(demo.portal.email);
    await page.getByLabel('Password').fill(demo.portal.password);
    await page.locator('button[type=submit]').click();
    await page.getByText('This company signs in only through its identity provider.').waitFor();
    await toProvider(page, demo.portal.email);
    await signInAtProvider(page, 'boss');
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill('new@example.com');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    const link = await page.getByRole('dialog').locator('pre').textContent();
    provider.accounts.set('new', { email: 'new@example.com', email_verified: true, groups: ['hr'] });
    const { page: theirs } = await openWindow(browser);
    await theirs.goto(link ?? '');
    await theirs.getByText('Your company signs in through its identity provider.').waitFor();
    assert.equal(await theirs.getByLabel('Choose a password').count(), 0);
    await theirs.getByRole('button', { name: 'Use your company account' }).click();
    await signInAtProvider(theirs, 'new');
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
