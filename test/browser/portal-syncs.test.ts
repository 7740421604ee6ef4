import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createIntegration } from '../../src/company/integrations/create-integration.ts';
import { WHOLE_COMPANY } from '../../src/domain/access/scope.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { submitRoster } from '../../src/rosters/accept/submit-roster.ts';
import { bodyOf } from '../../src/rosters/receive/body-of.ts';
import { type Entry, entry } from '../database/support/syncing-company.ts';
import { until } from '../pure/support/until.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, servePortal, signIn, startWorker } from './portal.ts';

const IMAGE = '<img src=x onerror=alert(1)>';
const FORMULA = '=HYPERLINK("https://evil.example")';
const COLUMNS = ['firstName', 'lastName', 'email', 'dateOfBirth', 'hrId', 'startDate'] as const;

/** Returns entries of eight people whom no other integration lists. */
const everybody = (prefix: string) => [
  ...['1', '2', '3', '4', '5', '6', '7'].map((number) => entry(`${prefix}-${number}`)),
  entry(`${prefix}-8`, { firstName: IMAGE, lastName: FORMULA }),
];

/** Writes the entries as CSV, as a spreadsheet does. */
function csvOf(entries: readonly Entry[]): Buffer {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = entries.map((each) => COLUMNS.map((column) => quoted(each[column])).join(';'));
  return Buffer.from([COLUMNS.join(';'), ...rows].join('\r\n'));
}

