import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic } from '../database/support/service.ts';
import { until } from '../pure/support/until.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, personNamed, servePortal, signIn } from './portal.ts';

describe('the portal, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { address, demo } = portal;
  const browser = await launchBrowser();

  it('accepts only the right password', async () => {
    const { page, complaints } = await openWindow(browser);
    await page.goto(`${address}/portal/employees`);
    await page.getByLabel('E-mail address').fill(demo.portal.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByRole('link', { name: 'Password forgotten?' }).click();
    await page.getByLabel('E-mail address').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText('If there is an account with this address').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.goto(`${address}/portal/employees`);
    await page.getByLabel('E-mail address').fill(demo.portal.email);
    await page.getByLabel('Password').fill(demo.portal.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // To the page that was requested first.
    await page.getByRole('heading', { name: 'Employees', exact: true }).waitFor();
    await page.getByText('Staging', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('loads at most 250 KB for the first page with the overview, including charts and font', async () => {
    const { page } = await openWindow(browser);
    const connection = await page.context().newCDPSession(page);
    await connection.send('Network.enable');
    let bytes = 0;
    const data = new Set<string>();
    connection.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/portal/api/')) data.add(requestId);
    });
    connection.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!data.has(requestId)) bytes += encodedDataLength;
    });
    await signIn(page, portal);
    await page.locator('.chart-area svg').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.ok(bytes > 50_000 && bytes <= 250_000, `${bytes} bytes were sent`);
  });

  it('opens somebody of every status, and everybody whose absence has no end', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    const people = await portal.service.database.sql<{ id: number; lastName: string }[]>`
      select id, last_name as "lastName" from employees e where company_id = ${demo.company.id} and (
        upper_inf(pauses_hr + pauses_person) or id in (
          select min(id) from employees where company_id = ${demo.company.id} group by told_status))`;
    for (const { id, lastName } of people) {
      await page.goto(`${address}/portal/employees/${id}`);
      await page.locator('.in-words').or(page.getByText('No subscription').first()).first().waitFor();
      await page.getByRole('heading', { level: 1, name: lastName }).waitFor();
    }
    assert.deepEqual(complaints, []);
  });

  it('says whether the file of a page or the page itself is at fault', async () => {
    const { page } = await openWindow(browser);
    await signIn(page, portal);
    await page.route('**/portal/api/employees/1', (route) => route.fulfill({ json: { data: {} } }));
    await page.route('**/webhooks-page*', (route) => route.fulfill({ status: 404 }));
    await page.goto(`${address}/portal/employees/1`);
    await page.getByText('because of an error in the service').waitFor();
    await page.goto(`${address}/portal/webhooks`);
    await page.getByText('The service may have been updated meanwhile').waitFor();
  });

  it('creates a key that works over HTTP, and revokes it', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Nightly roster');
    await dialog.getByRole('button', { name: 'Only reading' }).click();
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('The password is shown only now.').waitFor();
    const [username = '', password = ''] = await dialog.locator('output').allTextContents();
    const ask = () =>
      fetch(`${address}/employees?perPage=1`, { headers: { authorization: basic({ username, password }) } });
    assert.equal((await ask()).status, 200);
    const curl = await dialog.locator('pre').first().textContent();
    assert.ok(
      curl?.includes(`'${username}:${password}'`) && curl.includes(address),
      'the line can be pasted',
    );

    await dialog.getByRole('button', { name: 'I have kept the password' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Nightly roster' });
    await card.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The key has been revoked.').waitFor();
    await until('the key is refused', async () => (await ask()).status === 401);
    assert.deepEqual(complaints, []);
  });

  it('creates a key that is restricted to an integration and to addresses, and expires in a year', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.goto(`${address}/portal/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    const expires = await dialog.getByLabel('Expires (optional)').inputValue();
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    assert.ok(days > 363 && days < 367, expires);
    await dialog.getByLabel('Name', { exact: true }).fill('Payroll');
    await dialog.getByRole('button', { name: 'Only reading' }).click();
    const integrations = dialog.getByRole('group', { name: 'Only for these integrations (optional)' });
    const name = (await integrations.locator('.choice-label').first().textContent()) ?? '';
    await integrations.getByLabel(name).check();
    await dialog.getByLabel('Only from these addresses (optional)').fill('192.0.2.7, example.com');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('Write addresses such as 203.0.113.7').waitFor();
    await dialog.getByLabel('Only from these addresses (optional)').fill('192.0.2.7, 2001:db8::/32');
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('The password is shown only now.').waitFor();
    const [username = '', password = ''] = await dialog.locator('output').allTextContents();
    const refused = await fetch(`${address}/employees`, {
      headers: { authorization: basic({ username, password }) },
    });
    assert.match(await refused.text(), /address-not-allowed/);
    await dialog.getByRole('button', { name: 'I have kept the password' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Payroll' });
    await card.getByText('192.0.2.7, 2001:db8::/32').waitFor();
    await card.getByText(name, { exact: true }).waitFor();
    await page.reload();
    await card.getByText(/, from (127\.0\.0\.1|::1)$/).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('asks for the password again before it creates a key if the sign-in is not recent, and again before the shown secret is lost', async () => {
    const { page } = await openWindow(browser);
    await signIn(page, portal);
    await portal.service.database.sql`
      update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
    await page.goto(`${address}/portal/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Confirmed');
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it is you' });
    await confirmation.waitFor();
    const first = await page.locator('.dialog-wide').boundingBox();
    assert(first);
    assert.equal(
      await page.evaluate(`document.elementFromPoint(${first.x + 20}, ${first.y + 20}).className`),
      'backdrop',
      'the second dialog dims the first',
    );
    await confirmation.getByLabel('Password').fill('wrong');
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await confirmation.getByText('That password is wrong.').waitFor();
    await confirmation.getByLabel('Password').fill(demo.portal.password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    const secret = page.getByRole('dialog', { name: 'Your key is ready' });
    const integrations = secret.getByLabel('For the integration');
    const second = await integrations.locator('option').nth(1).getAttribute('value');
    await integrations.selectOption(second);
    await secret.getByText(`/hr-integrations/${second}/sync`).waitFor();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without keeping it?' });
    // Enter must not lose the secret.
    await question.locator('button:focus', { hasText: 'Show it again' }).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    assert.equal(await secret.locator('output').count(), 2);
    await page.mouse.click(5, 5);
    await question.getByRole('button', { name: 'Close' }).click();
    await secret.waitFor({ state: 'detached' });
  });

  it('finds a person while typing, previews and makes a pause, and resumes', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Employees', exact: true }).click();
    await page.getByRole('searchbox').pressSequentially('schaefe');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    // A result can be opened while the search for the last letter is still running.
    await page.getByRole('searchbox').press('r');
    await page.getByRole('link', { name: 'Anna Schäfer' }).click();
    await page.getByRole('heading', { name: 'Anna Schäfer' }).waitFor();

    await page.getByRole('button', { name: /^Pause/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Last month without a ticket').selectOption('2026-05');
    await dialog.getByText('No ticket from 1 Apr 2026. The next one comes on 1 Jun 2026.').waitFor();
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Paused.', { exact: true }).waitFor();
    await page.getByText('Running, with a pause ahead.').waitFor();
    await page.getByText('Pause from 1 Apr 2026 to 31 May 2026 (by a person)').waitFor();

    await page.getByRole('button', { name: /^Resume/ }).click();
    await dialog.getByText('Tickets again from 1 Apr 2026.').waitFor();
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('All is running. The next ticket comes on 1 Apr 2026.').waitFor();
    await page.getByText(/ resumed the subscription of .*, from 1 Apr 2026\./).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows why an action is not possible before it is tried', async () => {
    const { page } = await openWindow(browser);
    const refusals: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 409) refusals.push(answer.url());
    });
    await signIn(page, portal);
    await page.goto(`${address}/portal/employees/${await personNamed(portal, 'Höfer')}`);
    await page.getByRole('button', { name: /^Enrol/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('the person has left: no HR system lists them any more, or their last day has passed')
      .waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Enrol', exact: true }).isDisabled());
    assert.deepEqual(refusals, [], 'a preview is no error in the console');
  });

  it('says that a change of plan offers a contract, and withdraws it on the record', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.goto(`${address}/portal/employees/${await personNamed(portal, 'Schäfer')}`);
    await page.getByRole('button', { name: /^Change the plan/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Shared, from the salary' }).check();
    await dialog.getByRole('button', { name: 'Change the plan', exact: true }).click();
    await page.getByText('A contract was offered. The plan changes once it is signed.').waitFor();
    await page.getByText('Waiting for signature').waitFor();
    await page.getByRole('button', { name: /^Change the plan/ }).click();
    await dialog.getByRole('radio', { name: /^Keep/ }).check();
    await dialog.getByRole('button', { name: 'Take back the change of plan' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Withdraw offer' }).click();
    await dialog.getByRole('button', { name: 'Withdraw offer' }).click();
    await page.getByText('The offer has been withdrawn.').waitFor();
    await page.getByText('Waiting for signature').waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  it('asks whether to refund when a ticket is revoked, shows the amounts, and lists the receipt of the refund', async () => {
    const { sql } = portal.service.database;
    const [payer] = await sql<{ id: number; cents: number }[]>`
      select employee_id as id, employee_cents as cents from charges
      where company_id = ${demo.company.id} and month = '2026-03-01' and employee_cents > 0
      order by employee_id limit 1`;
    assert(payer);
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.goto(`${address}/portal/employees/${payer.id}`);
    await page.getByRole('button', { name: /^Revoke at once/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The ticket of March 2026 becomes void at once.').waitFor();
    assert.ok(await dialog.getByRole('radio', { name: 'It stands' }).isChecked());
    assert.equal(await dialog.getByText('Refunded:').count(), 0);
    await dialog.getByRole('radio', { name: 'Refund it' }).check();
    await dialog.getByText(`Refunded: €${(payer.cents / 100).toFixed(2)} to the employee`).waitFor();
    await dialog.getByRole('button', { name: 'Revoke at once', exact: true }).click();
    await page.getByText('Revoked.', { exact: true }).waitFor();
    await page.getByText('Refund March 2026').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('moves the clock and shows the ticket that this issued', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Move the clock' }).click();
    await page.getByText('Monday, 16 March 2026', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'To the next first of a month' }).click();
    await page.getByText('It is now Wednesday, 1 April 2026.').waitFor();
    await page.getByText('Test data only. Here it is 1 Apr 2026.').waitFor();
    await page.goto(`${address}/portal/employees/${await personNamed(portal, 'Schäfer')}`);
    await page
      .getByRole('row', { name: /April 2026/ })
      .getByText('Valid')
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('invites a viewer, who chooses a password, and can read but not change', async () => {
    const { page } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill('viewer@example.com');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    const link = await page.getByRole('dialog').locator('pre').textContent();
    assert(link);

    const { page: theirs, complaints } = await openWindow(browser);
    await theirs.goto(link);
    await theirs.getByLabel('Choose a password').fill('a short sentence of mine');
    await theirs.getByRole('button', { name: 'Start' }).click();
    await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
    await theirs.getByRole('link', { name: 'API keys' }).click();
    await theirs.getByRole('article').first().waitFor();
    assert.equal(await theirs.getByRole('button', { name: 'Create a key' }).count(), 0);
    await theirs.goto(`${address}/portal/links/wallets`);
    await theirs.getByRole('tab', { name: 'Contracts' }).waitFor();
    assert.deepEqual(await theirs.getByRole('tab').allTextContents(), ['Contracts', 'Undeliverable']);
    // Settings are text, not fields that do not react.
    for (const [path, shown] of [
      ['/company', 'Europe/Berlin'],
      ['/integrations/1/settings', 'Hold for approval'],
      ['/integrations/1/send', 'Your role cannot change this.'],
    ] as const) {
      await theirs.goto(`${address}/portal${path}`);
      await theirs.getByRole('main').getByText(shown).waitFor();
      assert.equal(await theirs.getByRole('main').locator('input, select, button[role=switch]').count(), 0);
    }
    assert.deepEqual(complaints, []);
  });

  it('asks before unsaved settings are left, and for the password again before it changes how long data is kept', async () => {
    const { page } = await openWindow(browser);
    await signIn(page, portal);
    await portal.service.database.sql`
      update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Data of people who left can be erased after').fill('24');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'detached' });
    };
    await page.getByRole('link', { name: 'Documents' }).click();
    await stay();
    await page.evaluate('history.back()');
    await stay();
    assert.equal(new URL(page.url()).pathname, '/portal/company');
    const { promise: isTyped, resolve: reload } = Promise.withResolvers<void>();
    await page.route('**/portal/api/company', async (route) => {
      if (route.request().method() === 'GET') await isTyped;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Review the changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm it is you' });
    await confirmation.getByLabel('Password').fill(demo.portal.password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Saved.').waitFor();
    const retention = page.getByLabel('Data of people who left can be erased after');
    assert.equal(await retention.inputValue(), '24');
    // What is typed before the page has the stored settings stays, and what somebody else has stored is shown.
    await retention.fill('23');
    await portal.service.database.sql`
      update companies set cost_centre = 'K-77', updated_at = now() where id = ${demo.company.id}`;
    reload();
    await until(
      'the stored settings are shown',
      async () => (await page.getByRole('textbox', { name: 'Cost centre' }).inputValue()) === 'K-77',
    );
    assert.equal(await retention.inputValue(), '23');
    await page.getByRole('link', { name: 'Documents' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    // The service stores less than was typed, and nothing is left to save.
    await page.getByRole('link', { name: 'Settings' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill(`${await name.inputValue()} `);
    await page.getByRole('button', { name: 'Review the changes' }).click();
    const review = page.getByRole('dialog', { name: 'What changes' });
    await review.getByRole('button', { name: 'Save' }).click();
    await review.waitFor({ state: 'detached' });
    assert.ok(await page.getByRole('button', { name: 'Review the changes' }).isDisabled());
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
  });

  it('exports the audit log of the chosen days, and lists the export', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.goto(`${address}/portal/audit`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'Audit log.csv');
    await page.reload();
    await page
      .getByRole('row', { name: /exported the audit log/ })
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows each role its pages, and says who can open another one', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    const { sql } = portal.service.database;
    const menu = async (role: string) => {
      await sql`update portal_users set role = ${role} where email = ${demo.portal.email}`;
      await page.goto(`${address}/portal/`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allInnerTexts();
    };
    const hr = await menu('hr');
    assert.ok(hr.includes('Employees') && hr.includes('HR integrations'), hr.join());
    assert.ok(!hr.includes('API keys') && !hr.includes('Users'), hr.join());
    await page.goto(`${address}/portal/keys`);
    await page.getByText('Your role cannot open this page').waitFor();
    await page.getByText('It is for: Administrator, Viewer.').waitFor();
    const payroll = (await menu('payroll')).map((entry) => entry.split('\n')[0]);
    assert.deepEqual(payroll, ['Costs', 'Groups', 'Payroll']);
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Settings of payroll' }).click();
    await page.getByText('Your role cannot change this.').waitFor();
    await page.getByText('Value of the benefit').waitFor();
    await page.getByText('DATEV is not set up').waitFor();
    assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0);
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
    await sql`update portal_users set role = 'admin' where email = ${demo.portal.email}`;
    assert.deepEqual(complaints, []);
  });

  it('uses German if the browser does, and remembers another choice', async () => {
    const { page } = await openWindow(browser, { locale: 'de-DE' });
    await signIn(page, portal);
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
