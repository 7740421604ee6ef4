import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { deleteJoinRequests } from '../../../../src/jobs/lapse-requests.ts';
import { SLOTS } from '../../../../src/platform/limits.ts';
import { createJoinLink } from '../../../../src/platform/links/join-links.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import { textOf } from '../../../pure/support/pdf.ts';
import { until } from '../../../pure/support/until.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { BORN, createVisitor, pagesOf } from '../employee-page/visitor.ts';

const service = await createTestService();
const { sql } = service.database;
await pagesOf(service);
const pageLink = createPageLink('https://tickets.example.com', service.secretKeys);
const joinLink = createJoinLink('https://tickets.example.com', service.secretKeys);

async function companyWithLink(settings: { joinLink?: boolean; joinStrangers?: boolean } = {}) {
  const company = await createSyncingCompany(service, { autoEnrol: false, joinLink: true, ...settings });
  const { companyId } = company;
  const email = `anna-${companyId}@example.com`;
  await company.sync([entry('1', { email, dateOfBirth: BORN }), entry('2', { dateOfBirth: BORN })]);
  const [person] = await sql<{ id: number }[]>`
    select id from employees where company_id = ${companyId} and email = ${email}`;
  const path = new URL(joinLink({ companyId, version: 1 })).pathname;
  let visitors = 0;
  return {
    ...company,
    email,
    employeeId: person?.id ?? 0,
    path,
    admin: await createPortalUser(service, companyId),
    ask: (body: object, from: object = {}) =>
      createVisitor(service, { address: `198.51.${companyId % 250}.${++visitors % 250}` }).post(
        path,
        body,
        from,
      ),
    mails: async () =>
      (await sql`select kind from mails where company_id = ${companyId} and employee_id = ${person?.id ?? 0}`)
        .length,
    strangers: async () =>
      (
        await sql`select email, date_of_birth from join_requests where company_id = ${companyId} order by id`
      ).map((row) => `${row['email']} ${row['date_of_birth']}`),
    set: (values: { joinLink?: boolean; joinStrangers?: boolean }) =>
      sql.begin((tx) => setCompany(tx, companyId, OPERATOR, values)),
  };
}

