import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { queueMail } from '../../../../src/domain/mail-queue/queue-mail.ts';
import {
  queueReminders,
  selectCompaniesThatRemind,
} from '../../../../src/domain/mail-queue/queue-reminders.ts';
import { selectOldestBatch, unpackBatch } from '../../../../src/notifications/mail/batches-sql.ts';
import { selectMailFigures } from '../../../../src/notifications/mail/mail-metrics-sql.ts';
import { noteWayOfMail } from '../../../../src/notifications/mail/mails-sql.ts';
import { readOutboxMail } from '../../../../src/notifications/mail/outbox.ts';
import { readRefusal } from '../../../../src/notifications/mail/read-refusal.ts';
import { connectMailServer } from '../../../../src/notifications/mail/smtp.ts';
import { eraseEmployee } from '../../../../src/people/privacy/erase-employee.ts';
import { exportEmployee } from '../../../../src/people/privacy/export-employee.ts';

import { createPageTokenReader } from '../../../../src/platform/links/page-links.ts';
import { createContractTokenReader } from '../../../../src/tickets/contracts/contract-links.ts';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { until } from '../../../pure/support/until.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { revoke } from '../../support/actions.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { letTimePass, SECRET_KEYS, senderOn } from './mails.ts';

const service = await createTestService();
const { sql } = service.database;
const mail = { way: 'smtp', from: 'tickets@example.com' } as never;
await noteWayOfMail(sql, 'staging', mail);

const switchTo = (company: TestCompany, mailEmployees: boolean) =>
  sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { mailEmployees }));

interface Queued {
  kind: string;
  employeeId: number;
  state: string;
  reason: string | null;
}
const mailsOf = async ({ id }: TestCompany) => [
  ...(await sql<Queued[]>`
    select kind, employee_id as "employeeId", state, reason from mails where company_id = ${id} order by id`),
];

async function newCompany(options: Parameters<typeof TestCompany.create>[2] = {}, isMailed = true) {
  const company = await TestCompany.create(sql, '2026-11-16', options);
  if (isMailed) await switchTo(company, true);
  return company;
}

/** Sends everything that is due. */
async function sendAll(company: TestCompany, rules: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(rules);
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  sender.start();
  await until('everything has been tried', async () => {
    const due = await sql`
      select from mails where company_id = ${company.id}
        and (state = 'sending' or (state = 'queued' and due_at <= now()))`;
    return due.length === 0;
  });
  await sender.stop(1_000);
  // Others may have left mails in the same queue.
  return server.received.filter(({ mail: { messageId } }) => messageId?.startsWith(`<${company.id}.`));
}

async function enrolled(company: TestCompany): Promise<number> {
  const id = await company.addPerson();
  await company.roster([{ id, facts: {} }]);
  return id;
}

test('the switch is off at first, and switching it on mails nothing of the past', async () => {
  const company = await newCompany({}, false);
  await enrolled(company);
  await company.on('2026-12-01');
  assert.deepEqual(await mailsOf(company), []);
  await switchTo(company, true);
  assert.deepEqual(await mailsOf(company), []);
  await company.on('2027-01-01');
  assert.deepEqual(
    (await mailsOf(company)).map(({ kind }) => kind),
    ['ticket'],
  );
});

test('nothing is queued where mail is not set up', async () => {
  await noteWayOfMail(sql, 'staging', undefined);
  const company = await newCompany();
  await enrolled(company);
  await company.on('2026-12-01');
  await noteWayOfMail(sql, 'staging', mail);
  assert.deepEqual(await mailsOf(company), []);
});

