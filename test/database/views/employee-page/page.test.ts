import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { LinkClass } from '../../../../src/platform/links/link-class.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import { contractLink } from '../../../../src/tickets/contracts/contract-links.ts';
import { withholdDocument } from '../../../../src/tickets/documents/withhold-document.ts';
import { renewLink } from '../../../../src/views/employee-page/renew-link.ts';
import { requestLink } from '../../../../src/views/employee-page/request-link.ts';
import { textOf } from '../../../pure/support/pdf.ts';
import { until } from '../../../pure/support/until.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { enrol } from '../../support/actions.ts';
import { addDocument, addPerson, freezeClock, type Person } from '../../support/people.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestCompany, createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { BORN, BROWSER, createVisitor, pagesOf } from './visitor.ts';

const service = await createTestService();
const { sql } = service.database;
const { company } = await createTestCompany(service);
await freezeClock(sql, company.id);
await pagesOf(service);
const integrationId = await createIntegration(sql, company.id, OPERATOR, {
  name: 'HR',
  type: 'api-integration',
});
const pageLink = createPageLink('https://tickets.example.com', ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U']);
const pathOf = (employeeId: number, linkVersion = 1, companyId = company.id) =>
  new URL(pageLink({ companyId, employeeId, linkVersion }, 'shown')).pathname;

async function person(facts: Person = {}) {
  const employeeId = await addPerson(sql, company.id, facts);
  return { employeeId, path: pathOf(employeeId) };
}

/** Moves the end of every counting window into the past. */
const anHourLater = () => sql`update portal_attempts set window_ends_at = now() - interval '1 second'`;

/** Ends the windows of an hour, and not those of a week. */
const theNextHour = () => sql`
  update portal_attempts set window_ends_at = now() - interval '1 second'
  where window_ends_at < now() + interval '2 hours'`;

const WRONG = '1990-02-04';

describe('a page', () => {
  it('shows whom to ask and what the company says about data protection, and nothing of it before the proof', async () => {
    const { path } = await person();
    await sql`
      update companies set contact = ${'Petra Klein\n030 1234'}, privacy_note = 'https://example.com/privacy' where id = ${company.id}`;
    const visitor = createVisitor(service);
    assert.doesNotMatch((await visitor.get(`${path}/data`)).body, /Petra/);
    const page = await visitor.read(path);
    assert.deepEqual(
      [page.contact, page.privacyNote],
      ['Petra Klein\n030 1234', 'https://example.com/privacy'],
    );
    await sql`update companies set contact = null, privacy_note = null where id = ${company.id}`;
  });

  it('tells a browser nothing before it gives the date of birth', async () => {
    const { path } = await person({ lastName: 'Lovelace', tickets: ['2026-11'], termStart: '2026-01-01' });
    const visitor = createVisitor(service);
    const answer = await visitor.get(`${path}/data`);
    assert.deepEqual(answer.json(), { data: { isSpecimen: true, page: null } });
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-robots-tag'], 'noindex');
    const shell = await visitor.open(path);
    assert.equal(shell.statusCode, 200);
    assert.doesNotMatch(shell.body, /Lovelace|Beispiel/);
    assert.equal((await visitor.prove(path)).statusCode, 204);
    const page = (await visitor.get(`${path}/data`)).json().data.page;
    assert.deepEqual(
      [page.firstName, page.lastName, page.companyName, page.path],
      ['Ada', 'Lovelace', 'Beispiel GmbH', path],
    );
  });

  it('sends its data with the page, unless a link on another site kept the cookie back', async () => {
    const { path } = await person({ lastName: '</script><b>$&' });
    const visitor = createVisitor(service);
    const dataFrom = async (site: string) => {
      const { body } = await visitor.open(path, { accept: 'text/html', 'sec-fetch-site': site });
      const json = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(body)?.[1];
      return json === undefined ? undefined : JSON.parse(json);
    };
    assert.deepEqual(await dataFrom('none'), { isSpecimen: true, page: null });
    assert.equal(await dataFrom('cross-site'), undefined, 'the script asks with the cookie');
    await visitor.prove(path);
    const { data } = (await visitor.get(`${path}/data`)).json();
    assert.equal(data.page.lastName, '</script><b>$&');
    assert.deepEqual(await dataFrom('none'), data);
  });

  /** The facts of a person, and what the page says. */
  const STATES: [status: string, facts: Person, shown: object][] = [
    ['no-subscription', {}, { nextTicketOn: null, ticket: false }],
    ['scheduled', { termStart: '2026-12-01' }, { nextTicketOn: '2026-12-01', startsOn: null, ticket: false }],
    [
      'active',
      { termStart: '2026-01-01', tickets: ['2026-10', '2026-11'] },
      { nextTicketOn: '2026-12-01', startsOn: '2026-01-01', lastDay: null, ticket: true },
    ],
    [
      'scheduled-pause',
      { termStart: '2026-01-01', tickets: ['2026-11'], pauses: '{[2027-02-01,2027-04-01)}' },
      { nextTicketOn: '2026-12-01', pausesOn: '2027-02-01', ticket: true },
    ],
    [
      'paused',
      { termStart: '2026-01-01', tickets: ['2026-10'], pauses: '{[2026-11-01,2027-01-01)}' },
      { nextTicketOn: '2027-01-01', pausesOn: null, ticket: false },
    ],
    ['paused', { termStart: '2026-01-01', pauses: '{[2026-11-01,)}' }, { nextTicketOn: null, ticket: false }],
    [
      'scheduled-cancellation',
      { termStart: '2026-01-01', termEnd: '2027-01-01', tickets: ['2026-11'] },
      { nextTicketOn: '2026-12-01', lastDay: '2026-12-31', ticket: true },
    ],
    [
      'cancelled',
      { termStart: '2026-01-01', termEnd: '2026-11-01', tickets: ['2026-10'] },
      { nextTicketOn: null, endedOn: '2026-11-01', lastDay: null, ticket: false },
    ],
  ];
  for (const [status, facts, shown] of STATES)
    it(`shows the status ${status}: ${JSON.stringify(facts)}`, async () => {
      const { path } = await person(facts);
      const page = await createVisitor(service).read(path);
      assert.equal(page.status, status);
      const { ticket, ...rest } = shown as { ticket: boolean };
      assert.deepEqual({ ...page, ...rest }, page);
      assert.equal(page.ticket !== null, ticket);
      if (page.ticket)
        assert.match(`${page.ticket.apple} ${page.ticket.google}`, /^\/wallet\/[\w.-]+ \/wallet\/[\w.-]+$/);
    });

  it('shows twelve months with their tickets and pauses', async () => {
    const { path } = await person({
      termStart: '2026-07-01',
      termEnd: '2027-04-01',
      pauses: '{[2026-09-01,2026-10-01),[2027-02-01,2027-03-01)}',
      tickets: ['2026-07', '2026-08', '2026-10', '2026-11'],
    });
    const { months } = await createVisitor(service).read(path);
    assert.deepEqual(
      months.map(({ month, state }) => `${month} ${state}`),
      [
        ...['2026-06 none', '2026-07 ticket', '2026-08 ticket', '2026-09 paused', '2026-10 ticket'],
        ...['2026-11 ticket', '2026-12 ahead', '2027-01 ahead', '2027-02 paused', '2027-03 ahead'],
        ...['2027-04 none', '2027-05 none'],
      ],
    );
  });

  it('notes when an open contract was first shown, and not that a mail program fetched the link', async () => {
    const { companyId, employeeId } = await createOffered();
    const path = pathOf(employeeId, 1, companyId);
    const visitor = createVisitor(service);
    const openedAt = async () => {
      const [found] = await sql<{ at: Date | null }[]>`
        select opened_at as at from contract_progress where company_id = ${companyId} and employee_id = ${employeeId}`;
      return found?.at;
    };
    await visitor.open(path);
    await visitor.get(`${path}/data`);
    assert.equal(await openedAt(), undefined);
    await visitor.prove(path);
    await visitor.get(`${path}/data`);
    const first = await openedAt();
    assert.ok(first);
    await visitor.get(`${path}/data`);
    assert.deepEqual(await openedAt(), first);
  });

  it('on production offers only wallets that are set up', async () => {
    const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
    const { path } = await person({ termStart: '2026-01-01', tickets: ['2026-11'] });
    const { ticket } = await createVisitor(production).read(path);
    assert.deepEqual([ticket?.apple, ticket?.google], [null, null]);
  });

  it('hands out its own documents only, to browsers with a proof, and none that are withheld', async () => {
    const ada = await person();
    const eve = await person();
    const own = await addDocument(service, company.id, { employeeId: ada.employeeId, name: 'Beleg' });
    const withheld = await addDocument(service, company.id, { employeeId: ada.employeeId });
    await sql.begin((tx) => withholdDocument(tx, company.id, withheld, OPERATOR, true));
    const foreign = await addDocument(service, company.id, { employeeId: eve.employeeId });
    const visitor = createVisitor(service);
    assertProblem(await visitor.get(`${ada.path}/documents/${own}`), 403, 'date-of-birth-required');
    const { documents } = await visitor.read(ada.path);
    assert.deepEqual(
      documents.map(({ id, name, kind }) => [id, name, kind]),
      [[own, 'Beleg', 'upload']],
    );
    const file = await visitor.get(`${ada.path}/documents/${own}`);
    assert.deepEqual([file.statusCode, file.body], [200, 'bytes']);
    assert.match(String(file.headers['content-disposition']), /^attachment; filename="Beleg\.pdf"/);
    assert.match(String(file.headers['cache-control']), /no-store/);
    assert.match(String(file.headers['content-security-policy']), /^sandbox/);
    assertProblem(await visitor.get(`${ada.path}/documents/${withheld}`), 409, 'document-not-downloadable');
    for (const id of [foreign, 999_999])
      assertProblem(await visitor.get(`${ada.path}/documents/${id}`), 404, 'not-found');
    assertProblem(await visitor.get(`${eve.path}/documents/${foreign}`), 403, 'date-of-birth-required');
  });
});

describe('the link to a page', () => {
  it('is unknown if it was changed, if the person is unknown or erased, and ended if it was renewed', async () => {
    const { employeeId, path } = await person();
    const visitor = createVisitor(service);
    await visitor.read(path);
    const problemAt = async (at: string, status: number, code: string) => {
      for (const answer of [
        await visitor.get(`${at}/data`),
        await visitor.prove(at),
        await visitor.get(`${at}/documents/1`),
        await visitor.post(`${at}/forget`),
        await visitor.open(at, { accept: 'application/json' }),
      ])
        assertProblem(answer, status, code);
      const page = await visitor.open(at);
      assert.equal(page.statusCode, status);
      assert.match(page.body, new RegExp(`data-problem="${code}"`));
    };
    await problemAt(path.slice(0, -1), 404, 'not-found');
    await problemAt(pathOf(999_999), 404, 'not-found');
    await problemAt(pathOf(employeeId, 1, company.id + 1), 404, 'not-found');
    await problemAt(pathOf(employeeId, 2), 410, 'link-ended');
    await sql.begin((tx) => renewLink(tx, company.id, employeeId, OPERATOR));
    await problemAt(path, 410, 'link-ended');
    assert.equal((await visitor.get(`${pathOf(employeeId, 2)}/data`)).json().data.page, null);
    await visitor.read(pathOf(employeeId, 2));
    await sql`update employees set erased_at = now() where id = ${employeeId}`;
    await problemAt(pathOf(employeeId, 2), 404, 'not-found');
  });

  it('of an offboarded person still opens the page', async () => {
    const { path } = await person({ links: [{ integrationId, hrId: 'gone', ended: true }] });
    assert.equal((await createVisitor(service).read(path)).status, 'no-subscription');
  });

  it('can be renewed and seen by an admin, and not by a viewer', async () => {
    const { employeeId, path } = await person();
    const admin = await createPortalUser(service, company.id);
    const viewer = await createPortalUser(service, company.id, 'viewer');
    const linkFor = async (user: typeof admin) =>
      (await user.send(`/employees/${employeeId}`)).json().data.pageLink;
    assert.equal(await linkFor(admin), `https://tickets.example.com${path}`);
    assert.equal(await linkFor(viewer), null);
    assertProblem(
      await viewer.send(`/employees/${employeeId}/page-link`, { method: 'POST' }),
      403,
      'role-required',
    );
    const renewed = await admin.send(`/employees/${employeeId}/page-link`, { method: 'POST' });
    assert.equal(renewed.json().data.pageLink, `https://tickets.example.com${pathOf(employeeId, 2)}`);
    const csv = (await admin.send('/page-links.csv')).body;
    assert.ok(csv.includes(pathOf(employeeId, 2)) && !csv.includes(path));
    await sql`update employees set erased_at = now() where id = ${employeeId}`;
    assert.equal(await linkFor(admin), null);
    assertProblem(
      await admin.send(`/employees/${employeeId}/page-link`, { method: 'POST' }),
      404,
      'not-found',
    );
  });
});

describe('the date of birth', () => {
  it('is remembered by the browser for a year, with a cookie that scripts and other sites cannot use', async () => {
    const { path } = await person();
    const visitor = createVisitor(service);
    const answer = await visitor.prove(path);
    assert.match(
      String(answer.headers['set-cookie']),
      /^__Host-transit-employee=[\w.~-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000$/,
    );
    assert.ok((await visitor.get(`${path}/data`)).json().data.page);
    assert.equal((await createVisitor(service).get(`${path}/data`)).json().data.page, null);
    await visitor.post(`${path}/forget`);
    assert.equal(visitor.cookie(), undefined);
    assert.equal((await visitor.get(`${path}/data`)).json().data.page, null);
  });

  it('of one person opens nobody else’s page, and a browser remembers four people', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()));
    const visitor = createVisitor(service);
    const isOpen = async () => {
      const pages = await Promise.all(people.map(({ path }) => visitor.get(`${path}/data`)));
      return pages.map((page) => page.json().data.page !== null);
    };
    await visitor.prove(people[0]?.path ?? '');
    assert.deepEqual(await isOpen(), [true, false, false, false, false]);
    for (const { path } of people.slice(1, 4)) await visitor.prove(path);
    assert.deepEqual(await isOpen(), [true, true, true, true, false]);
    await visitor.prove(people[4]?.path ?? '');
    assert.deepEqual(await isOpen(), [false, true, true, true, true]);
    await visitor.post(`${people[2]?.path}/forget`);
    assert.deepEqual(await isOpen(), [false, true, false, true, true]);
  });

  it('must be given again after a change of the cookie', async () => {
    const { path } = await person();
    const visitor = createVisitor(service);
    await visitor.prove(path);
    const cookie = visitor.cookie() ?? '';
    for (const changed of [
      `${cookie}a`,
      cookie.replace(/^\w+/, 'zz'),
      cookie.slice(1),
      `${cookie}~${cookie}x`.slice(1),
    ]) {
      visitor.setCookie(changed);
      assert.equal((await visitor.get(`${path}/data`)).json().data.page, null, changed);
    }
  });

  it('may be wrong five times an hour. Then not even the right one helps, until an hour is over or the link is renewed', async () => {
    const { employeeId, path } = await person();
    for (const left of [4, 3, 2, 1, 0]) {
      const answer = await createVisitor(service).prove(path, WRONG);
      assertProblem(answer, 403, 'wrong-date-of-birth');
      assert.equal(answer.json().values.left, left);
    }
    const visitor = createVisitor(service);
    for (const date of [BORN, WRONG]) {
      const refused = await visitor.prove(path, date);
      assertProblem(refused, 429, 'too-many-requests');
      const wait = Number(refused.headers['retry-after']);
      assert.ok(wait > 3500 && wait <= 3600, String(wait));
    }
    await sql.begin((tx) => renewLink(tx, company.id, employeeId, OPERATOR));
    assert.equal((await visitor.prove(pathOf(employeeId, 2))).statusCode, 204);
    await sql`update employees set link_version = 1 where id = ${employeeId}`;
    assertProblem(await visitor.prove(path), 429, 'too-many-requests');
    await anHourLater();
    assert.equal((await visitor.prove(path)).statusCode, 204);
  });

  it('may be wrong twenty times a week, so that patience does not find it', async () => {
    const { employeeId, path } = await person();
    const known = createVisitor(service);
    await known.prove(path);
    let left: number | undefined;
    for (let hour = 0; hour < 4; hour++) {
      for (let count = 0; count < 5; count++)
        left = (await createVisitor(service).prove(path, WRONG)).json().values.left;
      assert.equal(left, 0);
      await theNextHour();
    }
    const refused = await createVisitor(service).prove(path);
    assertProblem(refused, 429, 'too-many-requests');
    assert.ok(Number(refused.headers['retry-after']) > 6 * 24 * 60 * 60);
    assert.equal(
      (await known.prove(path)).statusCode,
      204,
      'a browser that has proved itself is not concerned',
    );
    await sql.begin((tx) => renewLink(tx, company.id, employeeId, OPERATOR));
    assert.equal((await createVisitor(service).prove(pathOf(employeeId, 2))).statusCode, 204);
  });

  it('opens the page twenty times an hour, so that a script does not fill the log', async () => {
    const { employeeId, path } = await person();
    const statuses = new Map<number, number>();
    for (let count = 0; count < 25; count++) {
      const { statusCode } = await createVisitor(service).prove(path);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(statuses), { 204: 20, 429: 5 });
    const entries = await sql`
      select from audit_log where company_id = ${company.id} and subject_id = ${employeeId}
        and action = 'employee-page-opened'`;
    assert.equal(entries.length, 20);
  });

  it('may be wrong five times, however many tries are made at once', async () => {
    const { path } = await person();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => createVisitor(service).prove(path, WRONG)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(statuses, [...Array(5).fill(403), ...Array(7).fill(429)]);
    await anHourLater();
  });

  it('that is right is not counted, and forgets the wrong ones before', async () => {
    const { path } = await person();
    for (let round = 0; round < 3; round++) {
      const visitor = createVisitor(service);
      for (let count = 0; count < 4; count++) await visitor.prove(path, WRONG);
      assert.equal((await visitor.prove(path)).statusCode, 204);
    }
  });

  it('that strangers guess locks out no browser that has proved itself', async () => {
    const { path } = await person();
    const known = createVisitor(service);
    await known.prove(path);
    for (let count = 0; count < 6; count++)
      await createVisitor(service, { address: '198.51.100.7' }).prove(path, WRONG);
    assert.ok((await known.get(`${path}/data`)).json().data.page, 'the page stays open');
    assert.equal((await known.prove(path)).statusCode, 204, 'and it can sign');
    assertProblem(await createVisitor(service).prove(path), 429, 'too-many-requests');
    for (let count = 0; count < 5; count++)
      assertProblem(await known.prove(path, WRONG), 403, 'wrong-date-of-birth');
    assertProblem(await known.prove(path), 429, 'too-many-requests');
    await anHourLater();
  });

  it('may be wrong thirty times an hour from one address, which then uses up nobody’s tries', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => person()));
    const stranger = createVisitor(service, { address: '203.0.113.9' });
    for (const { path } of people.slice(0, 6))
      for (let count = 0; count < 5; count++) await stranger.prove(path, WRONG);
    const [, last] = people.slice(6);
    assert(last);
    for (let count = 0; count < 10; count++)
      assertProblem(await stranger.prove(last.path, WRONG), 429, 'too-many-requests');
    const answer = await createVisitor(service).prove(last.path, WRONG);
    assert.equal(answer.json().values.left, 4, 'only this try counts');
    await anHourLater();
  });

  it('that is tried for a person who is blocked uses up no tries of the address, which colleagues may share', async () => {
    const [blocked, colleague] = [await person(), await person()];
    const office = '203.0.113.10';
    const refusals = [];
    for (let count = 0; count < 40; count++)
      refusals.push(
        (await createVisitor(service, { address: office }).prove(blocked.path, WRONG)).statusCode,
      );
    assert.deepEqual(refusals, [...Array(5).fill(403), ...Array(35).fill(429)]);
    assert.equal((await createVisitor(service, { address: office }).prove(colleague.path)).statusCode, 204);
    await anHourLater();
  });

  it('is recorded with address and browser, a wrong one too; throttled tries are not', async () => {
    const { employeeId, path } = await person();
    const visitor = createVisitor(service);
    await visitor.prove(path, WRONG);
    await visitor.prove(path);
    for (let count = 0; count < 8; count++) await createVisitor(service).prove(path, WRONG);
    const log = await sql`
      select action, actor_type, details from audit_log
      where company_id = ${company.id} and subject_type = 'employee' and subject_id = ${employeeId} order by id`;
    const details = { address: '192.0.2.1', browser: 'Test browser' };
    assert.deepEqual(
      [...log].map((row) => ({ ...row })),
      [
        { action: 'birth-date-refused', actor_type: 'system', details },
        { action: 'employee-page-opened', actor_type: 'employee', details },
        ...Array.from({ length: 5 }, () => ({ action: 'birth-date-refused', actor_type: 'system', details })),
      ],
    );
    await anHourLater();
  });

  it('is taken from the page only, and must be a date', async () => {
    const { path } = await person();
    const visitor = createVisitor(service);
    for (const origin of ['https://evil.example', 'null', 'http://tickets.example.com'])
      assertProblem(await visitor.prove(path, BORN, { headers: { origin } }), 403, 'foreign-origin');
    for (const date of ['', '3.2.1990', '1990-02-30', '1990-02-03T00:00:00Z'])
      assertProblem(await visitor.prove(path, date), 422, 'invalid-values');
    assertProblem(
      await service.app.inject({ method: 'POST', url: `${path}/proof`, payload: { dateOfBirth: BORN } }),
      403,
      'foreign-origin',
    );
    const from = (site: string) => visitor.prove(path, BORN, { headers: { 'sec-fetch-site': site } });
    assertProblem(await from('cross-site'), 403, 'foreign-origin');
    assert.equal((await from('same-origin')).statusCode, 204);
    assert.equal((await visitor.prove(path, BORN)).statusCode, 204);
  });

  it('is never in the answer of a page', async () => {
    const { path } = await person();
    const visitor = createVisitor(service);
    assert.doesNotMatch(JSON.stringify(await visitor.read(path)), /1990-02-03|ada@example/);
  });
});

