import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inviteUser } from '../../../../src/accounts/invite-user.ts';
import { withdrawInvitation } from '../../../../src/accounts/withdraw-invitation.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { OLD } from '../../../../src/jobs/delete-old-records.ts';
import {
  claimMails,
  findCompaniesToMail,
  postponeMail,
  settleMail,
} from '../../../../src/notifications/mail/mails-sql.ts';
import { connectMailServer, type SmtpTimes } from '../../../../src/notifications/mail/smtp.ts';
import { WORKER_SLOTS } from '../../../../src/platform/limits.ts';
import { createHostResolver, type HostAddress } from '../../../../src/platform/outgoing/resolve-host.ts';
import { startDnsServer } from '../../../pure/support/dns-server.ts';
import { until } from '../../../pure/support/until.ts';
import { type MailServerRules, startMailServer } from '../../support/mail-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { timePasses } from '../../support/time-passes.ts';
import { BASE_URL, letTimePass, newCompany, queueInvitation, readMail, senderOn, TOKENS } from './mails.ts';

const { sql } = await createTestDatabase();
const CONNECTIONS = WORKER_SLOTS.mails.count;

/** A server that does not answer is given up quickly. */
const SHORT: SmtpTimes = { connectMs: 500, silenceMs: 500, wholeMs: 2_000 };

/** Runs a sender until the mail has been tried, and stops it. */
async function sendOnce(
  server: Awaited<ReturnType<typeof startMailServer>>,
  companyId: number,
  id: number,
  settings = server.settings(),
  times?: SmtpTimes,
) {
  const before = (await readMail(sql, companyId, id)).attempts;
  const client = connectMailServer(settings, { certificates: server.certificate, ...(times && { times }) });
  const sender = senderOn(sql, client);
  sender.start();
  await until('the mail has been tried', async () => {
    const { attempts, state } = await readMail(sql, companyId, id);
    return attempts > before && state !== 'sending';
  });
  await sender.stop(1_000);
  return await readMail(sql, companyId, id);
}

async function setUp(rules: MailServerRules = {}) {
  const server = await startMailServer(rules);
  const companyId = await newCompany(sql);
  const id = await queueInvitation(sql, companyId, 'neu@example.com');
  return {
    server,
    companyId,
    id,
    try: (settings = server.settings(), times?: SmtpTimes) =>
      sendOnce(server, companyId, id, settings, times),
  };
}

