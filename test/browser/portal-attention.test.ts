import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { JOBS } from '../../src/jobs/jobs.ts';
import { entry } from '../database/support/syncing-company.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn, startWorker } from './portal.ts';

describe('what needs somebody, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo, service } = portal;
  const { sql } = service.database;
  await startWorker(portal);
  const browser = await launchBrowser();
  await sql`delete from sync_conflicts where company_id = ${demo.company.id}`;

  const newIntegration = (name: string) =>
    createIntegration(sql, demo.company.id, OPERATOR, {
      name,
      type: 'api-integration',
      holdPercent: 20,
    });

  async function tick(): Promise<void> {
    const log = { info: () => {}, error: (values: object) => assert.fail(JSON.stringify(values)) };
    await JOBS['watch-integrations']({ sql, log, signal: new AbortController().signal });
  }

  /** Sends a roster as the nightly job does. */
  async function push(id: number, employees: readonly object[]): Promise<number> {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${id}/sync`,
      headers: {
        authorization: `Basic ${Buffer.from(`${demo.key.username}:${demo.key.password}`).toString('base64')}`,
      },
      payload: { syncId: `nightly-${id}-${Math.random()}`, employees },
    });
    return answer.statusCode;
  }

  async function finished(id: number): Promise<void> {
    for (;;) {
      const [left] = await sql`
        select from sync_runs where integration_id = ${id} and status in ('queued', 'running')`;
      if (!left) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A nightly job that came for two weeks, the last time 28 hours ago. */
  async function silentIntegration(name: string): Promise<number> {
    const id = await newIntegration(name);
    for (let night = 0; night < 14; night++) {
      assert.equal(await push(id, [entry(`${name}-1`), entry(`${name}-2`)]), 204);
      await finished(id);
    }
    await sql`
      update sync_runs r set accepted_at = now() - make_interval(hours => (4 + 24 * (15 - accept_seq))::int)
      where r.integration_id = ${id}`;
    await sql`update hr_integrations set connected_at = now() - interval '20 days' where id = ${id}`;
    await tick();
    return id;
  }

  it('a roster with which many left is shown until somebody marks it as seen', async () => {
    const id = await createIntegration(sql, demo.company.id, OPERATOR, {
      name: 'Kiosk',
      type: 'api-integration',
    });
    const people = Array.from({ length: 14 }, (_, index) => entry(`Kiosk-${index}`));
    for (const employees of [people, people.slice(7)]) {
      assert.equal(await push(id, employees), 204);
      await finished(id);
    }
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    const matter = page.getByRole('link', { name: /Kiosk: 7 of 14 people have left/ });
    await matter.waitFor();
    await assertAccessible(page, 'overview with many who left');
    await page.getByRole('link', { name: /^HR integrations/ }).click();
    await page.getByRole('row', { name: /Kiosk/ }).getByText('Many left').waitFor();
    await page.goto(`${portal.address}/portal/integrations/${id}`);
    await page.getByRole('link', { name: 'Look at the sync' }).click();
    await page.getByText('7 of 14 people have left').waitFor();
    await assertAccessible(page, 'a sync with many who left');
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByText('Marked as seen.').waitFor();
    await page.goto(`${portal.address}/portal`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    assert.equal(await matter.count(), 0);
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  it('a night without a roster is shown on the overview, in the navigation, the list and the integration', async () => {
    const id = await silentIntegration('Personio');
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    const matter = page.getByRole('link', { name: /No roster from Personio since/ });
    await matter.getByText('Usually one comes every day.').waitFor();
    await page.getByRole('link', { name: /HR integrations.*1.*need attention/ }).waitFor();
    await assertAccessible(page, 'overview with a silent integration');
    await page.getByRole('link', { name: /^HR integrations/ }).click();
    await page
      .getByRole('row', { name: /Personio/ })
      .getByText('Roster missing')
      .waitFor();
    await page.getByRole('link', { name: 'Personio', exact: true }).click();
    await page.getByText(/^No roster since/).waitFor();
    await assertAccessible(page, 'silent integration');

    assert.equal(await push(id, [entry('Personio-1'), entry('Personio-2')]), 204);
    await page.reload();
    await page.getByRole('heading', { name: 'Personio', exact: true }).waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    assert.equal(await page.getByText(/^No roster since/).count(), 0);
    assert.equal(
      await page.locator('.nav-link', { hasText: 'HR integrations' }).locator('.nav-count').count(),
      0,
    );
    assert.deepEqual(complaints, []);
  });

  it('a refused roster names its reason, and the silence that follows from it is not a second matter', async () => {
    const id = await silentIntegration('Sage');
    assert.equal(await push(id, [entry('Sage-1', { dateOfBirth: '31.02.1990' }), entry('Sage-2')]), 422);
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
    await signIn(page, portal);
    const matter = page.getByRole('link', { name: /Eine Liste von Sage wurde abgewiesen/ });
    await matter.getByText('Die Liste enthält ungültige Werte.').waitFor();
    assert.equal(await page.getByRole('link', { name: /Keine Liste von Sage/ }).count(), 0);
    await matter.click();
    await page.getByText('Die letzte Liste wurde abgewiesen').waitFor();
    await page.getByText(/wurde keine angenommen/).waitFor();
    assert.equal(await page.getByText(/^Keine Liste seit/).count(), 0);
    await page.getByText('1 abgewiesen', { exact: true }).waitFor();
    await assertAccessible(page, 'integration that refuses');
    await page
      .getByRole('region', { name: 'Abgewiesene Listen' })
      .getByText('Nummer Sage-1 (Eintrag 1), Geburtsdatum:')
      .waitFor();
    // Whoever builds the export is told the reason as the API answers it, in German pages too.
    const { firstName, ...misspelt } = entry('Sage-1');
    assert.equal(await push(id, [{ ...misspelt, first_name: firstName }]), 422);
    await page.reload();
    await page
      .getByRole('region', { name: 'Abgewiesene Listen' })
      .getByText('`firstName` is missing: the entry has first_name instead.')
      .waitFor();
    assert.equal(await push(id, [entry('Sage-1'), entry('Sage-2')]), 204);
    assert.deepEqual(complaints, []);
  });

  it('a held roster leads to its approval', async () => {
    const id = await newIntegration('Datev');
    const people = ['1', '2', '3', '4', '5', '6', '7'].map((number) => entry(`D-${number}`));
    assert.equal(await push(id, people), 204);
    await finished(id);
    assert.equal(await push(id, people.slice(0, 2)), 204);
    await finished(id);
    const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
    await signIn(page, portal);
    await page
      .getByRole('link', { name: /Datev: Abgleich angehalten, 5 Personen würden ausscheiden/ })
      .waitFor();
    await page.getByRole('link', { name: /^HR-Anbindungen/ }).click();
    await page.getByRole('row', { name: /Datev/ }).getByText('Wartet auf Freigabe').waitFor();
    await page.getByRole('link', { name: 'Datev', exact: true }).click();
    await page.getByText('Ein Abgleich wartet auf Ihre Freigabe').waitFor();
    await page.getByRole('link', { name: 'Angehaltenen Abgleich ansehen' }).click();
    await page.getByRole('heading', { name: /^Abgleich/ }).waitFor();
    assert.match(page.url(), /\/syncs\/\d+$/);
    await sql`update sync_runs set status = 'succeeded', finished_at = now() where integration_id = ${id} and status = 'held'`;
    assert.deepEqual(complaints, []);
  });

  it('an admin sets how often a roster is expected, and a phone shows the same', async () => {
    const id = await silentIntegration('Workday');
    const { page, complaints } = await openWindow(browser, {
      viewport: { width: 390, height: 844 },
    });
    await signIn(page, portal);
    await page.getByRole('link', { name: /No roster from Workday since/ }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('So far one comes every day.').waitFor();
    await page.getByLabel('Expect a roster').selectOption({ label: 'Every week' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    await tick();
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    const [stored] = await sql`select expect_every from hr_integrations where id = ${id}`;
    assert.equal(stored?.['expect_every'], '7d');
    await page.getByText('Free days count too.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('a key that expires soon is shown on the overview and in the navigation', async () => {
    await sql`
      update api_keys set created_at = now() - interval '1 year', expires_at = now() + interval '9 days'
      where company_id = ${demo.company.id}`;
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: /^API keys.*need attention/ }).waitFor();
    await page.getByRole('link', { name: /The API key .* expires on/ }).click();
    await page.getByText('Expires soon').waitFor();
    await assertAccessible(page, 'keys');
    assert.deepEqual(complaints, []);
  });
});