/** Somebody with an offer, in a company whose employees pay a share. */
async function createOffered() {
  const { company: payer } = await createTestCompany(service);
  await freezeClock(sql, payer.id);
  await sql`
    update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${payer.id}`;
  const employeeId = await addPerson(sql, payer.id);
  await sql.begin((tx) => enrol(tx, payer.id, employeeId, OPERATOR));
  const [offer] = await sql<{ id: number }[]>`
    select id from contract_offers where company_id = ${payer.id} and employee_id = ${employeeId}`;
  const id = offer?.id ?? 0;
  const link = contractLink('https://tickets.example.com', ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U']);
  const contractPath = (linkVersion: number, linkClass: LinkClass = 'shown') =>
    new URL(link({ companyId: payer.id, id, linkVersion }, linkClass)).pathname;
  return { companyId: payer.id, employeeId, offerId: id, contractPath };
}

describe('signing', () => {
  it('counts wrong dates of birth with those that open the page', async () => {
    const { employeeId, contractPath } = await createOffered();
    const path = contractPath(1);
    const visitor = createVisitor(service);
    for (let count = 0; count < 3; count++) await visitor.prove(path, WRONG);
    const wrong = { dateOfBirth: WRONG, answer: 'rejected' };
    for (let count = 0; count < 2; count++)
      assertProblem(await visitor.sign(path, wrong), 403, 'wrong-date-of-birth');
    assertProblem(await visitor.sign(path, { answer: 'rejected' }), 429, 'too-many-requests');
    await anHourLater();
    assertProblem(await visitor.sign(contractPath(2), { answer: 'rejected' }), 410, 'link-ended');
    assert.equal((await visitor.sign(path, { answer: 'rejected' })).statusCode, 303);
    const [row] = await sql`select contract_status from employees where id = ${employeeId}`;
    assert.equal(row?.['contract_status'], 'rejected');
  });

  it('on paper is recorded by an admin with its scan, which becomes a document', async () => {
    const { companyId, employeeId, offerId, contractPath } = await createOffered();
    const admin = await createPortalUser(service, companyId);
    const record = (answer: string, body = Buffer.from('%PDF-1.7 scan'), user = admin) =>
      user.send(`/contracts/${offerId}/paper-answer`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/octet-stream',
          'x-file-name': 'Antwort%20M%C3%BCller.pdf',
          'x-answer': answer,
        },
      });
    const viewer = await createPortalUser(service, companyId, 'viewer');
    assertProblem(await record('accepted', undefined, viewer), 403, 'role-required');
    assertProblem(await record('maybe'), 422, 'invalid-values');
    assertProblem(await record('accepted', Buffer.from('MZ')), 422, 'invalid-values');
    const [before] = await sql`select contract_status from employees where id = ${employeeId}`;
    assert.equal(before?.['contract_status'], 'pending', 'a file that is refused records nothing');
    const answer = await record('accepted');
    assert.deepEqual([answer.statusCode, answer.json().data.status], [200, 'accepted']);
    assertProblem(await record('rejected'), 409, 'transition-refused');
    const log = await sql`
      select action, actor_type, details from audit_log
      where company_id = ${companyId} and actor_type = 'portal-user' and action in ('contract-accepted', 'document-uploaded')
      order by id`;
    const [signed, uploaded] = log;
    assert.deepEqual(
      [signed?.['action'], signed?.['details'].proof, signed?.['details'].textDigest.length],
      ['contract-accepted', 'paper', 64],
    );
    assert.deepEqual([uploaded?.['action'], uploaded?.['details'].offerId], ['document-uploaded', offerId]);
    const visitor = createVisitor(service);
    const { documents, status, path } = await visitor.read(contractPath(1));
    assert.equal(status, 'scheduled');
    assert.deepEqual(documents.map(({ name }) => name).sort(), [
      'Antwort Müller.pdf',
      'Vertrag Jobticket 2026-12',
    ]);
    const contract = documents.find(({ kind }) => kind === 'contract');
    const pdf = textOf((await visitor.get(`${path}/documents/${contract?.id}`)).rawPayload);
    assert.match(pdf, /Auf Papier angenommen, erfasst/);
    assert.ok(pdf.includes(signed?.['details'].textDigest));
  });

  it('leaves neither address, browser nor digest in the log after the person is erased', async () => {
    const { companyId, employeeId, contractPath } = await createOffered();
    const visitor = createVisitor(service);
    await visitor.prove(contractPath(1), WRONG);
    await visitor.prove(contractPath(1));
    await visitor.sign(contractPath(1), { answer: 'rejected' });
    const traces = async () =>
      (
        await sql`
          select from audit_log where company_id = ${companyId}
            and details ?| array['address', 'browser', 'textDigest']`
      ).length;
    assert.equal(await traces(), 3);
    await sql.begin((tx) => tx`select erase_from_audit_log(${companyId}, ${employeeId})`);
    assert.equal(await traces(), 0);
  });
});

