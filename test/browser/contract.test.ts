import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../src/audit/record-change.ts';
import { contractLink } from '../../src/contracts/contract-links.ts';
import { enrol } from '../../src/subscriptions/actions/enrol.ts';
import { addPerson, freezeClock } from '../database/support/people.ts';
import { createTestCompany, createTestService } from '../database/support/service.ts';
import { freePort } from '../pure/support/free-port.ts';
import { launchBrowser, noBrowser } from './chromium.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];

describe('the contract page, in a browser', { skip: noBrowser }, async () => {
  const port = await freePort();
  const service = await createTestService({ BASE_URL: '', PORT: String(port) });
  const { sql } = service.database;
  const { company, get } = await createTestCompany(service);
  await freezeClock(sql, company.id);
  await sql`
    update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${company.id}`;
  const address = await service.app.listen({ host: '127.0.0.1', port });
  const link = contractLink(service.config.baseUrl, ['0123456789abcdefghijklmnopqrstuv']);
  const browser = await launchBrowser();

  async function offered(lastName: string) {
    const employeeId = await addPerson(sql, company.id, { firstName: 'Maximiliane', lastName });
    await sql.begin((tx) => enrol(tx, company.id, employeeId, OPERATOR));
    const [offer] = await sql<{ companyId: number; id: number }[]>`
      select company_id as "companyId", id from contract_offers
      where company_id = ${company.id} and employee_id = ${employeeId}`;
    assert(offer);
    return { employeeId, link: link({ ...offer, linkVersion: 1 }) };
  }

  for (const [device, viewport] of [
    ['phone', { width: 360, height: 740 }],
    ['desktop', { width: 1280, height: 900 }],
  ] as const)
    it(`can be read and accepted on a ${device}, without scripts`, async () => {
      const person = await offered('Wolfeschlegelsteinhausenbergerdorffnachfolgerin-Groß');
      const context = await browser.newContext({ viewport, javaScriptEnabled: false });
      const page = await context.newPage();
      const requested: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      const look = async (name: string) => {
        if (SCREENSHOTS)
          await page.screenshot({ path: `${SCREENSHOTS}/${device}-${name}.png`, fullPage: true });
      };

      await page.goto(person.link);
      await page.getByRole('heading', { name: 'Vereinbarung über das Jobticket' }).waitFor();
      await look('offered');
      const accept = page.getByRole('button', { name: 'Annehmen' });
      const box = await accept.boundingBox();
      assert.ok(
        box && box.height >= 44 && box.x >= 0 && box.x + box.width <= viewport.width,
        'large enough to hit',
      );
      const text = await page.locator('main').boundingBox();
      assert.ok(text && text.x >= 0 && text.x + text.width <= viewport.width, 'nothing to scroll sideways');

      await accept.click();
      await page.getByRole('status').getByText('Angenommen am').waitFor();
      await look('accepted');
      assert.equal(await page.getByRole('button').count(), 0);
      const { data } = (await get(`/employees/${person.employeeId}`)).json();
      assert.equal(data.subscription.status, 'scheduled');
      assert.equal(data.subscription.nextTicketAt, '2026-12-01');

      await page.reload();
      await page.getByRole('status').getByText('Ihr Jobticket beginnt am 1. Dezember 2026.').waitFor();
      assert.deepEqual(errors, []);
      assert.deepEqual(
        requested.filter((url) => url !== person.link),
        [],
      );
      await context.close();
    });

  it('can reject a contract, and explains an incomplete link', async () => {
    const person = await offered('Yılmaz');
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(person.link);
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    await page.getByRole('status').getByText('Es beginnt kein Jobticket.').waitFor();
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/phone-rejected.png`, fullPage: true });
    const answer = await page.goto(person.link.slice(0, -1));
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: 'This link is not right' }).waitFor();
    if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/phone-unknown.png`, fullPage: true });
    await context.close();
  });

  it('cannot be put into a frame of another page', async () => {
    const person = await offered('Rahmen');
    const page = await browser.newPage();
    await page.route(`${address}/frame`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${person.link}"></iframe>` }),
    );
    await page.goto(`${address}/frame`);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    assert.equal(await frame?.getByRole('button').count(), 0);
    await page.close();
  });
});
