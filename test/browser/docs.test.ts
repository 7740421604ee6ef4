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

    await page.goto(`${address}/docs`);
    await page.getByText('List employees').waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('input[name=username]').fill(key.username);
    await page.locator('input[name=password]').fill(key.password);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByText('The limits as enforced').click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"perPageMaximum": 100').first().waitFor();

    assert.deepEqual(errors, []);
    const foreign = requested.filter((url) => !url.startsWith(`${address}/`) && !url.startsWith('data:'));
    assert.deepEqual(foreign, []);
  });
});