test('the ticket of the month is mailed with both wallet links and a way to unsubscribe', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  const [got, ...more] = await sendAll(company);
  assert(got);
  assert.equal(more.length, 0);
  assert.deepEqual(got.to, ['ada@example.com']);
  assert.equal(got.mail.subject, 'Ihr Jobticket für Dezember 2026');
  const links = got.mail.text?.match(/https:\S+\/wallet\/\S+/g) ?? [];
  assert.equal(links.length, 2);
  for (const link of links) assert(got.mail.html?.includes(`href="${link}"`));
  const header = (name: string) => got.mail.headers.find(({ key }) => key === name)?.value ?? '';
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const address = /^<https:\/\/tickets\.example\.com(\/unsubscribe\/\S+)>$/.exec(
    header('list-unsubscribe'),
  )?.[1];
  assert(address && got.mail.text?.includes(address));

  // Mail programs open links to check them: that changes nothing.
  const optOuts = () =>
    sql`select from mail_opt_outs where company_id = ${company.id} and employee_id = ${id}`;
  const page = await service.app.inject({ method: 'GET', url: address });
  assert.match(page.body, /Monatliche Mail abbestellen\?/);
  assert.equal((await optOuts()).length, 0);
  const post = (payload: string) =>
    service.app.inject({
      method: 'POST',
      url: address,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  for (let times = 0; times < 2; times++) {
    const answer = await post('List-Unsubscribe=One-Click');
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /ist abbestellt/);
  }
  assert.equal((await optOuts()).length, 1);
  await company.on('2027-01-01');
  assert.deepEqual(await sendAll(company), []);
  assert.equal((await mailsOf(company)).at(-1)?.state, 'dropped');
  await post('mails=on');
  assert.equal((await optOuts()).length, 0);
  // RFC 8058 lets mail programs send the click as a form with parts.
  const inParts = await service.app.inject({
    method: 'POST',
    url: address,
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(inParts.statusCode, 200);
  assert.equal((await optOuts()).length, 1);
});

test('more than 1,000 mails are queued in batches, and the sender makes one mail for each person of them', async () => {
  const company = await newCompany();
  const people = await sql<{ id: number }[]>`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
    select ${company.id}, 'Ada', 'Beispiel', 'ada' || n || '@example.com', '1990-01-01', 1, '2026-01-01'
    from generate_series(1, 2001) n returning id`;
  const waiting = async () => (await selectMailFigures(sql)).mails.waiting ?? 0;
  const before = await waiting();
  await company.on('2026-12-01');
  assert.deepEqual(await mailsOf(company), []);
  const batches = await sql`select from mail_batches where company_id = ${company.id}`;
  assert.equal(batches.length, 3);
  assert.equal((await waiting()) - before, people.length);

  const erased = people[0]?.id ?? 0;
  await sql`update employees set erased_at = now() where company_id = ${company.id} and id = ${erased}`;
  // Two nodes take the same batch.
  const oldest = await selectOldestBatch(sql);
  assert(oldest);
  await Promise.all([unpackBatch(sql, oldest), unpackBatch(sql, oldest)]);
  assert.equal((await mailsOf(company)).length, 999);
  const sender = senderOn(sql, undefined);
  sender.start();
  await until('all batches are unpacked', async () => !(await selectOldestBatch(sql)));
  await sender.stop(1_000);
  const unpacked = await sql<{ employeeId: number; urgency: number; hours: number; isOwn: boolean }[]>`
    select m.employee_id as "employeeId", m.urgency, extract(epoch from m.expires_at - m.created_at)::int / 3600 as hours,
      t.employee_id = m.employee_id as "isOwn"
    from mails m join tickets t on t.company_id = m.company_id and t.id = (m.about ->> 'ticketId')::bigint
    where m.company_id = ${company.id} and m.kind = 'ticket' order by m.id`;
  assert.deepEqual(
    unpacked.map(({ employeeId }) => employeeId),
    people.slice(1).map(({ id }) => id),
  );
  assert(unpacked.every(({ urgency, hours, isOwn }) => urgency === 5 && hours === 7 * 24 && isOwn));
  await sql`delete from mails where company_id = ${company.id}`;
});

test('a batch that cannot be unpacked keeps no other mail from being sent', async () => {
  const company = await newCompany();
  const employeeId = await company.addPerson();
  // Its mails would expire after the last day that the database knows.
  await sql`
    insert into mail_batches (company_id, kind, employee_ids, about_ids, created_at)
    values (${company.id}, 'ticket', array[${employeeId}::bigint], '{1}', '294276-12-31')`;
  await sql.begin((tx) => queueMail(tx, company.id, { kind: 'page-link', to: { employeeId }, about: {} }));
  assert.equal((await sendAll(company)).length, 1);
  await sql`delete from mail_batches where company_id = ${company.id}`;
});

test('a ticket that is issued again is mailed again, and the void one is not', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  await company.open((tx, day) => reissue(tx, day, [id]));
  const received = await sendAll(company);
  assert.equal(received.length, 1);
  assert.deepEqual(
    (await mailsOf(company)).map(({ state }) => state),
    ['dropped', 'sent'],
  );
});

test('the ticket of a person who pays a share brings the receipt, by a link to the own page', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  const pageIn = (text = '') => /https:\/\/tickets\.example\.com\/me\/\S+/.exec(text)?.[0] ?? '';
  const [nothing] = await sendAll(company);
  assert(pageIn(nothing?.mail.text));
  assert.doesNotMatch(nothing?.mail.text ?? '', /Beleg/);

  await sql`update employees set plan_type = 'split-pay-plan' where company_id = ${company.id} and id = ${id}`;
  await company.on('2027-01-01');
  const [paid, ...more] = await sendAll(company);
  assert.equal(more.length, 0);
  const { text = '', html = '', attachments } = paid?.mail ?? {};
  assert.match(text, /Ihr Anteil: +39,85\u00a0€\n +Belegnummer: +000001\n/);
  assert(html.includes(`href="${pageIn(text)}"`));
  assert.deepEqual(attachments, []);

  await sql`update documents set downloadable = false where company_id = ${company.id}`;
  await company.on('2027-02-01');
  await sql`update documents set downloadable = false where company_id = ${company.id}`;
  const [withheld] = await sendAll(company);
  assert.match(withheld?.mail.subject ?? '', /Februar 2027/);
  assert.doesNotMatch(withheld?.mail.text ?? '', /Beleg/);
});

