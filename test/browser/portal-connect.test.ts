import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createKey } from '../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../src/company/api-keys/permissions.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { startPullWorker } from '../../src/jobs/pull-worker.ts';
import { createSources } from '../../src/rosters/pull/sources.ts';
import { KeptBodies } from '../../src/rosters/receive/kept-body.ts';
import { basic } from '../database/support/service.ts';
import { stopBefore, stopJustBefore } from '../database/support/test-database.ts';
import { Faults } from '../hr-systems/faults.ts';
import { csv } from '../hr-systems/https-file.ts';
import { dropTerminationDates, makeCompany } from '../hr-systems/people.ts';
import { startHrSystem } from '../hr-systems/serve.ts';
import { startSftpSystem } from '../hr-systems/sftp.ts';
import { assertAccessible } from './axe.ts';
import { launchBrowser, noBrowser } from './chromium.ts';
import { openWindow, type Portal, servePortal, signIn, startWorker } from './portal.ts';

const TODAY = '2026-03-16';
/** A folder in which the test keeps pictures of its steps. */
const pictures = process.env['SCREENSHOTS'];

async function startPulls({ service: { app, database, config, secretKeys } }: Portal): Promise<void> {
  const worker = startPullWorker({
    database,
    sources: createSources({ config, secretKeys, pause: async () => {} }),
    limits: config.rosterLimits,
    keptBodies: new KeptBodies(),
    log: app.log,
    onAccepted: () => {},
  });
  stopBefore(database, () => worker.stop(0));
}

