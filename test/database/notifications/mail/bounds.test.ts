import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inviteUser } from '../../../../src/accounts/invite-user.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { queueMails } from '../../../../src/domain/mail-queue/queue-mail.ts';
import { noteWayOfMail } from '../../../../src/notifications/mail/mails-sql.ts';
import { connectMailServer } from '../../../../src/notifications/mail/smtp.ts';
import { MAILS_PER_DAY } from '../../../../src/platform/limits.ts';
import { reissue } from '../../../../src/tickets/issue/reissue.ts';
import { requestLink } from '../../../../src/views/employee-page/request-link.ts';
import { until } from '../../../pure/support/until.ts';
import { ask, createPortalUser } from '../../portal/portal.ts';
import { type MailServerRules, startMailServer } from '../../support/mail-server.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { TestCompany } from '../../support/test-company.ts';
import { timePasses } from '../../support/time-passes.ts';
import { senderOn, TOKENS } from './mails.ts';

const service = await createTestService();
const { sql } = service.database;
/** Its routes mail invitations. Nothing sends them. */
const mailing = await createTestService({
  SMTP_URL: 'smtp://localhost:9',
  MAIL_FROM: 'tickets@example.com',
});
await noteWayOfMail(sql, 'staging', { way: 'smtp', from: 'tickets@example.com' } as never);

const server = await startMailServer();

/** Time passes for the counters and for the mails of a company. */
async function pass(company: { id: number }, interval: string): Promise<void> {
  await timePasses(sql, company.id, interval, { mails: ['due_at', 'claim_ends_at', 'expires_at'] });
  await sql`update portal_attempts set window_ends_at = window_ends_at - ${interval}::interval`;
}

/** Sends everything that is due. Returns the subjects. */
async function sendAll(
  company: { id: number },
  onRecipient: MailServerRules['onRecipient'] = () => undefined,
): Promise<string[]> {
  server.rules.onRecipient = onRecipient;
  server.received.length = 0;
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  sender.start();
  await until('everything has been tried', async () => {
    const due = await sql`
      select from mails where company_id = ${company.id}
        and (state = 'sending' or (state = 'queued' and due_at <= now()))`;
    return due.length === 0;
  });
  await sender.stop(1_000);
  return server.received
    .filter(({ mail: { messageId } }) => messageId?.startsWith(`<${company.id}.`))
    .map(({ mail: { subject } }) => subject ?? '');
}

interface Waiting {
  waitsFor: string | null;
  attempts: number;
  /** The hours until it is tried again, and until it is given up. */
  due: number;
  left: number;
}

const queued = async ({ id }: { id: number }) =>
  await sql<Waiting[]>`
    select waits_for as "waitsFor", attempts, round(extract(epoch from due_at - now()) / 3600)::int as due,
      round(extract(epoch from expires_at - now()) / 3600)::int as left
    from mails where company_id = ${id} and state = 'queued' order by id`;

async function newCompany(): Promise<TestCompany> {
  const company = await TestCompany.create(sql, '2026-11-16');
  await sql.begin((tx) => setCompany(tx, company.id, OPERATOR, { mailEmployees: true }));
  return company;
}

/** An address that no other test uses. */
let count = 0;
const newAddress = () => `flooded-${++count}@example.com`;

async function addPeople(company: TestCompany, people: number, email: string): Promise<number[]> {
  const ids: number[] = [];
  for (let one = 0; one < people; one++) ids.push(await company.addPerson());
  await sql`update employees set email = ${email} where company_id = ${company.id}`;
  return ids;
}

const sendLinks = (company: TestCompany, to: readonly number[]) =>
  sql.begin((tx) => queueMails(tx, company.id, { kind: 'page-link', to, about: { bulkActionId: 1 } }));

describe('invitations and new passwords', () => {
  const { toAddressOfCompany, toAddress, ofCompany } = MAILS_PER_DAY.account;
  const inviting = async (companyId: number) => {
    const admin = await createPortalUser(service, companyId);
    return async (email: string) => {
      try {
        await sql.begin((tx) =>
          inviteUser(tx, companyId, { type: 'portal-user', id: admin.id }, { email, role: 'viewer' }, TOKENS),
        );
        return 'invited';
      } catch (error) {
        const { code, details } = error as { code: string; details: { values?: { bound?: string } } };
        return `${code} ${details.values?.bound}`;
      }
    };
  };

  it('are bounded for an address, and an admin who meets the bound loses no open invitation', async () => {
    const company = await newCompany();
    const invite = await inviting(company.id);
    const address = newAddress();
    for (let times = 0; times < toAddressOfCompany; times++) assert.equal(await invite(address), 'invited');
    assert.equal(await invite(address.toUpperCase()), 'too-many-mails recipient', 'case does not matter');
    const open = await sql`
      select from portal_invitations where company_id = ${company.id} and withdrawn_at is null`;
    assert.equal(open.length, 1);
    assert.equal(await invite(newAddress()), 'invited', 'others can be invited');
    await sql.begin((tx) => inviteUser(tx, company.id, OPERATOR, { email: address, role: 'viewer' }, TOKENS));
    await pass(company, '1 day');
    assert.equal(await invite(address), 'invited');
  });

  it('of one company do not keep another from inviting, but all together are bounded', async () => {
    const address = newAddress();
    let invited = 0;
    for (let companies = 0; companies < 4; companies++) {
      const invite = await inviting((await newCompany()).id);
      for (let times = 0; times < toAddressOfCompany; times++)
        if ((await invite(address)) === 'invited') invited += 1;
    }
    assert.equal(invited, toAddress);
  });

  it('are bounded for a company', async () => {
    const company = await newCompany();
    const invite = await inviting(company.id);
    for (let times = 0; times < ofCompany; times++) assert.equal(await invite(newAddress()), 'invited');
    assert.equal(await invite(newAddress()), 'too-many-mails company');
    assert.equal(await (await inviting((await newCompany()).id))(newAddress()), 'invited');
  });

  it('beyond the bound are answered with 429, the bound and the time to wait', async () => {
    const { id } = await TestCompany.create(mailing.database.sql, '2026-11-16');
    const admin = await createPortalUser(mailing, id);
    const user = await createPortalUser(mailing, id, 'viewer');
    const reset = () => ask(mailing, `/users/${user.id}/reset`, { method: 'POST', token: admin.token });
    for (let times = 0; times < toAddressOfCompany; times++) assert.equal((await reset()).statusCode, 201);
    const refused = await reset();
    assertProblem(refused, 429, 'too-many-mails');
    assert.deepEqual(refused.json().values, { bound: 'recipient', most: toAddressOfCompany });
    assert.ok(Number(refused.headers['retry-after']) > 23 * 60 * 60);
  });
});

