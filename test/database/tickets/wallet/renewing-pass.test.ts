import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { changedEmail } from '../../../../src/domain/day/link-version.ts';
import { exportEmployee } from '../../../../src/people/privacy/export-employee.ts';
import { createSeal } from '../../../../src/platform/seal.ts';
import { issueAgain } from '../../../../src/tickets/issue/issue-again.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { voidTickets } from '../../../../src/tickets/issue/tickets-sql.ts';
import { perform } from '../../../../src/tickets/subscriptions/actions/perform.ts';
import { comparePasses } from '../../../../src/tickets/wallet/lasting/compare-passes.ts';
import { findCompaniesToCompare } from '../../../../src/tickets/wallet/lasting/compare-sql.ts';
import { resealTokens, TOKEN_PURPOSE } from '../../../../src/tickets/wallet/lasting/tokens.ts';
import { createWalletLinks } from '../../../../src/tickets/wallet/wallet-links.ts';
import { renewLink } from '../../../../src/views/employee-page/renew-link.ts';
import { createPassService, PASS_TYPE } from '../../support/pass-service.ts';
import { face, Phone } from '../../support/phone.ts';
import type { TestCompany } from '../../support/test-company.ts';

const service = await createPassService();
const { apns, google, setUp, settle } = service;
const { sql } = service.database;

async function act(company: TestCompany, person: number, action: 'pause' | 'resume' | 'cancel') {
  await company.open((tx, day) => perform(tx, day, person, OPERATOR, action, {}));
}

const get = (link: string) => service.app.inject({ method: 'GET', url: new URL(link).pathname });

