import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestCompany, createTestService } from '../database/support/service.ts';
import { freePort } from '../pure/support/free-port.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

describe('the API documentation', { skip: noBrowser }, async () => {
  const port = await freePort();
  const service = await createTestService({ BASE_URL: '', PORT: String(port) });
  const { key } = await createTestCompany(service);
  const address = await service.app.listen({ host: '127.0.0.1', port });
  const browser = await launchBrowser();

  it('can be read and tried out in a browser without requests to other hosts', async () => {
    const page = await browser.newPage();
    const requested: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

    await page.goto(`${address}/docs#tag/service/GET/limits`);
    await page.getByRole('heading', { name: 'Transit Ticket Service' }).waitFor();
    // The snippets are those of curl, Node and Python.
    await page.getByRole('button', { name: 'Shell Curl' }).first().click();
    const snippets = await page.getByRole('option').allInnerTexts();
    assert.deepEqual(snippets.sort(), ['Curl', 'Fetch', 'Requests']);
    await page.keyboard.press('Escape');

    await page.locator('[contenteditable=true]').first().fill(key.username);
    await page.getByPlaceholder('********').first().fill(key.password);
    await page.getByRole('button', { name: /Test Request ?\(get \/limits\)/ }).click();
    const [answer] = await Promise.all([
      page.waitForResponse(`${address}/limits`),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    assert.equal(answer.status(), 200);

    assert.deepEqual(errors, []);
    const foreign = requested.filter((url) => !url.startsWith(`${address}/`) && !url.startsWith('data:'));
    assert.deepEqual(foreign, []);
  });
});
