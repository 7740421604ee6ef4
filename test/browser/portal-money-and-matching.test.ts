import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createKey } from '../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../src/company/api-keys/permissions.ts';
import { setCompany } from '../../src/company/companies/set-company.ts';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { rollBackAfter } from '../../src/platform/db/roll-back.ts';
import { type Entry, entry } from '../database/support/syncing-company.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn, startWorker } from './portal.ts';

describe('money, absences and possible duplicates, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo, service } = portal;
  const { sql } = service.database;
  const companyId = demo.company.id;
  await startWorker(portal);
  const browser = await launchBrowser();
  let count = 0;

  async function open(locale: 'en-GB' | 'de-DE' = 'en-GB') {
    const { page, complaints } = await openWindow(browser, { locale });
    await signIn(page, portal);
    return { page, complaints };
  }

  async function openIntegration() {
    const id = await createIntegration(sql, companyId, OPERATOR, {
      name: `Payroll ${++count}`,
      type: 'api-integration',
    });
    const { page, complaints } = await open();
    await page.goto(`${portal.address}/portal/integrations/${id}`);
    await page.getByRole('heading', { name: `Payroll ${count}`, exact: true }).waitFor();
    return { id, page, complaints };
  }

  /** Sends a roster over HTTP, with the demo's key, and waits until it is applied. Returns the status of the answer. */
  async function push(id: number, employees: readonly (Entry | object)[], key = demo.key): Promise<number> {
    const { username, password } = key;
    const answer = await fetch(`${portal.address}/hr-integrations/${id}/sync`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ syncId: `browser-${++count}`, employees }),
    });
    return answer.status;
  }

  /** Waits until every accepted roster of the integration is applied. */
  const applied = (id: number) =>
    until('the roster is applied', async () => {
      const [found] = await sql<{ open: number }[]>`
        select count(*)::int as open from sync_runs
        where company_id = ${companyId} and integration_id = ${id} and status <> 'succeeded'`;
      return found?.open === 0;
    });

  it('costs of a month are found, explained and exported in German, and company data is entered', async () => {
    const { page, complaints } = await open('de-DE');
    await page.getByRole('link', { name: 'Kosten' }).click();
    await page.getByRole('heading', { name: 'März 2026' }).waitFor();
    await page.getByText('Der Monat läuft noch.').waitFor();
    await page.locator('.chart-area svg rect.chart-bar').first().waitFor();
    const euros = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
    const costsOf = async (month: string) =>
      (await (await page.request.get(`${portal.address}/portal/api/costs/${month}`)).json()).data.totals;
    // Somebody has rejected the higher share of March.
    const beyond = euros.format((await costsOf('2026-03')).beyondSubsidyCents / 100);
    await page.getByText(`Das Unternehmen trägt ${beyond}`).waitFor();
    await page.getByLabel('Monat', { exact: true }).selectOption('2026-02');
    await page.getByRole('heading', { name: 'Februar 2026' }).waitFor();
    await page.getByText('Es ändert sich nichts mehr.').waitFor();
    assert.match(page.url(), /month=2026-02/);
    const totals = await costsOf('2026-02');
    await page
      .getByRole('row', { name: 'Alle Tarife' })
      .getByText(euros.format(totals.employerCents / 100), { exact: true })
      .waitFor();

    const searched = page.getByLabel('Name, E-Mail oder Personalnummer');
    const [line] = (await (await page.request.get(`${portal.address}/portal/api/costs/2026-02/lines`)).json())
      .data.data;
    await searched.fill(`${line.firstName} ${line.lastName}`);
    await page.getByText('1 bis 1 von 1').waitFor();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Datei für die Lohnabrechnung' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'lohn-2026-02.csv');
    const text = await readFile(await download.path(), 'utf8');
    const [headings, ...rows] = text.slice(1).trimEnd().split('\r\n');
    assert.equal(headings, '"Personalnummer";"Lohnart";"Betrag"');
    const cents = rows.map((row) => Number(row.slice(1, -1).split('";"')[2]?.replace(',', '')));
    assert.equal(
      cents.reduce((sum, each) => sum + each, 0),
      totals.withheldCents,
    );

    await page.getByRole('link', { name: 'Einstellungen', exact: true }).click();
    const taxNumber = page.getByLabel('Steuernummer');
    assert.equal(await taxNumber.inputValue(), '231/123/45678');
    await taxNumber.fill('');
    await page.getByText('Auf den Belegen fehlt noch: Steuernummer.').waitFor();
    await page.getByLabel('Anschrift').fill('Kranweg 14\n04315 Leipzig');
    await page.getByRole('checkbox', { name: 'Monat' }).check();
    await page.getByRole('button', { name: 'Änderungen prüfen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: 'Steuernummer 231/123/45678 nicht eingetragen' }).waitFor();
    await dialog.getByRole('row', { name: /Spalten .* Betrag, Monat$/ }).waitFor();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [company] = await sql`
      select address, tax_number, payroll_columns from companies where id = ${companyId}`;
    assert.deepEqual(
      { ...company },
      {
        address: 'Kranweg 14\n04315 Leipzig',
        tax_number: null,
        payroll_columns: ['personnel-number', 'wage-type', 'amount', 'month'],
      },
    );
    assert.deepEqual(complaints, []);
  });

  it('payroll is set up in German, a sample is taken, and a file from which people would be missing is refused by name', async () => {
    const { page, complaints } = await open('de-DE');
    await page.getByRole('link', { name: 'Lohnabrechnung', exact: true }).click();
    await page.getByRole('radio', { name: '96 Prozent' }).check();
    await page.getByRole('button', { name: 'Speichern', disabled: false }).click();
    await page.getByText('Gespeichert').waitFor();
    await page.getByRole('button', { name: 'Gesellschaft hinzufügen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nummern für DATEV' });
    await dialog.getByLabel('Beraternummer').fill('12345678');
    await dialog.getByText('Eine ganze Zahl von 1 bis 9.999.999.').waitFor();
    await dialog.getByLabel('Beraternummer').fill('1234567');
    await dialog.getByLabel('Mandantennummer').fill('12345');
    await dialog.getByLabel('Lohnart für steuerfreie Zuschüsse').fill('9020');
    await dialog.getByLabel('Bearbeitungsschlüssel').last().fill('2');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Das Unternehmen selbst 1234567 12345 – 9020 \(2\)/ }).waitFor();
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Muster für LODAS' }).click(),
    ]);
    assert.equal(sample.suggestedFilename(), 'datev-lodas-sample-2026-03-1234567-12345.txt');
    assert.match(await readFile(await sample.path(), 'latin1'), /^1;01\/03\/2026;99902;9020;2;59,85;/m);

    await page.getByRole('link', { name: /^Kosten/ }).click();
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Steuerfreie Beträge' }).click(),
    ]);
    assert.equal(list.suggestedFilename(), 'steuerfrei-2026-03.csv');
    assert.match(await readFile(await list.path(), 'utf8'), /"57,46"/);
    await page.getByRole('button', { name: 'DATEV LODAS' }).click();
    await page.getByText('Für diese Gesellschaften ist DATEV nicht eingestellt:').waitFor();
    await sql`update charges set legal_entity = null, personnel_number = 'X-1' where company_id = ${companyId}`;
    await page.getByRole('button', { name: 'DATEV LODAS' }).click();
    await page.getByText('DATEV braucht Personalnummern aus 1 bis 9 Ziffern.').waitFor();
    await sql`update charges set personnel_number = '1' where company_id = ${companyId}`;
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'DATEV Lohn und Gehalt' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'datev-lug-2026-03.zip');
    assert.deepEqual(
      complaints.filter((each) => !each.includes('409')),
      [],
    );
  });

  it('another subsidy is previewed: the tickets concerned, what changes, and how many contracts are offered', async () => {
    const { page, complaints } = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    const subsidy = page.getByLabel('Subsidy per person and month');
    assert.equal(await subsidy.inputValue(), '25.00');
    const review = page.getByRole('button', { name: 'Review the changes' });
    const dialog = page.getByRole('dialog');
    await subsidy.fill('much');
    await page.getByText('Please enter an amount such as 25.00.').waitFor();
    assert.ok(await review.isDisabled());
    await subsidy.fill('250');
    await page.getByText('This is more than the ticket costs').waitFor();
    await review.click();
    await dialog.getByRole('row', { name: 'Subsidy per person and month €25.00 €250.00' }).waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled());
    await dialog.getByRole('checkbox', { name: 'I do mean €250.00.' }).check();
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isEnabled());
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await subsidy.fill('10.00');
    await review.click();
    await dialog.getByRole('row', { name: 'Subsidy per person and month €25.00 €10.00' }).waitFor();
    const { subsidyChange: preview } = await rollBackAfter(sql, (tx) =>
      setCompany(tx, companyId, OPERATOR, { subsidyCents: 1000 }),
    );
    assert(preview && preview.people > 0 && preview.offered > 0 && preview.replaced > 0);
    await dialog
      .getByText(`The amounts of ${preview.people} tickets of next month change. In total per month:`)
      .waitFor();
    const difference = (cents: number) =>
      `${cents > 0 ? '+' : cents < 0 ? '\u2212' : ''}€${(Math.abs(cents) / 100).toFixed(2)}`;
    const euros = (cents: number) =>
      `€${(cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
    for (const [who, payer] of [
      ['Employees', 'employees'],
      ['Company', 'employer'],
    ] as const) {
      const { before, atFirst, onceAccepted } = preview;
      const amounts = [euros(before[payer]), difference(atFirst[payer]), difference(onceAccepted[payer])];
      await dialog.getByRole('row', { name: `${who} ${amounts.join(' ')}` }).waitFor();
    }
    await dialog.getByText(`${preview.offered} people are offered new terms at once`).waitFor();
    await dialog.getByText(new RegExp(`^${preview.replaced} open offers? (is|are) replaced by`)).waitFor();
    await assertAccessible(page, 'preview of a subsidy');
    const offers = async () =>
      (
        await sql<{ count: number }[]>`
        select count(*)::int as count from contract_offers
        where company_id = ${companyId} and reason = 'new-terms' and status = 'pending' and withdrawn_at is null
          and (terms ->> 'subsidyCents')::int = 1000`
      )[0]?.count;
    assert.equal(await offers(), 0, 'looking changes nothing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await offers(), preview.offered);
    assert.deepEqual(complaints, []);
  });

  it('a type of absence of the HR system gets a meaning, and loses it again', async () => {
    const { id, page, complaints } = await openIntegration();
    await page.getByRole('tab', { name: 'Settings' }).click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Types of absence' }) });
    const own = async () => {
      const [found] = await sql<{ types: unknown }[]>`
        select absence_types as types from hr_integrations where company_id = ${companyId} and id = ${id}`;
      return JSON.stringify(found?.types);
    };
    await card.getByLabel('Type, as the HR system writes it').fill('Sonderurlaub XY');
    await card.getByLabel('Means').selectOption('sabbatical');
    await card.getByRole('button', { name: 'Add type' }).click();
    await card.getByRole('row', { name: 'Sonderurlaub XY Sabbatical' }).waitFor();
    await assertAccessible(page, 'types of absence');
    assert.match(await own(), /Sonderurlaub XY.*sabbatical/);
    await card.getByRole('button', { name: 'Remove Sonderurlaub XY' }).click();
    await card.getByRole('row').waitFor({ state: 'detached' });
    assert.doesNotMatch(await own(), /Sonderurlaub/);
    assert.deepEqual(complaints, []);
  });

  it('refused rosters are listed with reason, sender and how often', async () => {
    const { id, page, complaints } = await openIntegration();
    const heading = page.getByRole('heading', { name: 'Refused rosters' });
    assert.equal(await heading.count(), 0);
    const wrong = [entry('A', { email: 'nobody' }), entry('B')];
    for (const _ of [1, 2]) assert.equal(await push(id, wrong), 422);
    await page.reload();
    const card = page.locator('.card', { has: heading });
    const row = card.getByRole('row').nth(1);
    await row.getByText('422 invalid-values').waitFor();
    await row.getByText('(2 times)').waitFor();
    await row.getByText('Number A (entry 1), E-mail address: not a complete e-mail address').waitFor();
    await assertAccessible(page, 'refused rosters');
    assert.equal(await card.getByText('nobody').count(), 0, 'values are not shown');
    assert.deepEqual(complaints, []);
  });

  it('the form for a new integration proposes to hold large offboardings', async () => {
    const { page, complaints } = await open('de-DE');
    const held = async (name: string, switchOff: boolean) => {
      await page.getByRole('link', { name: 'HR-Anbindungen' }).first().click();
      await page.getByRole('button', { name: 'Anbindung anlegen' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill(name);
      const hold = dialog.getByRole('switch', { name: /^Abgleich anhalten, wenn mehr als 20\s%/ });
      assert.equal(await hold.isChecked(), true);
      if (switchOff) await hold.click();
      await assertAccessible(page, 'form for a new integration');
      await dialog.getByRole('button', { name: 'Anbindung anlegen' }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      const [found] = await sql<{ percent: string | null }[]>`
        select hold_percent as percent from hr_integrations where company_id = ${companyId} and name = ${name}`;
      return found && (found.percent === null ? null : Number(found.percent));
    };
    assert.equal(await held('Personalsystem Köln', false), 20);
    assert.equal(await held('Personalsystem Bonn', true), null);
    assert.deepEqual(complaints, []);
  });

  it('entries of a restricted key wait, are decided at once or one by one, and a decision is taken back', async () => {
    const { id: staff } = await openIntegration();
    const known = ['Ada', 'Berta', 'Clara'].map((firstName, at) =>
      entry(`93${at}`, {
        firstName,
        lastName: 'Umzug',
        email: `${firstName.toLowerCase()}.umzug@example.com`,
      }),
    );
    assert.equal(await push(staff, known), 204);
    await applied(staff);
    const { id, page, complaints } = await openIntegration();
    const key = await createKey(sql, companyId, OPERATOR, {
      environment: 'staging',
      name: 'restricted',
      permissions: PERMISSIONS,
      integrationIds: [id],
    });
    const moved = known.map((person, at) => ({
      ...person,
      hrId: `M${at}`,
      ...(at === 2 && { dateOfBirth: '1999-09-09' }),
    }));
    assert.equal(await push(id, moved, key), 204);
    await applied(id);
    const [run] = await sql<{ id: number }[]>`
      select id from sync_runs where company_id = ${companyId} and integration_id = ${id}`;
    await page.goto(`${portal.address}/portal/integrations/${id}/syncs/${run?.id}`);
    await page.getByText('3 entries wait for your decision').waitFor();
    await assertAccessible(page, 'run with entries that wait');
    await page.getByRole('link', { name: 'Decide whose entries they are' }).click();
    const card = page.locator('.card', {
      has: page.getByRole('heading', { name: 'Whose entries are these?' }),
    });
    await card.getByRole('button', { name: 'Decide 2 as the same person' }).waitFor();
    await assertAccessible(page, 'entries that wait');
    const screenshots = process.env['SCREENSHOTS'];
    if (screenshots) await page.screenshot({ path: `${screenshots}/waiting.png`, fullPage: true });
    await card.getByRole('button', { name: 'Decide 2 as the same person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decide 2 as the same person' }).click();
    await page.getByText('2 entries decided.').waitFor();
    await card.getByRole('button', { name: 'It is Clara Umzug' }).click();
    await page.getByRole('dialog').getByText('can then see everything about this person').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'It is Clara Umzug' }).click();
    await card.waitFor({ state: 'detached' });
    const decided = page.locator('.card', { has: page.getByRole('heading', { name: 'Decided entries' }) });
    const clara = decided.getByRole('row').filter({ hasText: 'Clara Umzug' });
    await assertAccessible(page, 'decided entries');
    if (screenshots) await page.screenshot({ path: `${screenshots}/decided.png`, fullPage: true });
    await clara.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await card.getByText('Clara Umzug').first().waitFor();
    const linked = await sql`
      select from hr_links where company_id = ${companyId} and integration_id = ${id} and ended_at is null`;
    assert.equal(linked.length, 2);
    assert.deepEqual(complaints, []);
  });

  it('a possible duplicate is linked from its sync, and decided as the same person or two people', async () => {
    const { id, page, complaints } = await openIntegration();
    const ada = (hrId: string) =>
      entry(hrId, { firstName: 'Ada', lastName: 'Beispiel', email: 'ada.beispiel@example.com' });
    assert.equal(await push(id, [ada('910'), ada('911'), ada('912')]), 204);
    await applied(id);
    await page.reload();
    const [run] = await sql<{ id: number }[]>`
      select id from sync_runs where company_id = ${companyId} and integration_id = ${id}`;
    await page.goto(`${portal.address}/portal/integrations/${id}/syncs/${run?.id}`);
    await page.getByText('2 pairs of personnel numbers may be one person each').waitFor();
    await assertAccessible(page, 'run with possible duplicates');
    await page.getByRole('link', { name: 'Decide whether it is one person or two' }).click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'One person or two?' }) });
    const pair = (other: string) =>
      card.getByRole('listitem').filter({ hasText: `Personnel numbers 910 and ${other}` });
    await pair('911').waitFor();
    await assertAccessible(page, 'possible duplicates');
    const people = async () =>
      (
        await sql`select from hr_links where company_id = ${companyId} and integration_id = ${id} and ended_at is null`
      ).length;
    assert.equal(await people(), 1);
    await pair('911').getByRole('button', { name: 'Same person' }).click();
    await page
      .getByRole('dialog')
      .getByText('Number 911 gets no record. It takes over if the other number leaves.')
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Same person' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pair('911').waitFor({ state: 'detached' });
    assert.equal(await people(), 1);
    await pair('912').getByRole('button', { name: 'Two people' }).click();
    await page.getByRole('dialog').getByText('The second number gets a record of its own.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Two people' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card.waitFor({ state: 'detached' });
    assert.equal(await people(), 2);
    assert.deepEqual(complaints, []);
  });
});