test('the receipt of a refund is mailed by itself, also after unsubscribing, and not if it is withheld', async () => {
  const company = await newCompany();
  const [free = 0, paying = 0, other = 0] = [
    await enrolled(company),
    await enrolled(company),
    await enrolled(company),
  ];
  await sql`
    update employees set plan_type = 'split-pay-plan' where company_id = ${company.id} and id in (${paying}, ${other})`;
  await sql`insert into mail_opt_outs (company_id, employee_id) values (${company.id}, ${paying})`;
  await company.on('2026-12-01');
  await sendAll(company);
  const refund = (id: number) => sql.begin((tx) => revoke(tx, company.id, id, OPERATOR, { refund: true }));

  await refund(free);
  assert.deepEqual(await sendAll(company), [], 'nothing was paid, so there is no receipt');

  await refund(paying);
  const [got, ...more] = await sendAll(company);
  assert.equal(more.length, 0);
  assert.equal(got?.mail.subject, 'Erstattung für Ihr Jobticket im Dezember 2026');
  assert.match(got?.mail.text ?? '', /Erstattung: +39,85\u00a0€\n +Belegnummer: +000003\n/);
  assert.match(got?.mail.text ?? '', /https:\/\/tickets\.example\.com\/me\/\S+/);

  await refund(other);
  await sql`update documents set downloadable = false where company_id = ${company.id}`;
  assert.deepEqual(await sendAll(company), []);
  const last = (await mailsOf(company)).at(-1);
  assert.deepEqual([last?.kind, last?.state], ['receipt', 'dropped']);
});

test('an offered contract is mailed, and reminded of twice until it is answered', async () => {
  const company = await newCompany({ planType: 'split-pay-plan' });
  await enrolled(company);
  const [offered] = await sendAll(company);
  assert.equal(offered?.mail.subject, 'Ihr Jobticket wartet auf Sie');
  assert.match(offered?.mail.text ?? '', /https:\S+\/contracts\/\S+/);
  assert((await selectCompaniesThatRemind(sql)).includes(company.id));

  // Moving the clock does what is due, so the job finds nothing more.
  const reminders = async () => {
    assert.equal(await queueReminders(sql, company.id), 0);
    return (await mailsOf(company)).filter(({ kind }) => kind === 'contract-reminder').length;
  };
  await company.on('2026-11-22');
  assert.equal(await reminders(), 0);
  await company.on('2026-11-23');
  assert.equal(await reminders(), 1);
  const [reminder] = await sendAll(company);
  assert.equal(reminder?.mail.subject, 'Erinnerung: Ihr Jobticket wartet auf Sie');
  await company.on('2026-12-07');
  assert.equal(await reminders(), 2);
  await company.on('2027-01-10');
  assert.equal(await reminders(), 2);
});