test('twelve months, a pause, a new name and a void ticket on the same pass: what Apple and Google receive, in order', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const { serialNumber } = await phone.add(link());
  const saved = await get(link('google'));
  assert.equal(saved.statusCode, 303);
  const story: string[] = [];
  const note = async (what: string) => {
    const before = { pushes: apns.received.length, google: google.received.length };
    await settle(company);
    const pushes = apns.received.length - before.pushes;
    if (pushes > 0) await phone.update();
    const sent = google.received
      .slice(before.google)
      .map(
        ({ method, object }) =>
          `${method} ${object.state} ${object.subheader.defaultValue.value} ${object.barcode?.value.split(' ').at(-1) ?? 'no code'}`,
      );
    story.push(`${what}: ${pushes} push, ${face(phone.pass)}; ${sent.join(', ') || 'nothing to Google'}`);
  };
  await note('registered');
  for (const month of ['2027-01', '2027-02', '2027-03']) {
    await company.on(`${month}-01`);
    await note(month);
  }
  await act(company, person, 'pause');
  await note('pause ahead');
  await company.on('2027-04-01');
  await note('2027-04');
  await company.on('2027-05-01');
  await note('2027-05');
  await act(company, person, 'resume');
  await note('resumed');
  for (const month of ['2027-06', '2027-07', '2027-08']) {
    await company.on(`${month}-01`);
    await note(month);
  }
  await company.open(async (tx, day) => {
    await tx`update employees set last_name = 'Neuer-Name' where company_id = ${company.id} and id = ${person}`;
    await reissue(tx, day, [person]);
  });
  await note('new name');
  await company.open((tx, day) => voidTickets(tx, day, '2027-08-01', [person]));
  await note('void');
  await company.open((tx, day) => issueAgain(tx, day, person));
  await note('issued again');
  for (const month of ['2027-09', '2027-10', '2027-11', '2027-12']) {
    await company.on(`${month}-01`);
    await note(month);
  }
  await note('nothing happened');
  const ticket = (await company.tickets(person)).map(({ id }) => `TKT-${String(id).padStart(8, '0')}`);
  const line = (what: string, month: string, at: number, name = 'Ada Beispiel') =>
    `${what}: 1 push, ${month.replace(/^(\d{4})-(\d\d)$/, '$2/$1')} ${name} ${ticket[at]}; PATCH ACTIVE ${new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15`))} ${ticket[at]}`;
  const NEW_NAME = 'Ada Neuer-Name';
  assert.deepEqual(story, [
    `registered: 1 push, 12/2026 Ada Beispiel ${ticket[0]}; nothing to Google`,
    line('2027-01', '2027-01', 1),
    line('2027-02', '2027-02', 2),
    line('2027-03', '2027-03', 3),
    `pause ahead: 0 push, 03/2027 Ada Beispiel ${ticket[3]}; nothing to Google`,
    '2027-04: 1 push, Pausiert Ada Beispiel void; PATCH INACTIVE Pausiert no code',
    '2027-05: 0 push, Pausiert Ada Beispiel void; nothing to Google',
    'resumed: 0 push, Pausiert Ada Beispiel void; nothing to Google',
    line('2027-06', '2027-06', 4),
    line('2027-07', '2027-07', 5),
    line('2027-08', '2027-08', 6),
    line('new name', '2027-08', 7, NEW_NAME),
    `void: 1 push, Kein gültiges Ticket ${NEW_NAME} void; PATCH INACTIVE Kein gültiges Ticket no code`,
    line('issued again', '2027-08', 8, NEW_NAME),
    line('2027-09', '2027-09', 9, NEW_NAME),
    line('2027-10', '2027-10', 10, NEW_NAME),
    line('2027-11', '2027-11', 11, NEW_NAME),
    line('2027-12', '2027-12', 12, NEW_NAME),
    `nothing happened: 0 push, 12/2027 ${NEW_NAME} ${ticket[12]}; nothing to Google`,
  ]);
  // The same pass all the time, and the same object.
  assert.equal(phone.pass.serialNumber, serialNumber);
  assert.equal(google.objects.size, 2, 'a class and an object');
  assert.ok(
    apns.received.every(
      ({ pushToken, topic, body }) => pushToken === phone.pushToken && topic === PASS_TYPE && body === '{}',
    ),
  );
  // Google learns no name.
  assert.ok(!JSON.stringify(google.received).includes('Ada'));
});

test('every cause changes the pass: what it shows, and who is told', async (t) => {
  const causes: Record<
    string,
    { change: (set: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>; shows: RegExp }
  > = {
    'another name of the company': {
      change: ({ company }) =>
        sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { name: 'Umbenannt AG' })),
      shows: /^12\/2026 Ada Beispiel TKT/,
    },
    'another language': {
      change: ({ company }) => sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { locale: 'en-GB' })),
      shows: /^12\/2026 Ada Beispiel TKT/,
    },
    'a cancelled subscription, after its last month': {
      change: async ({ company, person }) => {
        await act(company, person, 'cancel');
        await company.on('2027-01-01');
      },
      shows: /^Kein gültiges Ticket Ada Beispiel void$/,
    },
    'a renewed link': {
      change: ({ company, person }) => sql.begin((tx) => renewLink(tx, company.id, person, OPERATOR)),
      shows: /^Nicht mehr gültig – void$/,
    },
    'an erased person': {
      change: ({ company, person }) =>
        company.open(
          (tx) =>
            tx`update employees set first_name = 'Erased', last_name = '1', erased_at = now() where company_id = ${company.id} and id = ${person}`,
        ),
      shows: /^Nicht mehr gültig – void$/,
    },
  };
  for (const [cause, { change, shows }] of Object.entries(causes))
    await t.test(cause, async () => {
      const set = await setUp();
      const phone = new Phone(service);
      await phone.add(set.link());
      await get(set.link('google'));
      await settle(set.company);
      await phone.update();
      apns.received.length = 0;
      google.received.length = 0;
      await change(set);
      assert.ok((await findCompaniesToCompare(sql)).includes(set.company.id));
      await settle(set.company);
      assert.ok(!(await findCompaniesToCompare(sql)).includes(set.company.id));
      assert.equal(apns.received.length, 1);
      assert.deepEqual(
        google.received.map(({ method }) => method),
        ['PATCH'],
      );
      assert.equal(await phone.update(), 1);
      assert.match(face(phone.pass), shows);
    });
});

test('what happens to others, or is not shown, tells nobody', async () => {
  const { company, link } = await setUp();
  const phone = new Phone(service);
  await phone.add(link());
  await settle(company);
  apns.received.length = 0;
  const other = await company.addPerson();
  await company.roster([{ id: other, facts: {} }]);
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { subsidyCents: 1_000 }));
  await settle(company);
  assert.equal(apns.received.length, 0);
});

test('another e-mail address ends the links and keeps the pass; a renewed link makes a new one and voids the old', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const { serialNumber } = await phone.add(link());
  await company.open(
    (tx) => tx`
      update employees e set ${changedEmail(tx, tx`${'ada.neu@example.com'}::text`, OPERATOR)}
      where company_id = ${company.id} and id = ${person}`,
  );
  await settle(company);
  assert.equal((await get(link('apple', 1))).json().code, 'link-ended');
  assert.equal((await new Phone(service).add(link('apple', 2))).serialNumber, serialNumber);
  await sql.begin((tx) => renewLink(tx, company.id, person, OPERATOR));
  // At once, before any worker has compared anything.
  assert.equal((await get(link('apple', 2))).json().code, 'link-ended');
  const renewed = await new Phone(service).add(link('apple', 3));
  assert.notEqual(renewed.serialNumber, serialNumber);
  assert.equal(renewed.voided, undefined);
  await settle(company);
  await phone.update();
  assert.equal(face(phone.pass), 'Nicht mehr gültig – void');
  assert.ok(!JSON.stringify(phone.pass).includes('Ada'));
});

test('without a valid ticket nobody gets a first pass, and somebody who has one gets it as it is', async () => {
  const { company, person, link } = await setUp();
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  for (const wallet of ['apple', 'google'] as const) {
    const answer = await get(link(wallet));
    assert.equal(answer.statusCode, 410);
    assert.equal(answer.json().code, 'ticket-not-valid');
  }
  assert.equal((await sql`select from wallet_passes where company_id = ${company.id}`).length, 0);
  await company.open((tx, day) => issueAgain(tx, day, person));
  const phone = new Phone(service);
  await phone.add(link());
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  // Opening the link renews the pass, also where no push can be sent.
  await phone.add(link());
  assert.equal(face(phone.pass), 'Kein gültiges Ticket Ada Beispiel void');
});

test('OpenSSL verifies the signature of the pass that a phone fetches', {
  skip: spawnSync('openssl', ['version']).status !== 0 && 'there is no openssl program here',
}, async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const { serialNumber } = await phone.add(link());
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  assert.equal(await phone.fetch(serialNumber), 200);
  const files = phone.passes.get(serialNumber)?.files;
  for (const name of ['signature', 'manifest.json'])
    writeFileSync(join(service.folder, name), files?.get(name) ?? '');
  writeFileSync(join(service.folder, 'authority.pem'), String(service.config.applePass?.issuer));
  const verified = spawnSync(
    'openssl',
    [
      ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', 'signature', '-content', 'manifest.json'],
      ...['-CAfile', 'authority.pem', '-purpose', 'any'],
    ],
    { cwd: service.folder, encoding: 'utf8' },
  );
  assert.match(verified.stderr, /successful/);
  assert.equal(phone.pass.voided, true);
});

test('in the first hours of a month the ticket of the month before is still shown, then the pass is void', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  // With the real clock: the ticket ends yesterday, and is valid until three o'clock in a time zone where it is two.
  const [now] = await sql<
    { hour: number }[]
  >`select extract(hour from now() at time zone 'UTC')::int as hour`;
  const zone = (offset: number) => `Etc/GMT${offset <= 0 ? '+' : '-'}${Math.abs(offset)}`;
  const offset = (((2 - (now?.hour ?? 0)) % 24) + 24) % 24;
  const timeZone = zone(offset > 13 ? offset - 24 : offset);
  await sql`
    update companies set clock_frozen_on = null, time_zone = ${timeZone}, issued_through = date_trunc('month', now() at time zone ${timeZone})
    where id = ${company.id}`;
  await sql`
    update tickets t set month = date_trunc('month', d), valid_from = date_trunc('month', d), valid_until = d
    from (select (now() at time zone ${timeZone})::date - 1 as d) days
    where t.company_id = ${company.id} and t.employee_id = ${person}`;
  await phone.add(link());
  assert.match(face(phone.pass), /Ada Beispiel TKT/);
  await settle(company);
  // An hour later.
  await sql`update companies set time_zone = ${zone((offset > 13 ? offset - 24 : offset) + 1)} where id = ${company.id}`;
  await sql`update wallet_passes set shows_until = now() where company_id = ${company.id}`;
  await sql`update pass_counters k set compared_facts = c.pass_facts from companies c where c.id = k.company_id and c.id = ${company.id}`;
  assert.ok((await findCompaniesToCompare(sql)).includes(company.id), 'its time alone makes it due');
  await settle(company);
  await phone.update();
  assert.match(face(phone.pass), /^Kein gültiges Ticket Ada Beispiel void$/);
  assert.ok(!(await findCompaniesToCompare(sql)).includes(company.id));
});

test('links of single months keep working, and their passes are passes of their own', async () => {
  const { company, person, link } = await setUp();
  const [ticket] = await company.tickets(person);
  const monthly = createWalletLinks(service.config.baseUrl, service.secretKeys)(company.id, ticket?.id ?? 0);
  const phone = new Phone(service);
  const lasting = await phone.add(link());
  const answer = await get(monthly.apple);
  assert.equal(answer.statusCode, 200);
  assert.ok(!answer.rawPayload.includes(lasting.serialNumber));
  assert.equal((await get(monthly.google)).statusCode, 303);
  await company.on('2027-01-01');
  assert.equal((await get(monthly.apple)).json().code, 'ticket-not-valid');
  await settle(company);
  await phone.update();
  assert.match(face(phone.pass), /^01\/2027/);
});

test('a change that commits late is not missed: numbers are given after the commit', async () => {
  const { company, person, link } = await setUp();
  const second = await company.addPerson();
  await company.roster([{ id: second, facts: {} }]);
  await company.on('2027-01-01');
  const phone = new Phone(service);
  await phone.add(link());
  await settle(company);
  await phone.update();
  const holding = Promise.withResolvers<void>();
  const changing = sql.begin((tx) =>
    inDay(tx, company.id, 'unlimited', async (day) => {
      await voidTickets(tx, day, '2027-01-01', [person]);
      await holding.promise;
    }),
  );
  // Meanwhile others change and are compared, and the phone asks.
  await comparePasses(sql, company.id);
  assert.equal(await phone.update(), 0);
  holding.resolve();
  await changing;
  await settle(company);
  assert.equal(await phone.update(), 1);
  assert.equal(phone.pass.voided, true);
});

test('a second change within the same second is fetched too', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const { serialNumber } = await phone.add(link());
  const faces = new Set<string>();
  for (let count = 0; count < 4; count++) {
    await company.open(async (tx, day) => {
      if (count % 2 === 0) await voidTickets(tx, day, '2026-12-01', [person]);
      else await issueAgain(tx, day, person);
    });
    assert.equal(await phone.fetch(serialNumber), 200);
    assert.equal(await phone.fetch(serialNumber), 304);
    faces.add(`${count} ${face(phone.pass)}`);
    assert.equal(phone.pass.voided ?? false, count % 2 === 0);
  }
  assert.equal(faces.size, 4);
});

test('tokens are sealed again for a new SECRET_KEY; without the earlier key the pass on the phone heals itself', async () => {
  const { company, link } = await setUp();
  const phone = new Phone(service);
  const { serialNumber } = await phone.add(link());
  const [old] = service.secretKeys;
  const NEW = 'an0therKeyThatNobodyCouldGuess3times';
  const sealedBy = async (seal: ReturnType<typeof createSeal>) => {
    const [row] = await sql<
      { token: string }[]
    >`select token from wallet_passes where company_id = ${company.id}`;
    return seal.isNewest(row?.token ?? '');
  };
  const newest = createSeal(TOKEN_PURPOSE, [NEW, old ?? '']);
  assert.equal(await resealTokens(sql, newest), 0);
  assert.ok(await sealedBy(newest));
  // The service with the old key alone cannot open it. The phone can still fetch, and brings the token.
  assert.equal(await phone.fetch(serialNumber), 200);
  assert.ok(await sealedBy(service.passes.seal));
  assert.equal((await new Phone(service).add(link())).serialNumber, serialNumber);
  // A pass that nobody has on a phone is replaced when it is opened.
  await resealTokens(sql, newest);
  assert.ok((await resealTokens(sql, createSeal(TOKEN_PURPOSE, ['yetAnotherKeyThatNobodyCouldGuess']))) > 0);
  assert.notEqual((await new Phone(service).add(link())).serialNumber, serialNumber);
});

test('the export of a person names the passes and devices, without their tokens', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  const exported = await exportEmployee(sql, company.id, person, OPERATOR);
  assert.equal(exported.walletPasses[0]?.['serial'], pass.serialNumber);
  assert.equal(exported.passDevices[0]?.['device'], phone.device);
  const text = JSON.stringify(exported);
  for (const secret of [pass.authenticationToken, phone.pushToken]) assert.ok(!text.includes(secret));
  assert.ok(!('token' in (exported.walletPasses[0] ?? {})));
});
