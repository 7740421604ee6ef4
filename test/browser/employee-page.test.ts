import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { createPageLink } from '../../src/platform/links/page-links.ts';
import { contractLink } from '../../src/tickets/contracts/contract-links.ts';
import { enrol } from '../database/support/actions.ts';
import { addDocument, addPerson, freezeClock, type Person } from '../database/support/people.ts';
import { createTestCompany } from '../database/support/service.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessibleInCurrentLook } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { type Look, openWindow, servePages } from './portal.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const SECRETS = ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'];
/** The most that JavaScript, styles and the page itself may have on the wire together. */
const MAX_BYTES = 60_000;
/** `npm run bench:own-page` prints the times, as a ratio to the goal. No test depends on them. */
const PAGE_SPEED = process.env['PAGE_SPEED'];
const READY_MS = 1000;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'de-DE' };
const NARROW = { width: 320, height: 720 };

/** Lighthouse's phone: 150 ms for each request, 1.6 Mbit/s, a processor that is four times slower. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** The median time from the navigation until the content is painted. */
async function timesOf(page: Page, url: string, content: string, { cached }: { cached: boolean }) {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const context = cached ? page.context() : await page.context().browser()?.newContext(PHONE);
    if (!context) throw new Error('the browser is gone');
    if (!cached) await context.addCookies(await page.context().cookies());
    const one = await context.newPage();
    await slowDown(one);
    await one.addInitScript(`
      new MutationObserver((_, observer) => {
        if (!document.querySelector(${JSON.stringify(content)})) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now(); }));
      }).observe(document, { childList: true, subtree: true });`);
    await one.goto(url);
    const painted = await one.waitForFunction(() => (globalThis as { paintedAt?: number }).paintedAt);
    times.push((await painted.jsonValue()) ?? Number.NaN);
    await (cached ? one : context).close();
  }
  return times.toSorted((a, b) => a - b)[4] ?? 0;
}

