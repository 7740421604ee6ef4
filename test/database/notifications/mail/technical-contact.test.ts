import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailUsers } from '../../../../src/domain/mail-queue/mail-users.ts';
import { noteWayOfMail } from '../../../../src/notifications/mail/mails-sql.ts';
import { connectMailServer } from '../../../../src/notifications/mail/smtp.ts';
import { MAILS_PER_DAY } from '../../../../src/platform/limits.ts';
import { until } from '../../../pure/support/until.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { senderOn } from './mails.ts';

const service = await createTestService();
const { sql } = service.database;
await noteWayOfMail(sql, 'staging', { way: 'smtp', from: 'tickets@example.com' } as never);
const ADDRESS = 'it@dienstleister.example';

async function newCompany(technicalContact: string | null = ADDRESS) {
  const company = await createSyncingCompany(service);
  const { companyId, integrationId } = company;
  await company.set({ technicalContact });
  const mails = async () => [
    ...(await sql<{ state: string; sentTo: string | null; reason: string | null }[]>`
      select state, sent_to as "sentTo", reason from mails
      where company_id = ${companyId} and integration_id is not null order by id`),
  ];
  const contact = async () => {
    const [found] = await sql<{ address: string | null }[]>`
      select technical_contact as address from hr_integrations where company_id = ${companyId} and id = ${integrationId}`;
    return found?.address;
  };
  const refuse = async (syncId: string) =>
    assert.equal((await company.submit([{ hrId: 'A' }], { syncId })).statusCode, 422);
  /** Changes of the integration in the audit log, the latest first. */
  const audit = async () => [
    ...(await sql<{ actor: string; details: Record<string, unknown> }[]>`
      select actor_type as actor, details from audit_log
      where company_id = ${companyId} and action = 'hr-integration-changed' order by id desc`),
  ];
  return { ...company, mails, contact, refuse, audit };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

/** Sends everything that is due. */
async function sendAll({ companyId }: Company) {
  const server = await startMailServer({});
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  sender.start();
  await until('everything has been tried', async () => {
    const due = await sql`
      select from mails where company_id = ${companyId}
        and (state = 'sending' or (state = 'queued' and due_at <= now()))`;
    return due.length === 0;
  });
  await sender.stop(1_000);
  return server.received.filter(({ mail: { messageId } }) => messageId?.startsWith(`<${companyId}.`));
}

const silence = ({ companyId }: Company, integrationId: number) =>
  sql.begin((tx) => mailUsers(tx, companyId, 'integration-silent', { integrationId }));

describe('the technical contact of an integration', () => {
  it("gets the mail in the company's language, with a guide and a way to unsubscribe", async () => {
    const company = await newCompany();
    await company.refuse('one');
    const [got, ...more] = await sendAll(company);
    assert(got);
    assert.equal(more.length, 0);
    assert.deepEqual(got.to, [ADDRESS]);
    assert.match(got.mail.subject ?? '', /^Eine Liste von .* wurde abgewiesen$/);
    const text = got.mail.text?.replaceAll(/\s+/g, ' ') ?? '';
    assert.match(text, /Die Liste enthält ungültige Werte \(422 invalid-values\)/);
    assert.match(text, /Die Personalabteilung von .* sieht im Portal mehr dazu\./);
    assert.match(text, /https:\/\/tickets\.example\.com\/guides\/next-morning /);
    assert.match(text, /als technischen Kontakt der Anbindung/);
    const header = (name: string) => got.mail.headers.find(({ key }) => key === name)?.value;
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  });

  it('is mailed in English by a company that speaks English', async () => {
    const company = await newCompany();
    await sql`update companies set locale = 'en-GB' where id = ${company.companyId}`;
    await company.refuse('one');
    const [got] = await sendAll(company);
    assert.match(got?.mail.subject ?? '', /^A roster of .* was refused$/);
    assert.match(got?.mail.text ?? '', /as the\s+technical\s+contact\s+of\s+the\s+integration/);
  });

  it('ends the mails with one click, and the address is deleted; a later contact stays', async () => {
    const company = await newCompany();
    await company.refuse('one');
    const [got] = await sendAll(company);
    const header = got?.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const [, url = ''] = /^<https:\/\/tickets\.example\.com(\/unsubscribe\/\S+)>$/.exec(header) ?? [];
    const post = () =>
      service.app.inject({
        method: 'POST',
        url,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const page = await service.app.inject({ method: 'GET', url });
    assert.match(page.body, /Mails zu dieser Anbindung abbestellen\?/);
    assert.equal(await company.contact(), ADDRESS, 'mail programs open links to check them');

    await company.set({ technicalContact: 'later@dienstleister.example' });
    assert.match((await post()).body, /Sie bekommen keine Mails zu dieser Anbindung/);
    assert.equal(await company.contact(), 'later@dienstleister.example');

    await company.set({ technicalContact: ADDRESS });
    for (let times = 0; times < 2; times++) {
      const answer = await post();
      assert.equal(answer.statusCode, 200);
      assert.match(answer.body, /Sie bekommen keine Mails zu dieser Anbindung/);
      assert.doesNotMatch(answer.body, /<button/);
    }
    assert.equal(await company.contact(), null);
    assert.deepEqual((await company.audit())[0], {
      actor: 'system',
      details: { technicalContact: false, unsubscribed: true },
    });
  });

  it('is forgotten when it changes or is removed: mails, and no trace in the audit log', async () => {
    const company = await newCompany();
    await company.refuse('one');
    await sendAll(company);
    await silence(company, company.integrationId);
    assert.deepEqual(
      (await company.mails()).map(({ state, sentTo }) => [state, sentTo]),
      [
        ['sent', ADDRESS],
        ['queued', null],
      ],
    );
    await company.set({ technicalContact: null });
    assert.deepEqual(await company.mails(), []);
    assert.deepEqual((await company.audit()).map(({ details }) => details['technicalContact']).slice(0, 2), [
      false,
      true,
    ]);
    for (const table of ['mails', 'audit_log', 'hr_integrations', 'events'] as const) {
      const found = await sql`
        select from ${sql(table)} t where company_id = ${company.companyId} and t::text like ${`%${ADDRESS}%`}`;
      assert.equal(found.length, 0, table);
    }
  });

  it('gets nothing if there is none, or none any more when the mail is sent', async () => {
    const without = await newCompany(null);
    await without.refuse('one');
    assert.deepEqual(await without.mails(), []);
    const company = await newCompany();
    await company.refuse('one');
    await sql`
      update hr_integrations set technical_contact = null
      where company_id = ${company.companyId} and id = ${company.integrationId}`;
    assert.deepEqual(await sendAll(company), []);
    assert.equal((await company.mails())[0]?.reason, 'The integration has no technical contact any more.');
  });

  it('gets a bounded number of mails; of those that wait, the latest notice of each kind is kept', async () => {
    const company = await newCompany();
    const max = MAILS_PER_DAY.contact.toAddressOfCompany;
    // Equal refusals are told once an hour, so each has another number of errors.
    const refuseOther = async (errors: number) => {
      const employees = Array.from({ length: errors }, (_, index) => entry(`A${index}`, { email: 'none' }));
      assert.equal((await company.submit(employees, { syncId: `r-${errors}` })).statusCode, 422);
    };
    for (let time = 1; time <= max + 1; time++) {
      await refuseOther(time);
      assert.equal((await sendAll(company)).length, time <= max ? 1 : 0);
    }
    await refuseOther(max + 2);
    const waiting = await sql<{ attempt: number }[]>`
      select error_count as attempt from mails m
      join sync_attempts a on a.company_id = m.company_id and a.id = (m.about ->> 'attemptId')::bigint
      where m.company_id = ${company.companyId} and m.state = 'queued'`;
    assert.deepEqual(
      waiting.map(({ attempt }) => attempt),
      [max + 2],
    );
  });

  it('sees the answer of the API to a refused roster, unless it could be read as a link', async () => {
    const company = await newCompany();
    const { firstName, ...misspelt } = entry('A');
    const refused = async (name: string) => {
      const answer = await company.submit([{ ...misspelt, [name]: firstName }], { syncId: name });
      assert.equal(answer.statusCode, 422);
      const [got] = await sendAll(company);
      return got?.mail.text?.replaceAll(/\s+/g, ' ') ?? '';
    };
    const text = await refused('first_name');
    assert.match(text, /Antwort der API: `firstName` is missing: the entry has first_name instead\./);
    assert.match(text, /Stellen in der Liste: \/employees\/0\/firstName missing/);
    await company.sync([entry('A')]);
    assert.doesNotMatch(await refused('firstname.me'), /Antwort der API|firstname\.me/);
  });

  it('is set, shown and removed in the portal', async () => {
    const company = await newCompany(null);
    const admin = await createPortalUser(service, company.companyId);
    const viewer = await createPortalUser(service, company.companyId, 'viewer');
    const path = `/integrations/${company.integrationId}`;
    const patch = (technicalContact: unknown) =>
      admin.send(path, { method: 'PATCH', body: { technicalContact } });
    assert.equal((await patch(` ${ADDRESS} `)).json().data.technicalContact, ADDRESS);
    assert.equal((await viewer.send(path, { method: 'GET' })).json().data.technicalContact, ADDRESS);
    for (const wrong of ['nobody', 'a b@example.com', 'x@example.com\nBcc: y@example.com']) {
      const { statusCode, ...answer } = await patch(wrong);
      assert.equal(statusCode, 422);
      assert.equal(answer.json().errors[0].pointer, '/technicalContact');
    }
    assert.equal(await company.contact(), ADDRESS);
    assert.equal((await patch(null)).json().data.technicalContact, null);
  });
});