test('links that a mail server carries are mailed ones; those in the outbox of staging are shown ones', async () => {
  const tokens = /https:\S+\/(?:me|contracts)\/(\S+)/g;
  const classesIn = (text: string) =>
    [...text.matchAll(tokens)].map(([, token = '']) => {
      const read = createPageTokenReader(SECRET_KEYS)(token) ?? createContractTokenReader(SECRET_KEYS)(token);
      return read?.linkClass;
    });
  /** An offer, and the link that somebody asked for. */
  const prepare = async () => {
    const company = await newCompany({ planType: 'split-pay-plan' });
    const id = await enrolled(company);
    await sql.begin((tx) =>
      queueMail(tx, company.id, { kind: 'page-link', to: { employeeId: id }, about: {} }),
    );
    return company;
  };
  const mailedTo = await prepare();
  const sent = (await sendAll(mailedTo)).map(({ mail: { text } }) => text ?? '');
  await mailedTo.on('2026-11-23');
  sent.push(...(await sendAll(mailedTo)).map(({ mail: { text } }) => text ?? ''));
  assert.equal(sent.length, 3);
  assert.deepEqual(sent.flatMap(classesIn), ['mailed', 'mailed', 'mailed']);

  const kept = await prepare();
  const sender = senderOn(sql, undefined);
  sender.start();
  await until('all are kept', async () => (await mailsOf(kept)).every(({ state }) => state === 'kept'));
  await sender.stop(1_000);
  const admin = await createPortalUser(service, kept.id);
  const texts: string[] = [];
  for (const { id } of await sql<
    { id: number }[]
  >`select id from mails where company_id = ${kept.id} order by id`)
    texts.push((await readOutboxMail(sql, kept.id, id, { type: 'portal-user', id: admin.id })).content.text);
  assert.deepEqual(texts.flatMap(classesIn), ['shown', 'shown']);
  const viewers = await sql`select viewer_id as id from link_viewers where company_id = ${kept.id}`;
  assert.deepEqual(
    viewers.map(({ id: viewer }) => viewer),
    [admin.id],
    'the admin who has read them is noted',
  );
});

test('if the clock passes both reminders, only the second one is mailed', async () => {
  const company = await newCompany({ planType: 'split-pay-plan' });
  await enrolled(company);
  await sendAll(company);
  await company.on('2026-12-20');
  assert.equal(await queueReminders(sql, company.id), 0, 'the move has queued it');
  const queued = await sql`
    select about ->> 'number' as number from mails where company_id = ${company.id} and kind = 'contract-reminder'`;
  assert.deepEqual(
    queued.map(({ number }) => number),
    ['2'],
  );
});

test('nobody is reminded while paused, or of an offer that was not mailed', async () => {
  const company = await newCompany({ planType: 'split-pay-plan' });
  const id = await enrolled(company);
  await company.on('2026-11-30');
  assert.equal(await queueReminders(sql, company.id), 0);
  await sendAll(company);
  await sql`
    update employees set term_number = 1, term_start = '2026-01-01', pauses_person = '{[2026-11-01,2026-12-01)}'
    where company_id = ${company.id} and id = ${id}`;
  assert.equal(await queueReminders(sql, company.id), 0);
  await sql`update employees set pauses_person = '{}' where company_id = ${company.id} and id = ${id}`;
  assert.equal(await queueReminders(sql, company.id), 1);
});