describe('an HR system is connected in a browser, by somebody who reads only the screen', {
  skip: noBrowser,
}, async () => {
  const DROP_DIR = '/srv/transit-drops';
  const portal = await servePortal(TODAY, '127.0.0.1', { PULL_ALLOW_LOOPBACK: '1', DROP_DIR });
  await startWorker(portal);
  await startPulls(portal);
  const server = await startHrSystem('personio', { company: makeCompany({ people: 40, today: TODAY }) });
  stopJustBefore(portal.service.database, () => server.close());
  const browser = await launchBrowser();
  const { page, complaints } = await openWindow(browser, { locale: 'de-DE' });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  /** As for somebody who has signed in some time ago. */
  const forgetPassword = () =>
    portal.service.database.sql`
      update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
  async function enterPassword(): Promise<void> {
    await page.getByLabel('Passwort', { exact: true }).fill(portal.demo.portal.password);
    await page.keyboard.press('Enter');
  }

  async function look(what: string): Promise<void> {
    await assertAccessible(page, what);
    if (pictures) await takePictures(page, `${pictures}/${what.replaceAll(' ', '-')}`);
  }

  it('chooses Personio, enters what it needs, and is told what is wrong', async () => {
    await signIn(page, portal);
    await page.getByRole('link', { name: 'HR-Anbindungen' }).click();
    await page.getByRole('link', { name: 'HR-System verbinden' }).click();
    await heading('HR-System verbinden').waitFor();
    await page.getByRole('radio', { name: 'Personio' }).check();
    assert.equal(await page.getByLabel('Name der Anbindung').inputValue(), 'Personio');
    await page.getByLabel('Name der Anbindung').fill('Personio Leipzig');
    await look('which system');
    await press('Beginnen');

    await heading('Wo Sie die Zugangsdaten finden: Personio').waitFor();
    await page.getByText('Lesbare Mitarbeitendenattribute').waitFor();
    await page.getByLabel('Client-ID').fill('papi-trial');
    await press('Speichern und testen');
    await page.getByText('Das fehlt.').waitFor();
    await look('credentials');
    await page.getByLabel('Client-Secret').fill('wrong');
    const address = page.getByLabel('Basisadresse');
    if (!(await address.isVisible())) await page.getByText('Weitere Angaben').click();
    await address.fill(server.url);
    await press('Speichern und testen');
    await page.getByText('Die Verbindung klappt noch nicht').waitFor();
    await page.getByText('Das HR-System hat die Zugangsdaten abgelehnt.').waitFor();
    await look('wrong credentials');
  });

  it('tests: rights that are missing are named, and values are hidden until asked for', async () => {
    await page.getByRole('button', { name: 'Zugangsdaten' }).click();
    assert.equal(await page.getByLabel('Client-ID').inputValue(), 'papi-trial');
    assert.equal(await page.getByLabel('Client-Secret').inputValue(), '', 'it is never shown again');
    await page.getByLabel('Client-Secret').fill('papi-secret');
    server.faults.set('field-absent:dateOfBirth');
    await press('Speichern und testen');
    await heading('1 Recht fehlt').waitFor();
    await page.getByText('Zu erteilen: Lesbare Mitarbeitendenattribute: Geburtsdatum').waitFor();
    await look('a missing right');
    server.faults.set();
    await press('Noch einmal testen');
    await page.getByText('Alles Nötige ist sichtbar.').waitFor();
    await page.getByText('Die Zugangsdaten sehen 40 Personen.').waitFor();
    const [first] = server.company.people;
    assert.ok(first);
    assert.equal(await page.getByText(first.lastName).count(), 0);
    await press('Werte zeigen');
    await page.getByText(first.lastName).first().waitFor();
    await look('a test');
  });

  it('is resumed where it was left, maps the fields and shows what the first list would do', async () => {
    await page.goto(`${portal.address}/portal/integrations`);
    await page.getByRole('link', { name: 'Personio Leipzig' }).click();
    await page.getByRole('tab', { name: 'HR-System' }).click();
    await page.getByText('Die Einrichtung ist noch nicht fertig').waitFor();
    await page.getByRole('link', { name: 'Weitermachen' }).click();
    await heading('Die Verbindung steht').waitFor();
    await press('Weiter');
    await heading('Welches Feld ist was?').waitFor();
    const birth = page.getByLabel('Geburtsdatum: Feld des Systems');
    assert.notEqual(await birth.inputValue(), '');
    const guess = await birth.inputValue();
    await birth.selectOption('');
    assert.ok(await page.getByRole('button', { name: 'Vorschau zeigen' }).isDisabled());
    await birth.selectOption(guess);
    assert.equal(await page.getByLabel('Bedeutung von Elternzeit').inputValue(), 'parental');
    assert.equal(await page.getByLabel('Bedeutung von Urlaub', { exact: true }).inputValue(), 'other');
    await look('the fields');
    await press('Vorschau zeigen');
    await heading('Das würde die erste Liste bewirken').waitFor();
    await page.getByText('Niemand würde ausscheiden').waitFor();
    await page.getByText(/vor diesem Monat ausgeschieden/).waitFor();
    await look('the preview');
  });

  it('is activated with its schedule, and the first list is fetched', async () => {
    await press('Weiter');
    await page.getByRole('radio', { name: /^Jede Nacht um 0\d:\d\d Uhr$/ }).waitFor();
    await page.getByRole('radio', { name: 'Jeden Tag zu einer Uhrzeit Ihrer Wahl' }).check();
    await page.getByLabel('Uhrzeit', { exact: true }).fill('04:15');
    await look('the schedule');
    await forgetPassword();
    await press('Verbinden');
    await enterPassword();
    await page.getByText('Das HR-System ist verbunden.').waitFor();
    await page.getByText('jeden Tag um 04:15 Uhr').waitFor();
    const row = page.getByRole('row', { name: /von Hand/ });
    await row.getByText('Abgeholt', { exact: true }).waitFor();
    await row.getByText('40 Personen').waitFor();
    await page.getByText('Verbunden', { exact: true }).waitFor();
    await page.getByText('Erfolgreich', { exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Liste als Datei senden' }).count(), 0);
    await look('the source');
    await row.getByRole('link', { name: 'Abgleich ansehen' }).click();
    await heading(/^Abgleich/).waitFor();
    await page.getByText('Aus dem HR-System abgeholt').waitFor();
  });

  it('says what failed and which right to grant, and fetches nonetheless if somebody confirms it', async () => {
    await page.goBack();
    for (const person of server.company.people) person.hasLeft = false;
    dropTerminationDates(server.company);
    await press('Jetzt abholen');
    await page.getByText('Die Liste konnte nicht abgeholt werden').first().waitFor();
    await page.getByText('Das HR-System zeigt „Austritt“ nicht.').first().waitFor();
    await page
      .getByText('Dieses Recht muss dort erteilt werden: Lesbare Mitarbeitendenattribute: Austrittsdatum')
      .waitFor();
    await look('a failure');
    await page.getByRole('tab', { name: 'Listen' }).click();
    await page.getByRole('region', { name: 'Fehlgeschlagene Versuche' }).getByText('„Austritt“').waitFor();
    await look('rosters of a fetched integration');
    await page.getByRole('link', { name: 'Übersicht' }).click();
    const matter = page.getByRole('link', {
      name: /Die Liste von Personio Leipzig konnte nicht abgeholt werden/,
    });
    await matter.getByText('Das HR-System zeigt „Austritt“ nicht.').waitFor();
    await matter.click();
    await press('Trotzdem abholen');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sonst behalten Ausgeschiedene ihr Ticket.').waitFor();
    await dialog.getByRole('button', { name: 'Trotzdem abholen' }).click();
    await page.getByText('Die Liste konnte nicht abgeholt werden').first().waitFor({ state: 'detached' });
  });

  it('changes its schedule and its fields, and is disconnected', async () => {
    await press('Zeitplan ändern');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Mehrmals am Tag' }).check();
    await dialog.getByLabel('Wie oft').selectOption('3');
    await look('another schedule');
    await forgetPassword();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await enterPassword();
    await page.getByText('alle 3 Stunden').waitFor();
    await press('Felder ändern');
    await heading('Welches Feld ist was?').waitFor();
    await press('Verwerfen');
    await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByRole('tab', { name: 'HR-System' }).click();
    await press('HR-System trennen');
    await forgetPassword();
    await page.getByRole('dialog').getByRole('button', { name: 'HR-System trennen' }).click();
    await enterPassword();
    await page.getByText('Liste abholen lassen').waitFor();
    await page.getByRole('link', { name: 'Liste als Datei senden' }).waitFor();
    await look('a disconnected source');
  });

  it('compares the fingerprint of an SFTP server before a password is sent', async () => {
    const sftp = await startSftpSystem({ company: makeCompany({ people: 12, today: TODAY }) });
    stopJustBefore(portal.service.database, () => sftp.close());
    await page.goto(`${portal.address}/portal/integrations/connect`);
    await page.getByRole('radio', { name: 'Datei auf einem SFTP-Server' }).check();
    await press('Beginnen');
    await page.getByText('Weitere Angaben').click();
    for (const [label, input] of [
      ['Server', 'host'],
      ['Port (optional)', 'port'],
      ['Benutzername', 'username'],
      ['Passwort (optional)', 'password'],
      ['Ordner (optional)', 'folder'],
      ['Name der Datei', 'filePattern'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(sftp.credentials[input] ?? '');
    await press('Speichern und testen');
    await heading('Bitte vergleichen: Fingerabdruck des Servers').waitFor();
    await page.getByText(sftp.fingerprint()).waitFor();
    assert.equal(sftp.hasSeenCredentials, false);
    await look('a fingerprint');
    await press('Es stimmt überein');
    await page.getByRole('dialog').getByRole('button', { name: 'Es stimmt überein' }).click();
    await heading('Die Verbindung steht').waitFor();
    assert.equal(sftp.hasSeenCredentials, true);
    await press('Weiter');
    await page.getByLabel('Spalte mit dem ersten Tag').waitFor();
    await look('the fields of a file');
  });

  it('says where a system sends its file, waits for the first one and makes a roster of it', async () => {
    await page.goto(`${portal.address}/portal/integrations/connect`);
    await page.getByRole('radio', { name: 'Ihr System schickt eine Datei' }).check();
    await press('Beginnen');
    await look('how to send files');
    await press('Weiter');
    await heading('Wohin Ihr System die Datei schickt').first().waitFor();
    await page.getByText('Noch ist keine Datei da').waitFor();
    const command = await page.getByText(/^curl -T/).textContent();
    const [, to = ''] = /^curl -T people\.csv -u "BENUTZER:PASSWORT" (\S+)$/.exec(command ?? '') ?? [];
    await page.getByText(DROP_DIR).waitFor();
    await look('waiting for a file');

    const company = makeCompany({ people: 12, today: TODAY });
    const { username, password } = await createKey(
      portal.service.database.sql,
      portal.demo.company.id,
      OPERATOR,
      {
        ...{ environment: 'staging', name: 'Export', permissions: PERMISSIONS },
      },
    );
    const answer = await fetch(`${portal.address}${new URL(to).pathname}?name=people.csv`, {
      method: 'PUT',
      headers: { authorization: basic({ username, password }) },
      body: csv({ company, faults: new Faults(), url: '' }).body,
    });
    assert.equal(answer.status, 202);
    await page.getByText('Eine Datei ist da').waitFor();
    await heading('Die Verbindung steht').waitFor();
    await look('a file has arrived');
    await press('Weiter');
    await press('Vorschau zeigen');
    await heading('Das würde die erste Liste bewirken').waitFor();
    await press('Weiter');
    await look('dropped files are connected');
    await press('Verbinden');
    const pulls = page.getByRole('region', { name: 'Abgeholte Listen' });
    await pulls.getByText('Datei gekommen').waitFor();
    await pulls.getByRole('link', { name: 'Abgleich ansehen' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Jetzt abholen' }).count(), 0);
    await look('a source of dropped files');
    assert.deepEqual(complaints, []);
  });
});

async function takePictures(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${name}-${width}.png`, fullPage: true });
  }
}
