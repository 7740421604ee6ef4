import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { contractLink } from '../../../src/tickets/contracts/contract-links.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { followHrFacts } from '../../../src/tickets/subscriptions/follow-hr-facts.ts';
import { makeOffers } from '../../../src/tickets/subscriptions/make-offers.ts';
import { textOf } from '../../pure/support/pdf.ts';
import { changePlan, enrol } from '../support/actions.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { BROWSER, createVisitor, ORIGIN, pagesOf } from '../views/employee-page/visitor.ts';

/** Collects standard error, where the service writes its log. */
const written: string[] = [];
const write = process.stderr.write;
process.stderr.write = (chunk: string | Uint8Array) => {
  written.push(String(chunk));
  return true;
};
after(() => {
  process.stderr.write = write;
});

const service = await createTestService({ LOG_LEVEL: 'trace' });
const { app, config } = service;
const { sql } = service.database;
const { company, key, get } = await createTestCompany(service);
await freezeClock(sql, company.id);
await pagesOf(service);
await sql`
  update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${company.id}`;
const integrationId = await createIntegration(sql, company.id, OPERATOR, {
  name: 'HR',
  type: 'api-integration',
});

const link = contractLink(config.baseUrl, ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U']);

interface Offer {
  id: number;
  companyId: number;
}

async function offerTo(employeeId: number): Promise<Offer & { token: string; path: string }> {
  const [offer] = await sql<Offer[]>`
    select id, company_id as "companyId" from contract_offers
    where company_id = ${company.id} and employee_id = ${employeeId} order by id desc limit 1`;
  assert(offer);
  return { ...offer, ...pathTo(offer) };
}

function pathTo(offer: Offer) {
  const path = new URL(link({ ...offer, linkVersion: 1 }, 'shown')).pathname;
  return { path, token: path.split('/').at(-1) ?? '' };
}

/** Creates a person with a new contract offer. Returns functions to open and answer it. */
async function createOffered(name: { firstName?: string; lastName?: string } = {}) {
  const employeeId = await addPerson(sql, company.id, {
    links: [{ integrationId, hrId: `P${Math.random()}` }],
    ...name,
  });
  await sql.begin((tx) => enrol(tx, company.id, employeeId, OPERATOR));
  const offer = await offerTo(employeeId);
  return { employeeId, ...offer, ...pageAt(offer.path), ...readers(employeeId) };
}

function pageAt(path: string) {
  const visitor = createVisitor(service);
  return {
    open: (headers?: Record<string, string>) => visitor.open(path, headers),
    page: () => visitor.read(path),
    /** What the page sends. */
    answer: (answer: string, headers: Record<string, string> = {}) =>
      visitor.sign(path, { answer }, { headers: { accept: 'application/json', ...headers } }),
    post: (payload: string, headers: Record<string, string> = {}) =>
      visitor.sign(path, payload, { headers: { accept: 'application/json', ...headers } }),
  };
}

function readers(employeeId: number) {
  return {
    record: async () => (await get(`/employees/${employeeId}`)).json().data,
    documents: async () =>
      (await get(`/employees/${employeeId}/documents?sortOrder=asc`)).json().data.data as {
        id: number;
        documentName: string;
        downloadable: boolean;
        createdAt: string;
        updatedAt: string;
      }[],
  };
}

type Answer = Awaited<ReturnType<ReturnType<typeof pageAt>['open']>>;

/** Checks that it is the page, which may not be cached and runs nothing but its own script. */
function assertPage(answer: Answer, status: number, problem = ''): void {
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assertGuarded(answer);
  assert.match(
    String(answer.headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; .*frame-ancestors 'none'$/,
  );
  assert.match(answer.body, new RegExp(`^<!doctype html>\\n<html lang="de" data-problem="${problem}">`));
  assert.doesNotMatch(
    answer.body,
    /<style|<script(?! type="module" crossorigin src=| type="application\/json" id="data">)|\sstyle=|\son\w+=|javascript:/i,
  );
}

function assertGuarded({ headers }: Answer): void {
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-robots-tag'], 'noindex');
}

describe('the contract link', () => {
  test('leads to the page with the text of the offer and its two answers, for a browser that gives the date of birth', async () => {
    const ada = await createOffered({ firstName: 'Jürgen', lastName: '<b>Groß & "Söhne"</b>' });
    const shell = await ada.open();
    assertPage(shell, 200);
    assert.doesNotMatch(shell.body, /Groß|Beispiel/);
    const page = await ada.page();
    assert.match(page.path, /^\/me\/[\w.-]+$/);
    assert.equal(page.notice, null);
    const [contract, ...others] = page.contracts;
    assert(contract);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [contract.status, contract.answers, contract.language, contract.title, contract.path],
      ['pending', ['accepted', 'rejected'], 'de', 'Vereinbarung über das Jobticket', ada.path],
    );
    const text = contract.paragraphs.join('\n');
    assert.match(text, /Jürgen <b>Groß & "Söhne"<\/b>/);
    assert.match(
      text,
      /abzüglich 3,15\u00a0€ Rabatt\. Davon trägt der Arbeitgeber 25,00\u00a0€; der eigene Anteil beträgt 34,85\u00a0€/,
    );
    const [offer] = await sql<{ digest: string }[]>`
      select encode(text_digest, 'hex') as digest from contract_offers
        where company_id = ${company.id} and id = ${ada.id}`;
    assert.equal(contract.digest, offer?.digest, 'the digest of what is accepted is shown');
    const head = await app.inject({ method: 'HEAD', url: ada.path, headers: BROWSER });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });

  test('shows the text in English for an English company', async () => {
    const english = await createTestCompany(service);
    await sql`update companies set locale = 'en-GB', default_plan_type = 'deferred-plan'
      where id = ${english.company.id}`;
    const employeeId = await addPerson(sql, english.company.id);
    await sql.begin((tx) => enrol(tx, english.company.id, employeeId, OPERATOR));
    const [offer] = await sql<Offer[]>`
      select id, company_id as "companyId" from contract_offers
      where company_id = ${english.company.id}`;
    assert(offer);
    const [contract] = (await pageAt(pathTo(offer).path).page()).contracts;
    assert.deepEqual([contract?.language, contract?.title], ['en', 'Agreement on the job ticket']);
  });

  test('can be opened without an Accept header', async () => {
    const ada = await createOffered();
    assertPage(await ada.open({}), 200);
  });

  test('on production does not mention a specimen', async () => {
    const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
    const ada = await createOffered();
    const visitor = createVisitor(production);
    await visitor.prove(ada.path);
    assert.equal((await visitor.get(`${ada.path}/data`)).json().data.isSpecimen, false);
    assert.equal((await createVisitor(service).get(`${ada.path}/data`)).json().data.isSpecimen, true);
  });
});

describe('an acceptance', () => {
  test('starts the subscription and shows it, and a second acceptance changes nothing', async () => {
    const ada = await createOffered();
    const answer = await ada.answer('accepted');
    assert.equal(answer.statusCode, 303);
    assertGuarded(answer);
    const next = new URL(String(answer.headers.location), `https://tickets.example.com${ada.path}`);
    assert.equal(next.pathname, ada.path);
    const [contract] = (await ada.page()).contracts;
    assert.deepEqual(
      [contract?.status, contract?.answers, contract?.beginsOn],
      ['accepted', [], '2026-12-01'],
    );
    assert.ok(Date.parse(contract?.decidedAt ?? '') > Date.now() - 60_000);
    const record = await ada.record();
    assert.equal(record.subscription.status, 'scheduled');
    assert.equal(record.subscription.nextTicketAt, '2026-12-01');
    assert.equal(record.plan.contractSigningStatus, 'accepted');
    assert.equal((await ada.answer('accepted')).statusCode, 303);
    assert.deepEqual(await ada.record(), record);
    const audit = await sql`
      select a.actor_type, a.actor_id, a.details, encode(o.text_digest, 'hex') as digest
      from audit_log a join contract_offers o on o.company_id = a.company_id and o.id = a.subject_id
      where a.company_id = ${company.id} and a.action = 'contract-accepted' and a.subject_id = ${ada.id}`;
    assert.equal(audit.length, 1);
    assert.deepEqual([audit[0]?.['actor_type'], audit[0]?.['actor_id']], ['employee', ada.employeeId]);
    assert.deepEqual(audit[0]?.['details'], {
      reason: 'enrolment',
      planType: 'split-pay-plan',
      textDigest: audit[0]?.['digest'],
      proof: 'shown',
      shownTo: [],
      address: '192.0.2.1',
      browser: 'Test browser',
    });
  });

  test('makes the contract downloadable, with the proof of acceptance', async () => {
    const ada = await createOffered({ firstName: 'Hồng Nhung', lastName: 'Nguyễn' });
    const [before] = await ada.documents();
    assert(before);
    assert.deepEqual([before.documentName, before.downloadable], ['Vertrag Jobticket 2026-12', false]);
    assertProblem(await get(`/employee-documents/${before.id}/download`), 409, 'document-not-downloadable');
    await ada.answer('accepted');
    const [accepted] = await ada.documents();
    assert(accepted);
    assert.equal(accepted.downloadable, true);
    assert.ok(accepted.updatedAt > before.updatedAt && accepted.createdAt === before.createdAt);
    const file = await get(`/employee-documents/${before.id}/download`);
    assert.equal(file.statusCode, 200);
    assert.equal(file.headers['content-type'], 'application/pdf');
    assert.equal(file.headers['content-length'], String(file.rawPayload.length));
    assert.match(String(file.headers['content-disposition']), /filename="Vertrag Jobticket 2026-12\.pdf"/);
    const text = textOf(file.rawPayload);
    assert.match(text, /Hồng Nhung Nguyễn/);
    assert.match(text, /SPECIMEN \/ MUSTER/);
    const [offer] = await sql<{ digest: string }[]>`
      select encode(text_digest, 'hex') as digest from contract_offers
        where company_id = ${company.id} and id = ${ada.id}`;
    assert.ok(text.includes(offer?.digest ?? '?'));
    assert.ok(file.rawPayload.equals((await get(`/employee-documents/${before.id}/download`)).rawPayload));
  });

  test('after a rejection is refused, and the rejection stands', async () => {
    const ada = await createOffered();
    assert.equal((await ada.answer('rejected')).statusCode, 303);
    const [contract] = (await ada.page()).contracts;
    assert.deepEqual([contract?.status, contract?.answers], ['rejected', []]);
    assertProblem(await ada.answer('accepted'), 409, 'conflict');
    assertPage(await ada.answer('accepted', BROWSER), 409, 'conflict');
    assert.equal((await ada.record()).plan.contractSigningStatus, 'rejected');
    assert.deepEqual(
      (await ada.documents()).map(({ downloadable }) => downloadable),
      [false],
    );
  });

  test('and a concurrent rejection: one of them wins, and the other is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const ada = await createOffered();
      const answers = await Promise.all(
        ['accepted', 'rejected', 'accepted', 'rejected'].map((answer) => ada.answer(answer)),
      );
      const status = (await ada.record()).plan.contractSigningStatus;
      const expected = ['accepted', 'rejected', 'accepted', 'rejected'].map((answer) =>
        answer === status ? 303 : 409,
      );
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        expected,
      );
      const decisions = await sql`
        select from audit_log where company_id = ${company.id} and subject_type = 'contract-offer'
          and subject_id = ${ada.id}`;
      assert.equal(decisions.length, 1);
    }
  });

  test('by a person whom the roster no longer lists is refused, and no subscription starts', async () => {
    const ada = await createOffered();
    await sql.begin((tx) =>
      inDay(tx, company.id, 'unlimited', async (day) => {
        await tx`update hr_links set ended_at = now()
          where company_id = ${company.id} and employee_id = ${ada.employeeId}`;
        await followHrFacts(tx, day, [ada.employeeId]);
      }),
    );
    assertProblem(await ada.answer('accepted'), 410, 'offer-withdrawn');
    assertPage(await ada.answer('accepted', BROWSER), 410, 'offer-withdrawn');
    assertPage(await ada.open(), 200);
    const page = await ada.page();
    assert.deepEqual([page.notice, page.contracts], ['offer-withdrawn', []]);
    assert.equal((await ada.record()).subscription.status, 'no-subscription');
    assert.deepEqual(
      (await ada.documents()).map(({ downloadable }) => downloadable),
      [false],
    );
  });

  test('of a replaced offer is refused, and the new offer has its own link and document', async () => {
    const ada = await createOffered();
    await ada.answer('rejected');
    await sql.begin((tx) => enrol(tx, company.id, ada.employeeId, OPERATOR));
    assertProblem(await ada.answer('accepted'), 410, 'offer-replaced');
    const second = await offerTo(ada.employeeId);
    assert.notEqual(second.path, ada.path);
    assert.equal((await pageAt(second.path).answer('accepted')).statusCode, 303);
    assert.deepEqual(
      (await ada.documents()).map(({ downloadable }) => downloadable),
      [false, true],
    );
  });

  test('of an offer that newer amounts replaced is refused: its link shows the new offer, over every step', async () => {
    const own = await createCompany(sql, OPERATOR, {
      name: 'Beispiel GmbH',
      planType: 'split-pay-plan',
      subsidyCents: 2500,
    });
    const employeeId = await addPerson(sql, own.id, {});
    await sql.begin((tx) => enrol(tx, own.id, employeeId, OPERATOR));
    const latest = async () => {
      const [offer] = await sql<Offer[]>`
        select id, company_id as "companyId" from contract_offers where employee_id = ${employeeId} order by id desc`;
      assert(offer);
      return pathTo(offer).path;
    };
    const first = await latest();
    for (const subsidyCents of [2000, 1800])
      await sql.begin((tx) => setCompany(tx, own.id, OPERATOR, { subsidyCents }));
    assertProblem(await pageAt(first).answer('accepted'), 410, 'offer-replaced');
    const page = await pageAt(first).page();
    assert.equal(page.notice, 'offer-replaced');
    const [newest, ...others] = page.contracts;
    assert.deepEqual([newest?.path, others], [await latest(), []]);
    // 63.00 less 3.15 discount and 18.00 subsidy.
    assert.match(newest?.paragraphs.join(' ') ?? '', /41,85\u00a0€/);
  });

  test('of another plan shows the date from which it applies', async () => {
    const ada = await createOffered();
    await ada.answer('accepted');
    await sql.begin((tx) => changePlan(tx, company.id, ada.employeeId, OPERATOR, 'deferred-plan'));
    const change = pageAt((await offerTo(ada.employeeId)).path);
    const offered = (await change.page()).contracts;
    assert.deepEqual(
      offered.map(({ reason, status }) => [reason, status]),
      [['plan-change', 'pending']],
    );
    await change.answer('accepted');
    const [contract] = (await change.page()).contracts;
    assert.deepEqual([contract?.status, contract?.beginsOn], ['accepted', '2026-12-01']);
  });

  test('of new contract terms is possible after a rejection, until the subscription ends', async () => {
    const employeeId = await addPerson(sql, company.id, {
      termStart: '2026-01-01',
      planType: 'split-pay-plan',
    });
    await sql.begin((tx) =>
      inDay(tx, company.id, 'unlimited', (day) =>
        makeOffers(tx, day, 'new-terms', [
          { employeeId, planType: 'split-pay-plan', plannedStart: '2026-12-01' },
        ]),
      ),
    );
    const terms = pageAt((await offerTo(employeeId)).path);
    await terms.answer('rejected');
    const { record } = readers(employeeId);
    assert.equal((await record()).subscription.status, 'scheduled-cancellation');
    const [contract] = (await terms.page()).contracts;
    assert.deepEqual(
      [contract?.status, contract?.answers, contract?.endsOn],
      ['rejected', ['accepted'], '2026-12-01'],
    );
    assert.equal((await terms.answer('accepted')).statusCode, 303);
    assert.equal((await record()).subscription.status, 'active');
  });
});