describe('links to pages', () => {
  const { toAddressOfCompany } = MAILS_PER_DAY['page-link'];

  it('that HR sends wait beyond the bound, are shown on the overview, and are sent later', async () => {
    const company = await newCompany();
    const people = await addPeople(company, toAddressOfCompany + 2, newAddress());
    await sendLinks(company, people);
    assert.equal((await sendAll(company)).length, toAddressOfCompany);
    const waiting = await queued(company);
    assert.deepEqual(
      waiting.map(({ waitsFor, due, left }) => [waitsFor, due, left]),
      // The link is given up after 24 hours; the day of waiting does not count.
      [
        ['recipient', 24, 48],
        ['recipient', 24, 48],
      ],
    );
    const admin = await createPortalUser(service, company.id);
    const { waitingMails } = (await admin.send('/overview')).json().data.attention;
    assert.equal(waitingMails.count, 2);
    assert.ok(Date.parse(waitingMails.nextAt) > Date.now() + 23 * 60 * 60 * 1_000);
    await pass(company, '1 day');
    assert.equal((await sendAll(company)).length, 2);
    assert.equal((await admin.send('/overview')).json().data.attention.waitingMails, null);
  });

  it('to the same person are sent once if several wait', async () => {
    const company = await newCompany();
    const [person = 0] = await addPeople(company, 1, newAddress());
    for (let times = 0; times < 5; times++) await sendLinks(company, [person]);
    assert.equal((await sendAll(company)).length, 1);
    assert.equal((await queued(company)).length, 0);
  });

  it('that somebody asks for are bounded for the address, however many people have it', async () => {
    const company = await newCompany();
    const address = newAddress();
    await addPeople(company, toAddressOfCompany + 5, address);
    let mailed = 0;
    await requestLink(sql, address, async () => {
      mailed += 1;
    });
    assert.equal(mailed, toAddressOfCompany);
  });

  it('that the mail server does not accept are not counted', async () => {
    const company = await newCompany();
    const people = await addPeople(company, 1, newAddress());
    await sendLinks(company, people);
    for (let times = 0; times < toAddressOfCompany + 1; times++) {
      assert.deepEqual(await sendAll(company, () => ({ code: 450, text: 'later' })), []);
      await sql`update mails set due_at = now() where company_id = ${company.id}`;
    }
    assert.equal((await sendAll(company)).length, 1);
  });
});

describe('tickets', () => {
  const { toAddressOfCompany } = MAILS_PER_DAY.repeat;

  it('that are issued again wait beyond the bound, and the first of a month never does', async () => {
    const company = await newCompany();
    const [person = 0] = await addPeople(company, 1, newAddress());
    await company.roster([{ id: person, facts: {} }]);
    await company.on('2026-12-01');
    let received = (await sendAll(company)).length;
    for (let times = 0; times < toAddressOfCompany + 1; times++) {
      await company.open((tx, day) => reissue(tx, day, [person]));
      received += (await sendAll(company)).length;
    }
    assert.equal(received, 1 + toAddressOfCompany);
    assert.deepEqual(
      (await queued(company)).map(({ waitsFor }) => waitsFor),
      ['recipient'],
    );
    await company.on('2027-01-01');
    assert.deepEqual(await sendAll(company), ['Ihr Jobticket für Januar 2027']);
  });
});

describe('waiting', () => {
  it('uses up neither the time nor the pauses of a mail', async () => {
    const company = await newCompany();
    const people = await addPeople(company, MAILS_PER_DAY['page-link'].toAddressOfCompany + 1, newAddress());
    await sendLinks(company, people);
    await sendAll(company);
    for (let times = 0; times < 5; times++) {
      await sql`update mails set due_at = now() where company_id = ${company.id} and state = 'queued'`;
      await sendAll(company);
    }
    const [waiting] = await queued(company);
    assert.equal(waiting?.attempts, 6);
    await pass(company, '1 day');
    await sendAll(company, () => ({ code: 450, text: 'later' }));
    const [postponed] = await sql<{ pause: number; waitsFor: string | null }[]>`
      select round(extract(epoch from due_at - now()))::int as pause, waits_for as "waitsFor"
      from mails where company_id = ${company.id} and state = 'queued'`;
    assert.ok(postponed && postponed.pause <= 60, 'the first pause is a minute');
    assert.equal(postponed.waitsFor, null);
  });
});