test('an invitation is mailed in text and HTML, with the link, over STARTTLS', async () => {
  const { server, try: attempt } = await setUp();
  const stored = await attempt();
  assert.deepEqual([stored.state, stored.sentTo, stored.sealed], ['sent', 'neu@example.com', null]);
  const [got] = server.received;
  assert(got);
  assert.equal(got.secure, true);
  assert.deepEqual(got.to, ['neu@example.com']);
  assert.equal(got.mail.from?.address, 'tickets@example.com');
  assert.equal(got.mail.subject, 'Einladung ins Jobticket-Portal von Beispiel GmbH');
  const link = /https:\S+#[\w-]{43}/.exec(got.mail.text ?? '')?.[0];
  assert(link?.startsWith(`${BASE_URL}/portal/invitation#`));
  assert(got.mail.html?.includes(`href="${link}"`));
  assert.equal(got.mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
});

test('the name of the mail server is asked for at DNS servers, with a time limit', async () => {
  const dns = await startDnsServer((name) => (name === 'mail.example.com' ? '127.0.0.1' : 'silence'));
  after(() => dns.close());
  const { server, companyId, id } = await setUp();
  const tryAt = async (host: string, mailId: number) => {
    const resolveHost = createHostResolver({ servers: [dns.address], timeoutMs: 300 });
    const settings = server.settings({ host });
    // The certificate is for localhost.
    const client = connectMailServer(settings, { certificates: server.certificate, resolveHost });
    const sender = senderOn(sql, client);
    sender.start();
    await until('it has been tried', async () => (await readMail(sql, companyId, mailId)).attempts > 0);
    await sender.stop(1_000);
    return await readMail(sql, companyId, mailId);
  };
  const reached = await tryAt('mail.example.com', id);
  assert.match(reached.reason ?? '', /Hostname\/IP does not match certificate's altnames/);
  const other = await queueInvitation(sql, companyId, 'other@example.com');
  const silent = await tryAt('mail.silent.example', other);
  assert.equal(silent.state, 'queued');
  assert.match(silent.reason ?? '', /no DNS server answers about mail\.silent\.example/);
});

test('a mail server with TLS from the first byte is reached', async () => {
  const { server, try: attempt } = await setUp({ options: { secure: true } });
  assert.equal((await attempt(server.settings({ secure: true }))).state, 'sent');
  assert.equal(server.received[0]?.secure, true);
});

test('a mail whose connection is given up while it is opened is never sent', async () => {
  const { server, companyId, id } = await setUp();
  const found = Promise.withResolvers<HostAddress[]>();
  const client = connectMailServer(server.settings(), {
    certificates: server.certificate,
    resolveHost: () => found.promise,
  });
  const sender = senderOn(sql, client);
  sender.start();
  await until('it is being sent', async () => (await readMail(sql, companyId, id)).state === 'sending');
  await sender.stop(0);
  found.resolve([{ address: '127.0.0.1', family: 4 }]);
  const other = await queueInvitation(sql, companyId, 'other@example.com');
  await sendOnce(server, companyId, other);
  assert.equal(server.received.filter(({ to }) => to[0] === 'neu@example.com').length, 0);
});

test('a password is sent over TLS only, and the server is asked for its certificate', async () => {
  const { server, companyId, id, try: attempt } = await setUp({ password: 'very secret' });
  const auth = { user: 'tickets', pass: 'very secret' };
  assert.equal((await attempt(server.settings({ auth, requireTLS: true }))).state, 'sent');
  assert.deepEqual([server.received[0]?.secure, server.received[0]?.user], [true, 'tickets']);

  const other = await queueInvitation(sql, companyId, 'other@example.com');
  const stranger = senderOn(sql, connectMailServer(server.settings({ auth, requireTLS: true })));
  stranger.start();
  await until('it has been tried', async () => (await readMail(sql, companyId, other)).attempts === 1);
  await stranger.stop(1_000);
  const { state, reason } = await readMail(sql, companyId, other);
  assert.equal(state, 'queued');
  assert.match(reason ?? '', /certificate/);
  assert.equal(server.received.length, 1);
  assert.equal((await readMail(sql, companyId, id)).attempts, 1);
});

test('a server without STARTTLS gets no password', async () => {
  const { server, try: attempt } = await setUp({
    password: 'very secret',
    options: { hideSTARTTLS: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
  });
  let asked = false;
  server.rules.onRecipient = () => {
    asked = true;
    return undefined;
  };
  const auth = { user: 'tickets', pass: 'very secret' };
  const { state, reason } = await attempt(server.settings({ auth, requireTLS: true }));
  assert.equal(state, 'queued');
  assert.match(reason ?? '', /STARTTLS|TLS/);
  assert.equal(asked, false);
});

test('a wrong password refuses no mail: the mail waits, and its link stays encrypted in the queue', async () => {
  const { server, try: attempt } = await setUp({ password: 'very secret' });
  const settings = server.settings({ auth: { user: 'tickets', pass: 'wrong' }, requireTLS: true });
  const { state, reason, sealed } = await attempt(settings);
  assert.equal(state, 'queued');
  assert.match(reason ?? '', /535/);
  assert(sealed);
});

test('a greylisted mail is tried again after growing pauses, with the same Message-ID', async () => {
  const seen: (string | undefined)[] = [];
  const {
    server,
    companyId,
    try: attempt,
  } = await setUp({
    onMessage: ({ mail }) => {
      seen.push(mail.messageId);
      return seen.length < 4 ? { code: 451, text: 'Greylisted, come back later' } : undefined;
    },
  });
  const pauses: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { state, reason, pause } = await attempt();
    assert.equal(state, 'queued');
    assert.match(reason ?? '', /^451 Greylisted/);
    pauses.push(Math.round(pause / 60));
    await letTimePass(sql, companyId);
  }
  assert.deepEqual(pauses, [1, 5, 15]);
  assert.equal((await attempt()).state, 'sent');
  assert.equal(server.received.length, 1);
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen).size, 1);
  assert.match(seen[0] ?? '', /^<[\w.]+@example\.com>$/);
});

