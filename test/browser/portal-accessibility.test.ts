import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertAccessibleInCurrentLook, looksInTurn, showAs } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

/** Every page. `open` opens the parts that are shown only on demand. */
const PAGES: { name: string; path: string; open?: (page: Page) => Promise<void> }[] = [
  { name: 'overview', path: '/' },
  { name: 'employees', path: '/employees' },
  {
    name: 'the sum of an action about many people',
    path: '/employees',
    open: async (page) => {
      // A phone shows people without the head of the table, which selects all of them.
      await page
        .getByRole('checkbox', { name: /^Select / })
        .last()
        .check();
      await page.getByRole('button', { name: 'Change plan' }).click();
      await page
        .getByRole('dialog')
        .getByText(/^Possible for/)
        .waitFor();
    },
  },
  {
    name: 'adding a person',
    path: '/employees',
    open: (page) => page.getByRole('button', { name: 'Add a person' }).click(),
  },
  { name: 'a person', path: '/employees/1' },
  {
    name: 'the preview of a pause',
    path: '/employees/1',
    open: async (page) => {
      await page.getByRole('button', { name: /^Pause/ }).click();
      await page.getByText('No ticket from').waitFor();
    },
  },
  { name: 'documents', path: '/documents' },
  {
    name: 'costs',
    path: '/costs',
    open: async (page) => {
      await page.locator('.chart-area svg rect').first().waitFor();
      await page.getByText('The chart as a table').click();
    },
  },
  {
    name: 'payroll',
    path: '/payroll',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add a legal entity' }).click();
      await page.getByLabel('Adviser number').fill('x');
    },
  },
  { name: 'contracts', path: '/links/contracts' },
  { name: 'wallet links', path: '/links/wallets' },
  { name: 'integrations', path: '/integrations' },
  { name: 'an integration', path: '/integrations/1' },
  { name: 'decisions of an integration', path: '/integrations/1/decide' },
  { name: 'settings of an integration', path: '/integrations/1/settings' },
  { name: 'connecting an HR system', path: '/integrations/connect' },
  {
    name: 'a sync',
    path: '/integrations/1',
    open: (page) => page.locator('main .row-link').first().click(),
  },
  { name: 'sending a roster', path: '/integrations/1/send' },
  {
    name: 'the columns of a roster file',
    path: '/integrations/1/send',
    open: async (page) => {
      const buffer = Buffer.from(
        'Pers.-Nr.;Vorname;Name;E-Mail;Work Email;Eintritt\n1;Ada;A;a@example.com;;03/04/2026\n',
      );
      await page.getByLabel('Choose a file').setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer });
      await page.getByText('Still missing: Date of birth').waitFor();
      await page.getByRole('radio', { name: 'A second file with the absences' }).click();
    },
  },
  { name: 'keys', path: '/keys' },
  {
    name: 'creating a key',
    path: '/keys',
    open: (page) => page.getByRole('button', { name: 'Create a key' }).click(),
  },
  { name: 'company settings', path: '/company' },
  {
    name: 'what turning on auto-enrol would buy',
    path: '/company',
    open: async (page) => {
      await page.getByText('Enrol new people automatically', { exact: true }).click();
      assert.ok(await page.getByRole('switch', { name: 'Enrol new people automatically' }).isChecked());
      await page.getByRole('button', { name: 'Review the changes' }).click();
      await page.getByRole('dialog').getByText('What it would order').first().waitFor();
      await page.getByText('The company pays', { exact: true }).waitFor();
    },
  },
  {
    name: 'the search over everything',
    path: '/users',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('a');
      await page.getByText('Show all').waitFor();
    },
  },
  { name: 'users', path: '/users' },
  { name: 'password', path: '/password' },
  { name: 'company sign-in', path: '/identity' },
  { name: 'audit log', path: '/audit' },
  { name: 'clock', path: '/clock' },
  { name: 'an unknown address', path: '/nowhere' },
];

describe('axe, in the light theme on a wide screen and in the dark theme on a phone,', {
  skip: noBrowser,
}, async () => {
  const portal = await servePortal('2026-03-16');
  const browser = await launchBrowser();
  const { page, complaints } = await openWindow(browser);

  it('finds nothing serious before sign-in', async () => {
    await page.goto(`${portal.address}/portal`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await assertAccessible(page, 'sign-in');
    await page.goto(`${portal.address}/portal/invitation`);
    await page.getByText('This link is not complete').waitFor();
    await assertAccessible(page, 'invitation');
    await signIn(page, portal);
  });

  for (const { name, path, open } of PAGES)
    it(`finds nothing serious: ${name}`, async () => {
      const load = async () => {
        await page.goto(`${portal.address}/portal${path}`);
        await page.locator('main h1, main h3').first().waitFor();
        await open?.(page);
        await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
      };
      for (const look of looksInTurn()) {
        await showAs(page, look);
        // Opens the hidden parts again: they must be reachable in both layouts.
        await load();
        await assertAccessibleInCurrentLook(page, name);
      }
    });

  it('runs without errors in the browser console', () => assert.deepEqual(complaints, []));
});