describe('the join link', () => {
  it('mails somebody who is listed the link to the own page, and says the same to everybody', async () => {
    const company = await companyWithLink({ joinStrangers: true });
    const { email } = company;
    const answers = [
      await company.ask({ email: email.toUpperCase(), dateOfBirth: BORN }),
      await company.ask({ email, dateOfBirth: '1991-01-01' }),
      await company.ask({ email: 'nobody@example.com', dateOfBirth: BORN }),
    ];
    const [first] = answers;
    for (const { statusCode, body, headers } of answers) {
      assert.deepEqual([statusCode, body], [202, '{"data":{"requested":true}}']);
      assert.deepEqual(Object.keys(headers).sort(), Object.keys(first?.headers ?? {}).sort());
    }
    await until('strangers are noted', async () => (await company.strangers()).length === 2);
    assert.equal(await company.mails(), 1);
    assert.deepEqual(await company.strangers(), [`${email} 1991-01-01`, `nobody@example.com ${BORN}`]);

    const listed = (await company.admin.send('/join-requests')).json().data;
    assert.deepEqual(
      listed.map(({ isKnownAddress }: { isKnownAddress: boolean }) => isKnownAddress),
      [true, false],
    );
    assert.equal((await company.admin.send('/attention')).json().data.requests, 2);
    const dismissed = await company.admin.send(`/join-requests/${listed[0].id}`, { method: 'DELETE' });
    assert.equal(dismissed.statusCode, 204);
    await sql`update join_requests set asked_at = now() - interval '31 days' where company_id = ${company.companyId}`;
    await deleteJoinRequests({
      sql,
      log: { info: () => {}, error: assert.fail },
      signal: new AbortController().signal,
    } as never);
    assert.deepEqual(await company.strangers(), []);
  });

  it('shows no strangers unless the company wants that, and mails nobody who has left', async () => {
    const company = await companyWithLink();
    await company.sync([entry('2', { dateOfBirth: BORN })]);
    assert.equal((await company.ask({ email: company.email, dateOfBirth: BORN })).statusCode, 202);
    assert.equal((await company.ask({ email: 'x@example.com', dateOfBirth: BORN })).statusCode, 202);
    await company.ask({ email: '2@example.com', dateOfBirth: BORN });
    await until('the listed person is mailed', async () => {
      const mails = await sql`select from mails where company_id = ${company.companyId}`;
      return mails.length === 1;
    });
    assert.deepEqual([await company.mails(), await company.strangers()], [0, []]);
  });

  it('serves only some at once, from however many addresses they come, and other companies meanwhile', async () => {
    const [company, other] = [await companyWithLink(), await companyWithLink()];
    const read = (path: string, number: number) =>
      service.app.inject({
        url: path,
        remoteAddress: `10.2.${Math.floor(number / 250)}.${1 + (number % 250)}`,
      });
    const person = { companyId: company.companyId, employeeId: company.employeeId, linkVersion: 1 };
    const ownPage = new URL(pageLink(person, 'shown')).pathname;
    for (const path of [company.path, `${company.path}/data`, ownPage, `${ownPage}/data`]) {
      const many = Array.from({ length: 2 * SLOTS.links.maxWaiting }, (_, index) => read(path, index));
      const others = [await read(other.path, 0), await read(`${other.path}/data`, 1)];
      assert.deepEqual(
        others.map(({ statusCode }) => statusCode),
        [200, 200],
      );
      const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode);
      assert.deepEqual([...new Set(statuses)].sort(), [200, 503]);
    }
  });

  it('is bounded: three mails a day for a person, twenty requests an hour from an address, two hundred strangers', async () => {
    const company = await companyWithLink({ joinStrangers: true });
    for (let time = 0; time < 5; time++) await company.ask({ email: company.email, dateOfBirth: BORN });
    await company.ask({ email: 'last@example.com', dateOfBirth: BORN });
    await until('all are handled', async () => (await company.strangers()).length === 1);
    assert.equal(await company.mails(), 3);

    const one = createVisitor(service, { address: '203.0.113.77' });
    const statuses: number[] = [];
    for (let time = 0; time < 22; time++)
      statuses.push(
        (await one.post(company.path, { email: `s${time}@example.com`, dateOfBirth: BORN })).statusCode,
      );
    assert.deepEqual(
      [new Set(statuses.slice(0, 20)), new Set(statuses.slice(20))],
      [new Set([202]), new Set([429])],
    );
    await sql`
      insert into join_requests (company_id, email, date_of_birth)
      select ${company.companyId}, 'flood' || n || '@example.com', ${BORN} from generate_series(1, 300) n`;
    const before = (await company.strangers()).length;
    await company.ask({ email: 'beyond@example.com', dateOfBirth: BORN });
    await company.ask({ email: '2@example.com', dateOfBirth: BORN });
    await until('the one after it is mailed', async () => {
      const mails = await sql`select from mails where company_id = ${company.companyId}`;
      return mails.length === 4;
    });
    assert.equal((await company.strangers()).length, before);
  });

  it('works from its own page only, and ends when it is renewed or switched off', async () => {
    const company = await companyWithLink();
    const { path, admin } = company;
    const body = { email: company.email, dateOfBirth: BORN };
    const visitor = createVisitor(service);
    assert.equal((await visitor.open(path)).statusCode, 200);
    assert.equal((await visitor.get(`${path}/data`)).json().data.companyName, 'Beispiel GmbH');
    assertProblem(
      await visitor.post(path, body, { headers: { origin: 'https://evil.example' } }),
      403,
      'foreign-origin',
    );
    assertProblem(await visitor.post('/join/nonsense', body), 404, 'not-found');
    assertProblem(await company.ask({ ...body, email: 'no address' }), 422, 'invalid-values');

    const shown = (await admin.send('/join-link')).json().data;
    assert.equal(new URL(shown.link).pathname, path);
    const poster = await admin.send('/join-link/poster.pdf?language=de');
    assert.equal(poster.headers['content-type'], 'application/pdf');
    assert.match((await textOf(poster.rawPayload)).replaceAll(/\s+/g, ''), /IhrJobticket.*:\/\/[^/]+\/me/);

    assert.equal((await admin.send('/join-link/renew', { method: 'POST', body: {} })).statusCode, 204);
    assertProblem(await visitor.post(path, body), 410, 'link-ended');
    const next = new URL((await admin.send('/join-link')).json().data.link).pathname;
    assert.equal((await visitor.post(next, body)).statusCode, 202);
    await company.set({ joinLink: false });
    assertProblem(await visitor.post(next, body), 404, 'not-found');
    await until('the mail is queued', async () => (await company.mails()) === 1);
  });
});