describe('asking for the link', () => {
  const mailed: { employeeId: number; linkVersion: number }[] = [];
  const ask = async (email: string) => {
    mailed.length = 0;
    await requestLink(sql, email, async (_tx, owner) => {
      mailed.push(owner);
    });
    return mailed.map(({ employeeId }) => employeeId).sort((a, b) => a - b);
  };

  it('mails everybody with the address once, in all companies, at most three times a day', async () => {
    const { company: second } = await createTestCompany(service);
    const email = 'both@example.com';
    const [one, twin] = [await person({ email }), await person({ email: 'Both@Example.com' })];
    const elsewhere = await addPerson(sql, second.id, { email });
    const all = [one.employeeId, twin.employeeId, elsewhere].sort((a, b) => a - b);
    for (let count = 0; count < 3; count++) assert.deepEqual(await ask(' BOTH@example.com'), all);
    assert.deepEqual(await ask(email), []);
    assert.deepEqual(await ask('nobody@example.com'), []);
    await sql`update portal_attempts set window_ends_at = now() - interval '1 second'`;
    assert.deepEqual(await ask(email), all, 'a day later');
  });

  it('mails nobody who was offboarded or erased, or about whom a conflict is open', async () => {
    const email = 'gone@example.com';
    const link = { integrationId, hrId: 'x1' };
    await person({ email, links: [{ ...link, ended: true }] });
    const stays = await person({ email, links: [{ ...link, ended: true }, { integrationId }] });
    const byHand = await person({ email });
    const erased = await person({ email });
    await sql`update employees set erased_at = now() where id = ${erased.employeeId}`;
    assert.deepEqual(await ask(email), [stays.employeeId, byHand.employeeId]);

    const { sync } = await createSyncingCompany(service);
    await sync([entry('A', { email: 'conflict@example.com' })]);
    assert.equal((await ask('conflict@example.com')).length, 1);
    await sync([entry('A', { firstName: 'Zoe', email: 'z@example.com', dateOfBirth: '1999-09-09' })]);
    assert.deepEqual(await ask('conflict@example.com'), []);
  });
});