describe('syncs, in a browser', { skip: noBrowser }, async () => {
  const portal = await servePortal('2026-03-16');
  const { demo } = portal;
  const { sql } = portal.service.database;
  await startWorker(portal);
  const browser = await launchBrowser();
  let count = 0;

  /** Creates an integration and opens its page, signed in. */
  async function openIntegration() {
    const name = `HR ${++count}`;
    const type = 'api-integration';
    const id = await createIntegration(sql, demo.company.id, OPERATOR, { name, type });
    const { page, complaints } = await openWindow(browser);
    page.on('dialog', (dialog) => {
      complaints.push(`a name was run as a script: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await signIn(page, portal);
    await page.getByRole('link', { name: 'HR integrations' }).click();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    const present = async () => {
      const rows = await sql<{ hrId: string }[]>`
        select hr_id as "hrId" from hr_links where integration_id = ${id} and ended_at is null
          order by hr_id`;
      return rows.map(({ hrId }) => hrId);
    };
    return { id, page, complaints, present };
  }

  async function choose(page: Page, entries: readonly Entry[]): Promise<void> {
    const buffer = csvOf(entries);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Check the file' }).click();
  }

  async function preview(page: Page, entries: readonly Entry[]): Promise<void> {
    await page.getByRole('link', { name: 'Send a roster file' }).click();
    await choose(page, entries);
  }

  async function send(page: Page, entries: readonly Entry[]): Promise<void> {
    await preview(page, entries);
    await confirm(page);
  }

  /** Sends what has been previewed, and goes to its run. */
  async function confirm(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Go on to confirm' }).click();
    const send = page.getByRole('button', { name: /^Send the roster/ });
    const number = page.getByLabel(/^Type \d+ to confirm/);
    if (await number.isVisible())
      await number.fill(/\d+/.exec((await page.locator('label').innerText()) ?? '')?.[0] ?? '');
    await send.click();
    await page.getByRole('link', { name: /^(Look at the sync|Decide about them)$/ }).click();
    await page.getByRole('heading', { name: /^Sync of/ }).waitFor();
  }

  const backToIntegration = (page: Page) => page.locator('main .page-head a').first().click();

  it('a file is previewed and sent, its run is shown until it ends, and HTML in names is shown as text', async () => {
    const { page, complaints, present } = await openIntegration();
    await preview(page, everybody('A'));
    await page.getByText('8 people in roster.csv').waitFor();
    await page.getByRole('row', { name: /A-8/ }).getByText(`${IMAGE} ${FORMULA}`).waitFor();
    await assertAccessible(page, 'preview');
    assert.deepEqual(await present(), [], 'a preview changes nothing');

    await page.getByRole('button', { name: 'Go on to confirm' }).click();
    await assertAccessible(page, 'confirmation');
    await page.getByRole('button', { name: 'Send the roster of 8 people' }).click();
    await page.getByRole('heading', { name: 'The roster has been applied' }).waitFor();
    await page.getByRole('link', { name: 'Look at the sync' }).click();
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await page.getByRole('row').nth(8).waitFor();
    assert.equal((await present()).length, 8);
    await assertAccessible(page, 'run');

    await page.getByRole('searchbox').fill('onerror');
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: `${IMAGE} ${FORMULA}` }).waitFor();
    const csv = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    assert.match((await csv).suggestedFilename(), /^Sync \d+\.csv$/);
    assert.deepEqual(complaints, []);
  });

  it('an integration that accepts a few invalid entries names them and leaves their people out', async () => {
    const { page, complaints, present } = await openIntegration();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('switch', { name: 'Accept rosters with a few invalid entries' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('region', { name: 'Messages' }).getByText('Saved.');
    await saved.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await saved.waitFor({ state: 'detached' });
    const wrong = entry('K-1', { dateOfBirth: '31.02.1990' });
    await send(page, [wrong, entry('K-2'), entry('K-3', { email: 'k3@intranet' })]);
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await page.getByText('Number K-1 (Row 2), Date of birth:').waitFor();
    await page.getByText('Number K-3 (Row 4)').waitFor();
    assert.deepEqual(await present(), ['K-2', 'K-3']);
    await assertAccessible(page, 'run with an invalid entry');
    assert.deepEqual(complaints, []);
  });

  it('a file with mistakes cannot be sent if they are too many, or is sent without its wrong rows', async () => {
    const { page, complaints, present } = await openIntegration();
    const wrong = entry('B-1', { dateOfBirth: '31.02.1990' });
    await preview(page, [wrong, entry('B-2')]);
    await page.getByRole('heading', { name: '1 mistake in the file' }).waitFor();
    await page
      .getByRole('row', { name: /^2 FirstB-1 LastB-1 B-1 dateOfBirth: this day does not exist/ })
      .waitFor();
    await page.getByText('at most 5 % of the rows may be wrong').waitFor();
    await page.getByRole('button', { name: 'Back to the file' }).click();
    await choose(page, [wrong, entry('B-2'), entry('B-3')]);
    await page.getByText('A new person is only added once the row is correct.').waitFor();
    await page.getByRole('button', { name: 'Go on without this row' }).click();
    await page.getByText('1 row has mistakes and is left out').waitFor();
    await confirm(page);
    await page.getByText('Succeeded', { exact: true }).waitFor();
    assert.deepEqual(await present(), ['B-2', 'B-3']);
    assert.deepEqual(complaints, []);
  });

  it('absences come from a second file, or stay as they are known', async () => {
    const { id, page, complaints } = await openIntegration();
    const kinds = async () => {
      const rows = await sql<{ kind: string | null }[]>`
        select absences -> 0 ->> 'kind' as kind from hr_links where integration_id = ${id} order by hr_id`;
      return rows.map(({ kind }) => kind);
    };
    const buffer = Buffer.from(
      'Employee ID;Type;From;Until\nE-2;Parental leave;01.01.2026;31.12.2026\nX;sick;1.1.2026;',
    );
    await page.getByRole('link', { name: 'Send a roster file' }).click();
    const people = csvOf([entry('E-1'), entry('E-2')]);
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'roster.csv', mimeType: 'text/csv', buffer: people });
    await page.getByRole('radio', { name: 'A second file with the absences' }).click();
    assert.ok(await page.getByRole('button', { name: 'Check the file' }).isDisabled());
    await page
      .getByLabel('A second file with the absences')
      .and(page.locator('input[type=file]'))
      .setInputFiles({ name: 'absences.csv', mimeType: 'text/csv', buffer });
    await page.getByText('2 rows in absences.csv').waitFor();
    await assertAccessible(page, 'a second file');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The absences of 1 personnel number are left out').waitFor();
    await confirm(page);
    assert.deepEqual(await kinds(), [null, 'parental']);
    await backToIntegration(page);
    await send(page, [entry('E-1', { lastName: 'New' }), entry('E-2')]);
    assert.deepEqual(await kinds(), [null, 'parental']);
    await backToIntegration(page);
    await page.getByRole('link', { name: 'Send a roster file' }).click();
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: people });
    await page.getByRole('radio', { name: 'Nobody is absent' }).click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await confirm(page);
    assert.deepEqual(await kinds(), [null, null]);
    assert.deepEqual(complaints, []);
  });

  it('a held run is approved for exactly the shown people, and refused if their number has changed', async () => {
    const { id, page, complaints, present } = await openIntegration();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('More of the people would leave than').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await send(page, everybody('C'));
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await backToIntegration(page);
    await preview(page, everybody('C').slice(0, 2));
    await page.getByText('6 people of 8 would be offboarded').waitFor();
    await page.getByText('They would be held until somebody approves.').waitFor();
    await confirm(page);
    await page.getByText('6 people would be offboarded').waitFor();
    await page.getByRole('row').nth(6).waitFor();
    await assertAccessible(page, 'held run');
    await page.reload();
    const badge = page.locator('.nav-link', { hasText: 'HR integrations' }).locator('.nav-count');
    await badge.getByText('1', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Offboard them' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Offboard 6 people?').waitFor();
    for (const number of [3, 4, 5, 6, 7, 8]) await dialog.getByText(`C-${number}`, { exact: true }).waitFor();
    assert.ok(
      await dialog.getByRole('button', { name: 'Offboard them' }).isDisabled(),
      'the number is not typed',
    );
    await dialog.getByLabel('Type 6 to confirm').fill('6');
    await sql`update hr_links set ended_at = now() where integration_id = ${id} and hr_id = 'C-8'`;
    await dialog.getByRole('button', { name: 'Offboard them' }).click();
    await dialog.getByText('By now 5 people wait for it.').waitFor();
    assert.equal((await present()).length, 7);
    await dialog.getByText('Offboard 5 people?').waitFor();
    assert.ok(
      await dialog.getByRole('button', { name: 'Offboard them' }).isDisabled(),
      'it was another number',
    );
    await dialog.getByLabel('Type 5 to confirm').fill('5');
    await dialog.getByRole('button', { name: 'Offboard them' }).click();
    await page.getByText('Approved. They have been offboarded.').waitFor();
    await badge.waitFor({ state: 'detached' });
    await page.getByText('Succeeded', { exact: true }).waitFor();
    assert.deepEqual(await present(), ['C-1', 'C-2']);
    assert.deepEqual(complaints, []);
  });

  it('a new integration leaves approval to people, and its settings let keys approve', async () => {
    const { page, complaints } = await openWindow(browser);
    await signIn(page, portal);
    await page.getByRole('link', { name: 'HR integrations' }).click();
    await page.getByRole('button', { name: 'Add an integration' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Careful HR');
    assert.equal(await dialog.getByRole('switch', { name: 'Only people may approve' }).isChecked(), true);
    await dialog.getByRole('button', { name: 'Add an integration' }).click();
    await page.getByRole('heading', { name: 'Careful HR', exact: true }).waitFor();
    const approveBy = async () => {
      const [row] = await sql<{ approveBy: string }[]>`
        select approve_by as "approveBy" from hr_integrations where name = 'Careful HR'`;
      return row?.approveBy;
    };
    assert.equal(await approveBy(), 'portal');
    await page.getByRole('tab', { name: 'Settings' }).click();
    const byPeople = page.getByRole('switch', { name: 'Only people may approve' });
    assert.equal(await byPeople.isChecked(), true);
    await byPeople.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await approveBy(), 'anyone');
    assert.deepEqual(complaints, []);
  });

  it('a list that has lost 30 % of its people is replaced by the one before: everybody is back', async () => {
    const { id, page, complaints, present } = await openIntegration();
    const all = Array.from({ length: 50 }, (_, place) => entry(`L-${100 + place}`));
    const numbers = all.map(({ hrId }) => hrId);
    const companyId = demo.company.id;
    const acceptance = {
      ...{ companyId, integrationId: id, submitter: { keyId: null, userId: null }, scope: WHOLE_COMPANY },
      limits: portal.service.config.rosterLimits,
    };
    for (const [syncId, entries] of [
      ['complete', all],
      ['lossy', all.slice(15)],
    ] as const) {
      const sent = await submitRoster(portal.service.database, acceptance, bodyOf(syncId, [entries]));
      assert.equal(sent.outcome, 'accepted');
      await until('the roster is applied', async () => (await present()).length === entries.length);
    }

    await page.reload();
    await page.getByRole('row', { name: /35/ }).getByRole('link').click();
    await page.getByText('Is something wrong with this roster?').waitFor();
    await page.getByRole('link', { name: 'Compare and bring back' }).click();
    await page.getByRole('button', { name: 'Missing 15' }).waitFor();
    await page.getByRole('row', { name: /L-100 Missing/ }).waitFor();
    await assertAccessible(page, 'compared rosters');
    await page.getByRole('button', { name: 'See what would happen' }).click();
    await page.getByText('Everybody who is listed now is on the earlier roster too.').waitFor();
    await assertAccessible(page, 'preview of an earlier roster');
    assert.deepEqual(await present(), numbers.slice(15), 'a preview changes nothing');
    await page.getByRole('button', { name: 'Send the roster with 50 people again' }).click();
    await page.getByText('An earlier roster, sent again').waitFor();
    await page.getByText('Succeeded', { exact: true }).waitFor();
    assert.deepEqual(await present(), numbers);
    const [records] = await sql`
      select count(distinct employee_id)::int as count from hr_links where integration_id = ${id}`;
    assert.equal(records?.['count'], 50, 'they come back to their records');
    assert.deepEqual(complaints, []);
  });

  it('a conflict shows both sides and can be resolved', async () => {
    const { page, complaints } = await openIntegration();
    await send(page, [entry('D-1'), entry('D-2')]);
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await backToIntegration(page);
    const zoe = { firstName: 'Zoe', lastName: 'Zweig', email: 'zoe@example.com', dateOfBirth: '1999-09-09' };
    await send(page, [entry('D-1', zoe), entry('D-2')]);
    await page.getByText('1 personnel number may belong to somebody else now').waitFor();
    await assertAccessible(page, 'run with a conflict');

    await page.getByRole('link', { name: 'Decide who it is' }).click();
    await page.getByRole('row', { name: 'First name FirstD-1 Zoe' }).waitFor();
    await page.getByRole('row', { name: 'Date of birth 2 Jan 1963 9 Sept 1999' }).waitFor();
    await assertAccessible(page, 'conflict');
    await page.getByRole('button', { name: 'Another person' }).click();
    await page.getByText(/^Number D-1 goes to Zoe Zweig\. .+ FirstD-1 .+ loses the number/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Another person' }).click();
    await page.getByText('Decided, and done.').waitFor();
    await page.getByText('The same person?').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Employees', exact: true }).click();
    await page.getByRole('searchbox').pressSequentially('zweig');
    await page.getByRole('link', { name: 'Zoe Zweig' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('two numbers that were exchanged are one question, and one decision exchanges them', async () => {
    const { page, complaints } = await openIntegration();
    const [one, other] = [entry('X-1'), entry('X-2')];
    await send(page, [one, other]);
    await page.getByText('Succeeded', { exact: true }).waitFor();
    await backToIntegration(page);
    await send(page, [
      { ...other, hrId: one.hrId },
      { ...one, hrId: other.hrId },
    ]);
    await page.getByRole('link', { name: 'Decide who it is' }).click();
    await page.getByText('These two numbers seem to have been exchanged.').waitFor();
    await page.getByRole('row', { name: 'First name FirstX-1 FirstX-2' }).waitFor();
    await page.getByRole('row', { name: 'First name FirstX-2 FirstX-1' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Another person' }).count(), 0);
    await assertAccessible(page, 'exchanged numbers');
    await page.getByRole('button', { name: 'Exchange the numbers' }).click();
    await page.getByText(/each get the number of the other one/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Exchange the numbers' }).click();
    await page.getByText('Decided, and done.').waitFor();
    await page.getByText('The same person?').waitFor({ state: 'detached' });
    const links = await sql<{ firstName: string }[]>`
      select e.first_name as "firstName" from hr_links l
      join employees e on e.company_id = l.company_id and e.id = l.employee_id
      where l.hr_id in ('X-1', 'X-2') and l.ended_at is null order by l.hr_id`;
    assert.deepEqual(
      links.map(({ firstName }) => firstName),
      ['FirstX-2', 'FirstX-1'],
    );
    assert.deepEqual(complaints, []);
  });
});
