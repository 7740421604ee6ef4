import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

/** The first one is Chromium without its window, which takes less time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const place = PLACES.find((path) => existsSync(path));

/** The reason why browser tests are skipped, or false, for the `skip` option of a test. */
export const noBrowser = place
  ? false
  : 'there is no Chromium on this machine (Debian: apt-get install chromium-headless-shell)';

/**
 * Launches a real browser that connects to this machine only. Call it at the top of a test file, after
 * checking `noBrowser`.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: place ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  after(() => browser.close());
  return browser;
}