describe('a contract link', () => {
  test('that is wrong in whole or in part leads to a page that explains it', async () => {
    const { token } = await createOffered();
    for (const wrong of [
      'unknown',
      `${token}x`,
      token.slice(0, -1),
      token.replace(/^\w/, 'z'),
      '%00',
      '%F0%9F%8E%AB',
    ]) {
      const { open, post } = pageAt(`/contracts/${wrong}`);
      for (const answer of [
        await open(),
        await post('answer=accepted', BROWSER),
        await post('nonsense', { ...BROWSER, 'content-type': 'text/plain' }),
      ])
        assertPage(answer, 404, 'not-found');
      assertProblem(await open({ accept: 'application/json' }), 404, 'not-found');
    }
  });

  test('of a deleted offer is unknown', async () => {
    const { path } = pathTo({ id: 999_999, companyId: company.id });
    assertPage(await pageAt(path).open(), 404, 'not-found');
    assertProblem(await pageAt(path).answer('accepted'), 404, 'not-found');
  });

  test('of an erased person is unknown', async () => {
    const ada = await createOffered();
    await sql`update employees set erased_at = now()
      where company_id = ${company.id} and id = ${ada.employeeId}`;
    await sql`update contract_offers set terms = '{}' where company_id = ${company.id} and id = ${ada.id}`;
    assertPage(await ada.open(), 404, 'not-found');
    assertProblem(await ada.answer('accepted'), 404, 'not-found');
  });

  test('can be answered through the 60th business day, and not later', async () => {
    const ada = await createOffered();
    const aged = async (days: number) => {
      await sql`
        with day as materialized (
          select business_date(time_zone, clock_frozen_on) as today from companies where id = ${company.id}
        )
        update contract_offers o set offered_on = day.today - ${days}::int from day
        where o.company_id = ${company.id} and o.id = ${ada.id}`;
      return ada;
    };
    assert.equal((await (await aged(60)).page()).contracts.length, 1);
    const expired = await aged(61);
    const page = await expired.page();
    assert.deepEqual([page.notice, page.contracts], ['link-expired', []]);
    assertProblem(await expired.answer('accepted'), 410, 'link-expired');
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });
});