describe('the page that mails the link', () => {
  const mails = async (employeeId: number) =>
    (await sql`select from mails where kind = 'page-link' and employee_id = ${employeeId}`).length;

  it('says the same for every address, and mails the link of those it knows', async () => {
    const { employeeId } = await person({ email: 'known@example.com' });
    const visitor = createVisitor(service, { address: '198.51.100.20' });
    assert.equal((await visitor.open('/me')).statusCode, 200);
    assert.deepEqual((await visitor.get('/me/mail')).json().data, { isSetUp: true, isSpecimen: true });
    const answers = [];
    for (const email of ['known@example.com', 'unknown@example.com'])
      answers.push(await visitor.post('/me', { email }));
    const comparable = answers.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { statusCode, body, headers: rest };
    });
    assert.equal(comparable[0]?.statusCode, 202);
    assert.deepEqual(comparable[0], comparable[1]);
    await until('the mail is queued', async () => (await mails(employeeId)) === 1);
    for (let count = 0; count < 4; count++) await visitor.post('/me', { email: 'known@example.com' });
    await until('three mails are queued', async () => (await mails(employeeId)) === 3);
  });

  it('answers before it looks the address up', async () => {
    const { employeeId } = await person({ email: 'slow@example.com' });
    await sql.begin(async (tx) => {
      // The search waits for this lock, the answer does not.
      await tx`lock table employees in access exclusive mode`;
      const answer = await createVisitor(service, { address: '198.51.100.21' }).post('/me', {
        email: 'slow@example.com',
      });
      assert.equal(answer.statusCode, 202);
      assert.equal((await tx`select from mails where employee_id = ${employeeId}`).length, 0);
    });
    await until('the mail is queued', async () => (await mails(employeeId)) === 1);
  });

  it('takes twenty requests an hour from an address, only from the page, and only addresses', async () => {
    const visitor = createVisitor(service, { address: '198.51.100.22' });
    for (const email of [
      '',
      'ada',
      'a b@example.com',
      'a\u0000@example.com',
      `${'a'.repeat(320)}@example.com`,
    ])
      assertProblem(await visitor.post('/me', { email }), 422, 'invalid-values');
    const foreign = { headers: { origin: 'https://evil.example' } };
    assertProblem(await visitor.post('/me', { email: 'x@example.com' }, foreign), 403, 'foreign-origin');
    for (let count = 0; count < 20; count++)
      assert.equal((await visitor.post('/me', { email: `x${count}@example.com` })).statusCode, 202);
    assertProblem(await visitor.post('/me', { email: 'x@example.com' }), 429, 'too-many-requests');
  });

  it('says on production without mail to ask the employer', async () => {
    const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
    const visitor = createVisitor(production);
    assert.deepEqual((await visitor.get('/me/mail')).json().data, { isSetUp: false, isSpecimen: false });
    assertProblem(await visitor.post('/me', { email: 'ada@example.com' }), 503, 'mail-not-configured');
  });
});

describe('a wallet link that does not work', () => {
  it('shows browsers the page that leads to their own, and programs a problem', async () => {
    const visitor = createVisitor(service);
    assertProblem(await visitor.get('/wallet/unknown'), 404, 'not-found');
    const page = await visitor.open('/wallet/unknown', BROWSER);
    assert.equal(page.statusCode, 404);
    assert.match(page.body, /data-problem="not-found"/);
    const { path } = await person({ termStart: '2026-01-01', tickets: ['2026-11'] });
    const { ticket } = await visitor.read(path);
    await sql`update tickets set voided_at = now() where company_id = ${company.id}`;
    const over = await visitor.open(ticket?.google ?? '', BROWSER);
    assert.equal(over.statusCode, 410);
    assert.match(over.body, /data-problem="ticket-not-valid"/);
    assert.equal(over.headers['referrer-policy'], 'no-referrer');
  });
});