test('HR reminds everybody who has not answered: once a day, and not those who cannot be reached', async () => {
  const company = await newCompany({ planType: 'split-pay-plan' }, false);
  const admin = await createPortalUser(service, company.id);
  const post = async (path: string) => (await admin.send(path, { method: 'POST' })).json();
  assert.equal((await post('/contracts/remind')).reason, 'employee-mail-off');
  const notMailed = await enrolled(company);
  await switchTo(company, true);
  const [reached, refusing, pausing] = [
    await enrolled(company),
    await enrolled(company),
    await enrolled(company),
  ];
  await sql`update employees set email = 'gone@example.com' where company_id = ${company.id} and id = ${refusing}`;
  await sendAll(company, {
    onRecipient: (address) =>
      address === 'gone@example.com' ? { code: 550, text: '5.1.1 No such user' } : undefined,
  });
  await sql`
    update employees set term_number = 1, term_start = '2026-01-01', pauses_person = '{[2026-11-01,2026-12-01)}'
    where company_id = ${company.id} and id = ${pausing}`;

  const none = { remind: 0, offer: 0, recent: 0, undeliverable: 0, paused: 0 };
  assert.deepEqual((await post('/contracts/remind/preview')).data, {
    ...none,
    offer: 1,
    recent: 2,
    undeliverable: 1,
  });
  await sql`
    update contract_progress set mailed_at = '2026-01-01' where company_id = ${company.id}`;
  const expected = { ...none, remind: 1, offer: 1, undeliverable: 1, paused: 1 };
  assert.deepEqual((await post('/contracts/remind/preview')).data, expected);
  assert.deepEqual((await post('/contracts/remind')).data, expected);
  assert.deepEqual((await post('/contracts/remind')).data, { ...expected, remind: 0, offer: 0, recent: 2 });

  const sent = await sendAll(company);
  assert.deepEqual(sent.map(({ mail: { subject } }) => subject).sort(), [
    'Erinnerung: Ihr Jobticket wartet auf Sie',
    'Ihr Jobticket wartet auf Sie',
  ]);
  const listed = (await admin.send('/contracts?statuses=pending')).json().data.data;
  const of = (id: number) =>
    listed.find(({ employeeId }: { employeeId: number }) => employeeId === id) ?? assert.fail();
  assert.ok(of(notMailed).mailedAt && !of(notMailed).remindedAt);
  assert.ok(of(reached).mailedAt && of(reached).remindedAt);
  assert.ok(!of(refusing).mailedAt);
  const undeliverable = (await admin.send('/undeliverable')).json().data.data;
  assert.deepEqual(
    undeliverable.map(({ employeeId, email }: { employeeId: number; email: string }) => [employeeId, email]),
    [[refusing, 'gone@example.com']],
  );
  assert.equal((await admin.send('/overview')).json().data.attention.undeliverable, 1);
  // Another address ends it.
  await sql`update employees set email = 'back@example.com' where company_id = ${company.id} and id = ${refusing}`;
  assert.deepEqual((await admin.send('/undeliverable')).json().data.data, []);
});

test('people who have left by the time of sending get no mail', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  await company.roster([{ id, facts: null }]);
  assert.deepEqual(await sendAll(company), []);
  assert.match((await mailsOf(company))[0]?.reason ?? '', /has left/);
});

test('while a conflict about the person is open, the mail waits', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  await sql`
    with run as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, counts, entry_count, accepted_at)
      values (${company.id}, ${company.integrationIds[0] ?? 0}, 's', 1, 'held', '{"held": 1}', 1, now()) returning id
    )
    insert into sync_conflicts (company_id, integration_id, hr_id, link_id, run_id, entry)
    select l.company_id, l.integration_id, l.hr_id, l.id, run.id, '{}' from hr_links l, run
    where l.company_id = ${company.id} and l.employee_id = ${id}`;
  assert.deepEqual(await sendAll(company), []);
  assert.deepEqual(
    (await mailsOf(company)).map(({ state }) => state),
    ['queued'],
  );
  await sql`delete from sync_conflicts where company_id = ${company.id}`;
  await letTimePass(sql, company.id, '1 hour');
  assert.equal((await sendAll(company)).length, 1);
});

test('after the company has switched mails off, queued ones are dropped', async () => {
  const company = await newCompany();
  await enrolled(company);
  await company.on('2026-12-01');
  await switchTo(company, false);
  assert.deepEqual(await sendAll(company), []);
  assert.deepEqual(
    (await mailsOf(company)).map(({ state }) => state),
    ['dropped'],
  );
});