describe('the form of the contract page', () => {
  test('is refused unless it has one date of birth and one of the two answers', async () => {
    const ada = await createOffered();
    for (const payload of [
      '',
      'answer=accepted',
      'dateOfBirth=1990-02-03',
      'dateOfBirth=1990-02-03&answer=',
      'dateOfBirth=1990-02-03&answer=maybe',
      'dateOfBirth=1990-02-03&answer=accepted&answer=rejected',
      'dateOfBirth=1990-02-03&other=accepted',
      'dateOfBirth=1990-02-03&answer=ACCEPTED',
      'dateOfBirth=1990-02-30&answer=accepted',
      'dateOfBirth=3.2.1990&answer=accepted',
      'dateOfBirth=1990-02-03&dateOfBirth=1990-02-04&answer=accepted',
    ])
      assertProblem(await ada.post(payload), 422, 'invalid-values');
    assertPage(await ada.post('answer=maybe', BROWSER), 422, 'invalid-values');
    assertProblem(
      await ada.post(`dateOfBirth=1990-02-03&answer=accepted&more=${'x'.repeat(2_000)}`),
      413,
      'payload-too-large',
    );
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });

  test('is refused with another content type', async () => {
    const ada = await createOffered();
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])
      assertProblem(
        await ada.post('{"answer":"accepted"}', { 'content-type': type }),
        415,
        'unsupported-media-type',
      );
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });

  test('is accepted from a page of this server only', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://tickets.example.com' },
      { origin: 'https://tickets.example.com.evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
    ])
      assertProblem(await (await createOffered()).answer('accepted', headers), 403, 'foreign-origin');
    const { path } = await createOffered();
    const without = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'dateOfBirth=1990-02-03&answer=accepted',
    });
    assertProblem(without, 403, 'foreign-origin');
    for (const headers of [
      { origin: ORIGIN },
      { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:80', host: 'localhost:80' },
    ])
      assert.equal((await (await createOffered()).answer('accepted', headers)).statusCode, 303);
  });

  test('is not accepted by any other route', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/test-clock',
      headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=accepted',
    });
    assertProblem(answer, 415, 'unsupported-media-type');
  });

  test('asks to try again in a moment while a roster is being applied', async () => {
    const ada = await createOffered();
    await sql.begin((tx) =>
      inDay(tx, company.id, 'unlimited', async () => {
        assertProblem(await ada.answer('accepted'), 409, 'sync-in-progress');
      }),
    );
    assert.equal((await ada.answer('accepted')).statusCode, 303);
  });
});

test('an internal error is answered without details, and is logged', async () => {
  const ada = await createOffered();
  await sql`update contract_offers set text_digest = sha256('other')
    where company_id = ${company.id} and id = ${ada.id}`;
  written.length = 0;
  const visitor = createVisitor(service);
  await visitor.prove(ada.path);
  const answer = await visitor.get(`${ada.path}/data`);
  assertProblem(answer, 500, 'internal-error');
  assert.doesNotMatch(answer.body, /digest|version/i);
  assert.match(written.join(''), /can no longer be made as it was offered/);
});

test('the log never contains a token', async () => {
  written.length = 0;
  const ada = await createOffered();
  await ada.open();
  await ada.page();
  await ada.answer('accepted', { referer: `https://tickets.example.com${ada.path}` });
  await ada.answer('rejected');
  await ada.post('nonsense');
  await pageAt(`${ada.path}x`).open();
  const log = written.join('');
  assert.match(log, /"route":"\/contracts\/:token","status":303/);
  assert.ok(!log.includes(ada.token) && !log.includes(ada.token.split('.').at(-1) ?? '?'));
});