test('a recipient that the server refuses for good is not tried again, and the answer is kept', async () => {
  const {
    server,
    companyId,
    id,
    try: attempt,
  } = await setUp({
    onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }),
  });
  const { state, reason, sealed } = await attempt();
  assert.deepEqual([state, sealed], ['refused', null]);
  assert.match(reason ?? '', /^550 5\.1\.1 No such user/);
  await letTimePass(sql, companyId);
  assert.equal((await claimOne(companyId)).length, 0);
  assert.equal((await readMail(sql, companyId, id)).attempts, 1);
  assert.equal(server.received.length, 0);
});

test('a server that hangs is given up after a time limit, and the mail waits', async () => {
  const { server, companyId, id, try: attempt } = await setUp({ onRecipient: () => 'silence' });
  const { state, attempts } = await attempt(server.settings(), SHORT);
  assert.deepEqual([state, attempts], ['queued', 1]);
  delete server.rules.onRecipient;
  await letTimePass(sql, companyId);
  assert.equal((await attempt()).state, 'sent');
  assert.equal((await readMail(sql, companyId, id)).attempts, 2);
});

test('a server that cannot be reached refuses no mail', async () => {
  const { server, try: attempt } = await setUp();
  const settings = server.settings();
  await server.close();
  const { state, reason } = await attempt(settings);
  assert.equal(state, 'queued');
  assert.match(reason ?? '', /ECONNREFUSED/);
});

test('if the connection ends before the answer, the mail is not sent again at once', async () => {
  const { server, companyId, try: attempt } = await setUp({ onMessage: () => 'hang up' });
  const { state, pause } = await attempt();
  assert.equal(state, 'queued');
  assert.ok(pause > 30, `tried again after ${pause} s`);
  delete server.rules.onMessage;
  await letTimePass(sql, companyId);
  assert.equal((await attempt()).state, 'sent');
  // The server had accepted it the first time. Both have the same id, by which mail programs recognise them.
  const ids = server.received.map(({ mail }) => mail.messageId);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
});

test('a connection that ends while it is reused fails the mail: only the queue sends it again', async () => {
  const server = await startMailServer();
  const client = connectMailServer(server.settings(), { certificates: server.certificate });
  const deliver = (to: string) =>
    client.deliver({
      from: 'tickets@example.com',
      to,
      messageId: `<${to}>`,
      subject: 'Ticket',
      text: 'Ticket',
      html: '<p>Ticket</p>',
      headers: {},
    });
  try {
    assert.equal((await deliver('first@example.com')).is, 'accepted');
    const asked: string[] = [];
    server.rules.onRecipient = (address) => {
      asked.push(address);
      return asked.length === 1 ? 'hang up' : undefined;
    };
    // The mail pool alone would send it again, on a new connection and without the pause of the queue.
    const outcome = await deliver('second@example.com');
    assert.equal(outcome.is, 'postponed');
    assert.deepEqual(asked, ['second@example.com']);
    assert.deepEqual(
      server.received.map(({ to }) => to),
      [['first@example.com']],
    );
  } finally {
    client.close(true);
  }
});

