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

let launched: Promise<Browser> | undefined;

// Files of one process share a browser. It closes after the last of them: a group of files imports this module before its files.
after(async () => {
  await (await launched)?.close();
});

/**
 * Returns a real browser that connects to this machine only. Its windows close after the last test of the file. Call it at
 * the top of a test file, after checking `noBrowser`.
 */
export async function launchBrowser(): Promise<Browser> {
  launched ??= launch();
  const browser = await launched;
  after(() => Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: place ?? '',
    // Otherwise a file whose name has an umlaut would be called "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
}