test('the link to the own page is mailed on request, also where the switch is off', async () => {
  const company = await newCompany({}, false);
  const employeeId = await company.addPerson();
  await sql.begin((tx) => queueMail(tx, company.id, { kind: 'page-link', to: { employeeId }, about: {} }));
  const [got] = await sendAll(company);
  assert.match(got?.mail.text ?? '', /https:\/\/tickets\.example\.com\/me\/\S+/);
  assert.match(got?.mail.text ?? '', /requested this link|angefordert/);
});

test('a link that HR sends does not ask the person to delete the mail', async () => {
  const company = await newCompany({}, false);
  const employeeId = await company.addPerson();
  await sql.begin((tx) =>
    queueMail(tx, company.id, { kind: 'page-link', to: { employeeId }, about: { bulkActionId: 1 } }),
  );
  const [got] = await sendAll(company);
  assert.match(
    got?.mail.text ?? '',
    /Your employer sends you this link|Ihr Arbeitgeber sendet Ihnen diesen Link/,
  );
  assert.doesNotMatch(got?.mail.text ?? '', /requested|angefordert/);
});

test('the mail with the link says that a contract waits, as long as it can be answered', async () => {
  for (const [locale, subject, sentence] of [
    [
      'de-DE',
      'Ihr Jobticket: Ein Vertrag wartet auf Ihre Antwort',
      /wartet ein Vertrag[^.]*\. Bitte[^.]*15\. Januar 2027/,
    ],
    [
      'en-GB',
      'Your job ticket: a contract waits for your answer',
      /A contract[^.]*\. Please[^.]*15 January 2027/,
    ],
  ] as const) {
    const company = await newCompany({ planType: 'split-pay-plan' }, false);
    await sql`update companies set locale = ${locale} where id = ${company.id}`;
    const employeeId = await enrolled(company);
    const mailLink = async () => {
      await sql.begin((tx) =>
        queueMail(tx, company.id, { kind: 'page-link', to: { employeeId }, about: { bulkActionId: 1 } }),
      );
      return (await sendAll(company))[0]?.mail;
    };
    const waiting = await mailLink();
    assert.equal(waiting?.subject, subject);
    assert.match(waiting?.text?.replaceAll(/\s+/g, ' ') ?? '', sentence);
    await company.on('2027-01-20');
    const lapsed = await mailLink();
    assert.match(lapsed?.subject ?? '', /^(Der Link zu|The link to) /);
    assert.doesNotMatch(lapsed?.text ?? '', /wartet|waits/);
  }
});

test('a refusal is known at the person until a mail is accepted or the address changes', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  await sendAll(company, { onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) });
  assert.match((await readRefusal(sql, company.id, id))?.reason ?? '', /^550 5\.1\.1/);
  await sql`update employees set email = 'new@example.com' where company_id = ${company.id} and id = ${id}`;
  assert.equal(await readRefusal(sql, company.id, id), null);
  await sql`update employees set email = 'ada@example.com' where company_id = ${company.id} and id = ${id}`;
  await company.on('2027-01-01');
  await sendAll(company);
  assert.equal(await readRefusal(sql, company.id, id), null);
});

test('the export contains the mails of a person, and erasure deletes them', async () => {
  const company = await newCompany();
  const id = await enrolled(company);
  await company.on('2026-12-01');
  await sendAll(company);
  await sql`insert into mail_opt_outs (company_id, employee_id) values (${company.id}, ${id})`;
  const { mails, mailOptOuts } = await exportEmployee(sql, company.id, id, OPERATOR);
  assert.deepEqual([mails.length, mails[0]?.['sentTo'], mailOptOuts.length], [1, 'ada@example.com', 1]);
  await company.roster([{ id, facts: null }]);
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { retentionMonths: 0 }));
  await company.on('2027-03-01');
  await sql`update hr_links set ended_at = '2026-12-05' where company_id = ${company.id}`;
  await sql.begin((tx) => eraseEmployee(tx, company.id, id, OPERATOR));
  assert.deepEqual(await mailsOf(company), []);
  assert.equal((await sql`select from mail_opt_outs where company_id = ${company.id}`).length, 0);
});