describe("the employee's page, in a browser", { skip: noBrowser }, async () => {
  const { service, address } = await servePages('127.0.0.1');
  const { sql } = service.database;
  const { company, get } = await createTestCompany(service);
  await freezeClock(sql, company.id);
  await sql`
    update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${company.id}`;
  const pageLink = createPageLink(address, SECRETS);
  const linkOfContract = contractLink(address, SECRETS);
  const browser = await launchBrowser();

  async function person(facts: Person = {}) {
    const employeeId = await addPerson(sql, company.id, { firstName: 'Maximiliane', ...facts });
    return { employeeId, link: pageLink({ companyId: company.id, employeeId, linkVersion: 1 }, 'mailed') };
  }

  async function offered(lastName: string) {
    const { employeeId, link } = await person({ lastName });
    await sql.begin((tx) => enrol(tx, company.id, employeeId, OPERATOR));
    const [offer] = await sql<{ id: number }[]>`
      select id from contract_offers where company_id = ${company.id} and employee_id = ${employeeId}`;
    const contract = linkOfContract({ companyId: company.id, id: offer?.id ?? 0, linkVersion: 1 }, 'mailed');
    return { employeeId, link, contract };
  }

  async function open(look: Look = {}) {
    const { page, complaints } = await openWindow(browser, look);
    const shot = async (name: string) => {
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/me-${name}.png`, fullPage: true });
    };
    return { page, complaints, shot };
  }

  async function giveBirthDate(page: Page, [day, month, year]: readonly [string, string, string]) {
    const fields = page.locator('form').last();
    for (const [name, value] of [
      ['day', day],
      ['month', month],
      ['year', year],
    ] as const)
      await fields.locator(`input[name=${name}]`).fill(value);
  }

  const RIGHT = ['3', '2', '1990'] as const;

  const LOOKS = {
    'phone-dark': { viewport: NARROW, colorScheme: 'dark', locale: 'de-DE' },
    'desktop-light': { viewport: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en-GB' },
  } as const;

  for (const [name, look] of Object.entries(LOOKS))
    it(`leads from the contract link over the date of birth to a signed contract: ${name}`, async () => {
      const isGerman = look.locale === 'de-DE';
      const { employeeId, contract, link } = await offered(
        'Wolfeschlegelsteinhausenbergerdorffnachfolgerin-Groß',
      );
      const { page, complaints, shot } = await open(look);
      await page.goto(contract);
      await page.getByRole('heading', { name: isGerman ? 'Sind Sie es?' : 'Is this you?' }).waitFor();
      assert.doesNotMatch(
        await page.content(),
        /Maximiliane|Wolfe|Beispiel GmbH/,
        'nothing is told before the proof',
      );
      await shot(`${name}-gate`);
      await assertAccessibleInCurrentLook(page, 'the gate');

      const openButton = page.getByRole('button', { name: isGerman ? 'Seite öffnen' : 'Open the page' });
      await giveBirthDate(page, ['31', '2', '1990']);
      await openButton.click();
      await page
        .getByRole('alert')
        .getByText(isGerman ? 'Diesen Tag gibt es nicht' : 'no such day')
        .waitFor();
      await giveBirthDate(page, ['4', '2', '1990']);
      await openButton.click();
      await page
        .getByRole('alert')
        .getByText(isGerman ? 'noch 4 Versuche' : '4 more tries')
        .waitFor();
      await shot(`${name}-wrong`);
      await assertAccessibleInCurrentLook(page, 'a wrong date of birth');
      await giveBirthDate(page, RIGHT);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /Maximiliane/ }).waitFor();
      assert.equal(page.url(), link, 'the address is that of the permanent page');
      await page.getByText('Vereinbarung über das Jobticket').first().waitFor();
      await shot(`${name}-offered`);
      await assertAccessibleInCurrentLook(page, 'an offer');

      const accept = page.getByRole('button', { name: isGerman ? 'Annehmen' : 'Accept' });
      const box = await accept.boundingBox();
      assert.ok(box && box.height >= 44, 'large enough to hit');
      await giveBirthDate(page, ['4', '2', '1990']);
      await accept.click();
      await page.getByRole('alert').waitFor();
      await giveBirthDate(page, RIGHT);
      await accept.click();
      await page
        .getByText(
          isGerman ? 'Ihr Jobticket beginnt am 1. Dez. 2026.' : 'Your job ticket begins on 1 Dec 2026.',
        )
        .waitFor();
      await shot(`${name}-accepted`);
      await assertAccessibleInCurrentLook(page, 'an accepted offer');
      const { data } = (await get(`/employees/${employeeId}`)).json();
      assert.equal(data.subscription.status, 'scheduled');

      await page.goto(link);
      await page.getByRole('heading', { level: 1, name: /Maximiliane/ }).waitFor();
      assert.equal(await page.getByRole('button', { name: /Annehmen|Accept/ }).count(), 0);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });

  for (const [name, look] of Object.entries(LOOKS))
    it(`shows the ticket with its wallet links, the timeline and documents to download: ${name}`, async () => {
      const { employeeId, link } = await person({
        lastName: 'Groß',
        termStart: '2026-07-01',
        pauses: '{[2026-09-01,2026-10-01),[2027-02-01,2027-04-01)}',
        tickets: ['2026-07', '2026-08', '2026-10', '2026-11'],
        planType: 'fully-subsidized-plan',
      });
      for (let number = 1; number <= 8; number++)
        await addDocument(service, company.id, { employeeId, name: `Beleg 2026-${number}.pdf` });
      const { page, complaints, shot } = await open(look);
      await page.goto(link);
      await giveBirthDate(page, RIGHT);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /Ticket November 2026/ }).waitFor();
      await shot(`${name}-ticket`);
      await assertAccessibleInCurrentLook(page, 'a ticket');

      const wallets = page.locator('.me-wallet');
      assert.deepEqual(
        await wallets.allTextContents(),
        look.locale === 'de-DE'
          ? ['Zu Apple Wallet hinzufügen', 'Zu Google Wallet hinzufügen']
          : ['Add to Apple Wallet', 'Add to Google Wallet'],
      );
      const boxes = await Promise.all((await wallets.all()).map((each) => each.boundingBox()));
      for (const box of boxes) assert.ok(box && box.height >= 48 && box.width === boxes[0]?.width);
      const apple = page.waitForEvent('download');
      await wallets.first().click();
      assert.match((await apple).suggestedFilename(), /\.pkpass$/);
      const google = await fetch(new URL((await wallets.last().getAttribute('href')) ?? '', address), {
        redirect: 'manual',
      });
      assert.match(String(google.headers.get('location')), /^https:\/\/pay\.google\.com\/gp\/v\/save\//);

      await page.getByRole('button', { name: /Alle Dokumente zeigen|Show all/ }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('link', { name: /Beleg 2026-1\.pdf/ }).click();
      assert.equal((await file).suggestedFilename(), 'Beleg 2026-1.pdf');
      assert.equal(await page.locator('.me-month').count(), 12);
      assert.equal(await page.locator('.me-month-paused').count(), 3);

      await page.getByRole('button', { name: /Gerät vergessen|Forget this device/ }).click();
      await page.getByRole('heading', { name: /Sind Sie es|Is this you/ }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: /Sind Sie es|Is this you/ }).waitFor();
      assert.deepEqual(complaints, []);
      await page.context().close();
    });

  it("shows the vendors' artwork in the language of the page, if the operator has supplied it", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'transit-badges-'));
    for (const name of ['apple-de', 'apple-en'])
      await writeFile(
        join(folder, `${name}.svg`),
        `<svg xmlns="http://www.w3.org/2000/svg" width="165" height="60" viewBox="0 0 165 60"><title>${name}</title><rect width="165" height="60" rx="9"/></svg>`,
      );
    const { address: own } = await servePages('127.0.0.1', service.database, { WALLET_BADGES_DIR: folder });
    const { employeeId } = await person({ termStart: '2026-07-01', tickets: ['2026-11'] });
    const { page, complaints, shot } = await open(LOOKS['phone-dark']);
    await page.goto(
      createPageLink(own, SECRETS)({ companyId: company.id, employeeId, linkVersion: 1 }, 'mailed'),
    );
    await giveBirthDate(page, RIGHT);
    await page.keyboard.press('Enter');
    const badge = page.getByRole('img', { name: 'Zu Apple Wallet hinzufügen' });
    await badge.waitFor();
    const drawn = () => badge.evaluate((image) => 'naturalWidth' in image && image.naturalWidth);
    await until('the picture is drawn', async () => (await drawn()) === 165);
    await shot('badges');
    await assertAccessibleInCurrentLook(page, 'a ticket with artwork');
    const box = await badge.boundingBox();
    assert.ok(box && box.height >= 48 && Math.abs(box.width / box.height - 165 / 60) < 0.1);
    assert.deepEqual(await page.locator('.me-wallet').allTextContents(), ['Zu Google Wallet hinzufügen']);
    const picture = await fetch(`${own}${await badge.getAttribute('src')}`);
    assert.match(await picture.text(), /apple-de/);
    assert.match(picture.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.equal((await fetch(`${own}/me/badges/google/de`)).status, 404);
    const apple = page.waitForEvent('download');
    await badge.click();
    assert.match((await apple).suggestedFilename(), /\.pkpass$/);
    assert.deepEqual(complaints, []);
    await page.context().close();
    await rm(folder, { recursive: true });
  });

  it('can reject an offer', async () => {
    const { contract, employeeId } = await offered('Yılmaz');
    const { page, shot } = await open({ viewport: NARROW, locale: 'en-GB' });
    await page.goto(contract);
    await giveBirthDate(page, RIGHT);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    // The date that was given a moment ago is still there.
    assert.equal(await page.locator('input[name=year]').inputValue(), '1990');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/^Rejected on/).waitFor();
    await page.getByText('If you change your mind').waitFor();
    await shot('rejected');
    const { data } = (await get(`/employees/${employeeId}`)).json();
    assert.equal(data.plan.contractSigningStatus, 'rejected');
    await page.context().close();
  });

  it('explains links that do not work, and leads to the page that mails a new one', async () => {
    const { employeeId, link } = await person();
    const ended = pageLink({ companyId: company.id, employeeId, linkVersion: 2 }, 'mailed');
    const { page, complaints, shot } = await open({ viewport: NARROW, colorScheme: 'dark' });
    for (const [path, status, heading] of [
      [link.slice(0, -1), 404, 'This link is not right'],
      [`${address}/contracts/nothing`, 404, 'This link is not right'],
      [`${address}/wallet/nothing`, 404, 'This link is not right'],
      [ended, 410, 'This link no longer works'],
    ] as const) {
      const answer = await page.goto(path);
      assert.equal(answer?.status(), status, path);
      await page.getByRole('heading', { name: heading }).waitFor();
      await assertAccessibleInCurrentLook(page, heading);
    }
    await shot('ended');
    await page.getByRole('link', { name: 'Request the link by e-mail' }).click();
    await page.getByRole('heading', { name: 'The link to your job ticket' }).waitFor();
    await page.getByLabel('E-mail address').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('not an e-mail address').waitFor();
    await shot('request');
    await assertAccessibleInCurrentLook(page, 'asking for the link');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await shot('requested');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('loads less than 60 KB beside the typeface of the portal, and nothing from anywhere else', async () => {
    const { link } = await person({ termStart: '2026-07-01', tickets: ['2026-11'] });
    const { page } = await open();
    const sizes: [string, number][] = [];
    page.on('response', async (answer) => {
      const { responseBodySize, responseHeadersSize } = await answer.request().sizes();
      sizes.push([answer.url(), responseBodySize + responseHeadersSize]);
    });
    await page.goto(link);
    await giveBirthDate(page, RIGHT);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Maximiliane/ }).waitFor();
    await page.waitForLoadState('networkidle');
    // The page is readable before its typeface has arrived, and browsers keep that for a year.
    const isTypeface = ([url]: [string, number]) => url.endsWith('.woff2');
    const total = sizes.filter((each) => !isTypeface(each)).reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.ok(total > 5_000 && total < MAX_BYTES, `${total} bytes: ${JSON.stringify(sizes)}`);
    const typefaces = sizes.filter(isTypeface);
    assert.ok(
      typefaces.length === 1 && typefaces.every(([, bytes]) => bytes < MAX_BYTES),
      `the page shows the portal's typeface: ${JSON.stringify(typefaces)}`,
    );
    for (const [url] of sizes) assert.ok(url.startsWith(address), url);
    await page.context().close();
  });

  if (PAGE_SPEED)
    it('is ready within a second on a slow phone', async (t) => {
      const { link } = await person({ termStart: '2026-07-01', tickets: ['2026-11'] });
      const { page } = await open(PHONE);
      const emptyPage = await timesOf(page, `${address}/health/live`, 'pre', { cached: false });
      const gate = await timesOf(page, link, 'h1', { cached: false });
      await page.goto(link);
      await giveBirthDate(page, RIGHT);
      await page.keyboard.press('Enter');
      await page.locator('.me-ticket').waitFor();
      const first = await timesOf(page, link, '.me-ticket', { cached: false });
      const again = await timesOf(page, link, '.me-ticket', { cached: true });
      for (const [name, ms] of Object.entries({ emptyPage, gate, first, again }))
        t.diagnostic(`${name}: ${Math.round(ms)} ms, ${(ms / READY_MS).toFixed(2)}x of the goal`);
      await page.context().close();
    });

  it('cannot be put into a frame of another page', async () => {
    const { link } = await person();
    const { page } = await open();
    await page.route(`${address}/frame`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${link}"></iframe>` }),
    );
    await page.goto(`${address}/frame`);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    assert.equal(await frame?.getByRole('button').count(), 0);
    await page.context().close();
  });
});
