import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../pure/support/until.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn } from './portal.ts';

describe('the portal, in a browser whose session makes too many requests', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16', '127.0.0.1', { PORTAL_RATE_LIMIT_PER_MINUTE: '60' });
  const browser = await launchBrowser();

  it('says so, and how long to wait', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    const useUp = () =>
      page.evaluate(async () => {
        while ((await fetch('/portal/api/session')).status !== 429);
      });
    const told = page.getByText(/^That was too often in a short time\. Please wait \d+ seconds?\.$/).first();
    // Again, if the minute is over between the requests and the page.
    await until('the page tells it', async () => {
      await useUp();
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('link', { name: 'Employees', exact: true }).click();
      await told.waitFor({ timeout: 5_000 }).catch(() => {});
      return await told.isVisible();
    });
    assert.deepEqual(complaints, []);
  });
});