test('several nodes share the queue and send each mail once', async () => {
  const server = await startMailServer();
  const companyId = await newCompany(sql);
  const addresses = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`);
  for (const address of addresses) await queueInvitation(sql, companyId, address);
  const nodes = Array.from({ length: 3 }, () =>
    senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate })),
  );
  for (const node of nodes) node.start();
  await until('all are sent', async () => {
    const left = await sql`select from mails where company_id = ${companyId} and state <> 'sent'`;
    return left.length === 0;
  });
  await Promise.all(nodes.map((node) => node.stop(1_000)));
  // On a slow machine, mails that other tests have postponed become due as well.
  const own = server.received.filter(({ mail }) => mail.messageId?.startsWith(`<${companyId}.`));
  assert.deepEqual(own.map(({ to }) => to[0]).sort(), addresses.sort());
});

describe('companies take turns', () => {
  /** Companies with so many mails each, which are as urgent as tickets. */
  async function companiesWith(...mails: number[]) {
    const ids: number[] = [];
    for (const count of mails) {
      const companyId = await newCompany(sql);
      ids.push(companyId);
      for (let n = 0; n < count; n++) await queueInvitation(sql, companyId, `person-${n}@example.com`);
      await sql`update mails set urgency = 5, due_at = now() - interval '1 hour' where company_id = ${companyId}`;
    }
    return ids;
  }
  // Other tests expect nothing but their own mails.
  const empty = () => sql`delete from mails where state in ('queued', 'sending')`;
  beforeEach(empty);
  afterEach(empty);

  /** A sender whose mail server answers when it is told to. */
  async function startSlowly() {
    const arrived: { companyId: number; to: string | undefined }[] = [];
    const answers: (() => void)[] = [];
    const server = await startMailServer({
      onMessage: async ({ mail, to }) => {
        arrived.push({ companyId: Number(/^<(\d+)\./.exec(mail.messageId ?? '')?.[1]), to: to[0] });
        await new Promise<void>((resolve) => answers.push(resolve));
        return undefined;
      },
    });
    const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
    sender.start();
    return {
      async untilArrived(count: number) {
        await until(`${count} have arrived`, () => arrived.length === count);
        return arrived.map(({ companyId }) => companyId);
      },
      answerOne: () => answers.shift()?.(),
      last: () => arrived.at(-1),
      async stop() {
        // The queue has more than the test waits for.
        await empty();
        delete server.rules.onMessage;
        for (const answer of answers) answer();
        await sender.stop(5_000);
      },
    };
  }

  it('so the one mail of a company is among the first, beside many earlier ones of another company', async () => {
    const [large, small] = await companiesWith(20, 1);
    await sql`update mails set due_at = now() where company_id = ${small ?? 0}`;
    const sender = await startSlowly();
    const first = await sender.untilArrived(CONNECTIONS);
    assert.deepEqual(first.toSorted(), [large, large, large, small]);
    await sender.stop();
  });

  it('also if one slot becomes free at a time, and urgent mail comes first', async () => {
    const [one, two, three] = await companiesWith(12, 2, 12);
    const sender = await startSlowly();
    await sender.untilArrived(CONNECTIONS);
    for (let count = CONNECTIONS + 1; count <= 8; count++) {
      sender.answerOne();
      await sender.untilArrived(count);
    }
    const turns = await sender.untilArrived(8);
    assert.deepEqual(turns.slice(0, CONNECTIONS).toSorted(), [one, one, two, three]);
    assert.deepEqual(turns.slice(CONNECTIONS), [two, three, one, three]);
    await queueInvitation(sql, three ?? 0, 'neu@example.com');
    // Longer than the pause between two looks.
    await sleep(100);
    sender.answerOne();
    await sender.untilArrived(9);
    assert.deepEqual(sender.last(), { companyId: three, to: 'neu@example.com' });
    await sender.stop();
  });

  it('so a sender serves every company before one of them again', async () => {
    const companies = await companiesWith(0, 0, 0, 0, 0, 0);
    const [first = 0] = companies;
    for (let index = 0; index < 9; index++) await queueInvitation(sql, first, `a-${index}@example.com`);
    for (const other of companies.slice(1)) await queueInvitation(sql, other, 'b@example.com');
    const sender = await startSlowly();
    for (let count = CONNECTIONS; count <= companies.length; count++) {
      await sender.untilArrived(count);
      sender.answerOne();
    }
    const arrived = await sender.untilArrived(companies.length + 1);
    await sender.stop();
    assert.deepEqual(arrived.slice(0, CONNECTIONS).toSorted(), companies.slice(0, CONNECTIONS));
    assert.deepEqual(arrived.slice(CONNECTIONS), [...companies.slice(CONNECTIONS), first]);
  });
});

/** Claims a mail of the company, as a sender does. */
async function claimOne(companyId: number) {
  const waiting = await findCompaniesToMail(sql);
  const own = waiting.find((each) => each.companyId === companyId);
  return own ? await claimMails(sql, own, 1) : [];
}

test('a mail whose process died is claimed again when the claim has ended, and not before', async () => {
  const { companyId, id, try: attempt } = await setUp();
  const [claimed] = await claimOne(companyId);
  assert.equal(claimed?.id, id);
  assert.equal((await claimOne(companyId)).length, 0);
  await letTimePass(sql, companyId, '6 minutes');
  const { state, attempts } = await attempt();
  assert.deepEqual([state, attempts], ['sent', 2]);
});

test('an attempt that has lost its claim settles and postpones nothing', async () => {
  const { companyId, id } = await setUp();
  const [late] = await claimOne(companyId);
  await letTimePass(sql, companyId, '6 minutes');
  const [current] = await claimOne(companyId);
  assert(late && current);
  assert.equal(await settleMail(sql, late, { state: 'refused', reason: 'late' }), false);
  assert.equal(await postponeMail(sql, late, { seconds: 1, reason: 'late' }), false);
  assert.equal((await readMail(sql, companyId, id)).state, 'sending');
  assert.equal(await settleMail(sql, current, { state: 'sent', sentTo: 'neu@example.com' }), true);
});

test('a withdrawn invitation is not mailed', async () => {
  const { server, companyId, id, try: attempt } = await setUp();
  const [invitation] = await sql<{ id: number }[]>`
    select id from portal_invitations where company_id = ${companyId}`;
  await sql.begin((tx) => withdrawInvitation(tx, companyId, invitation?.id ?? 0, OPERATOR));
  assert.equal((await attempt()).state, 'dropped');
  assert.equal(server.received.length, 0);
  assert.match((await readMail(sql, companyId, id)).reason ?? '', /withdrawn/);
});

test('a mail that could not be sent in time is given up with the last answer', async () => {
  const {
    server,
    companyId,
    id,
    try: attempt,
  } = await setUp({
    onRecipient: () => ({ code: 452, text: 'Mailbox full' }),
  });
  await attempt();
  await letTimePass(sql, companyId);
  await sql`update mails set expires_at = now() where company_id = ${companyId} and id = ${id}`;
  const { state, reason } = await attempt();
  assert.equal(state, 'expired');
  assert.match(reason ?? '', /^452 Mailbox full/);
  assert.equal(server.received.length, 0);
});

test('without the transaction of its cause there is no mail', async () => {
  const companyId = await newCompany(sql);
  await assert.rejects(
    sql.begin(async (tx) => {
      await inviteUser(tx, companyId, OPERATOR, { email: 'neu@example.com', role: 'admin' }, TOKENS);
      throw new Error('something else failed');
    }),
  );
  assert.equal((await sql`select from mails where company_id = ${companyId}`).length, 0);
});

test('an address that looks like two is one recipient', async () => {
  const server = await startMailServer();
  const client = connectMailServer(server.settings(), { certificates: server.certificate });
  const message = {
    from: 'a@example.com',
    messageId: '<1@example.com>',
    subject: 's',
    text: 't',
    html: 'h',
    headers: {},
  };
  await client.deliver({ ...message, to: 'eve@example.com, ada@example.com' });
  client.close(false);
  assert.deepEqual(
    server.received.filter(({ to }) => to.includes('ada@example.com') || to.length > 1),
    [],
  );
});

test('stopping waits for a mail that is being sent, and cuts it off after the time', async () => {
  const { server, companyId, id } = await setUp({ onRecipient: () => 'silence' });
  let reached = false;
  server.rules.onRecipient = () => {
    reached = true;
    return 'silence';
  };
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  sender.start();
  await until('the server has the recipient', () => reached);
  await sender.stop(100);
  assert.equal((await readMail(sql, companyId, id)).state, 'queued');
});

test('settled mails are deleted after 90 days, and waiting ones stay', async () => {
  const { companyId, id, try: attempt } = await setUp();
  assert.equal((await attempt()).state, 'sent');
  const waiting = await queueInvitation(sql, companyId, 'later@example.com');
  await timePasses(sql, companyId, '91 days', { mails: ['created_at'] });
  assert.equal(await OLD.mails.deletePart(sql, companyId, 90, 100), 0);
  await timePasses(sql, companyId, '91 days', { mails: ['settled_at'] });
  assert.equal(await OLD.mails.deletePart(sql, companyId, 90, 100), 1);
  await assert.rejects(readMail(sql, companyId, id));
  assert.equal((await readMail(sql, companyId, waiting)).state, 'queued');
});
