import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { OPERATOR } from '../../../src/audit/record-change.ts';
import { createCompany } from '../../../src/companies/create-company.ts';
import { setCompany } from '../../../src/companies/set-company.ts';
import { contractLink } from '../../../src/contracts/contract-links.ts';
import { createIntegration } from '../../../src/integrations/create-integration.ts';
import { changePlan } from '../../../src/subscriptions/actions/change-plan.ts';
import { enrol } from '../../../src/subscriptions/actions/enrol.ts';
import { followHrFacts } from '../../../src/subscriptions/follow-hr-facts.ts';
import { makeOffers } from '../../../src/subscriptions/make-offers.ts';
import { inDay } from '../../../src/tickets/open-day.ts';
import { textOf } from '../../pure/support/pdf.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';

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
await sql`
  update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${company.id}`;
const integrationId = await createIntegration(sql, company.id, OPERATOR, {
  name: 'HR',
  type: 'api-integration',
});

const link = contractLink(config.baseUrl, ['0123456789abcdefghijklmnopqrstuv']);
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
};

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
  const path = new URL(link({ ...offer, linkVersion: 1 })).pathname;
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
  return {
    open: (headers: Record<string, string> = BROWSER) => app.inject({ url: path, headers }),
    post: (payload: string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload,
      }),
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

/** Checks that the page declares a language, may not be cached, and neither runs nor loads anything. */
function assertPage(answer: Answer, status: number): string {
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assertGuarded(answer);
  const style = /<style>([\s\S]*)<\/style>/.exec(answer.body)?.[1] ?? '';
  const digest = createHash('sha256').update(style).digest('base64');
  assert.equal(
    answer.headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${digest}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  assert.match(answer.body, /^<!doctype html>\n<html lang="(de|en)">/);
  assert.doesNotMatch(answer.body, /<script|<img|<link|\son\w+=|\sstyle=|javascript:|\ssrc=/i);
  return answer.body;
}

function assertGuarded({ headers }: Answer): void {
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['x-content-type-options'], 'nosniff');
}

describe('the contract page', () => {
  test('shows the text and two buttons in a form that needs no script', async () => {
    const ada = await createOffered({ firstName: 'Jürgen', lastName: '<b>Groß & "Söhne"</b>' });
    const body = assertPage(await ada.open(), 200);
    assert.match(body, /<html lang="de">/);
    assert.match(body, /<h1>Vereinbarung über das Jobticket<\/h1>/);
    assert.match(
      body,
      /Jürgen &lt;b&gt;Groß &amp; &quot;Söhne&quot;&lt;\/b&gt;/,
      'names are text, never markup',
    );
    assert.match(
      body,
      /abzüglich 3,15\u00a0€ Rabatt\. Davon trägt der Arbeitgeber 25,00\u00a0€; der eigene Anteil beträgt 34,85\u00a0€/,
    );
    assert.match(body, /<form method="post">/);
    assert.match(body, /<button type="submit" name="answer" value="accepted">Annehmen<\/button>/);
    assert.match(body, /<button type="submit" name="answer" value="rejected">Ablehnen<\/button>/);
    assert.match(body, /MUSTER \/ SPECIMEN/);
    const [offer] = await sql<{ digest: string }[]>`
      select encode(text_digest, 'hex') as digest from contract_offers
        where company_id = ${company.id} and id = ${ada.id}`;
    assert.ok(body.includes(offer?.digest ?? '?'), 'the digest of what is accepted is shown');
    const head = await app.inject({ method: 'HEAD', url: ada.path, headers: BROWSER });
    assert.deepEqual([head.statusCode, head.body], [200, '']);
  });

  test('is in English for an English company, whatever language the browser requests', async () => {
    const english = await createTestCompany(service);
    await sql`update companies set locale = 'en-GB', default_plan_type = 'deferred-plan'
      where id = ${english.company.id}`;
    const employeeId = await addPerson(sql, english.company.id);
    await sql.begin((tx) => enrol(tx, english.company.id, employeeId, OPERATOR));
    const [offer] = await sql<Offer[]>`
      select id, company_id as "companyId" from contract_offers
      where company_id = ${english.company.id}`;
    assert(offer);
    const body = assertPage(await pageAt(pathTo(offer).path).open(), 200);
    assert.match(body, /<html lang="en">/);
    assert.match(body, /Agreement on the job ticket[\s\S]*>Accept<[\s\S]*>Reject</);
    assert.match(body, /If you reject it, no job ticket begins\./);
  });

  test('can be opened without an Accept header', async () => {
    const ada = await createOffered();
    assertPage(await ada.open({}), 200);
  });

  test('on production does not mention a specimen', async () => {
    const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
    const ada = await createOffered();
    const answer = await production.app.inject({ url: ada.path, headers: BROWSER });
    assert.equal(answer.statusCode, 200);
    assert.doesNotMatch(answer.body, /MUSTER|SPECIMEN/);
  });
});

describe('an acceptance', () => {
  test('starts the subscription and shows it, and a second acceptance changes nothing', async () => {
    const ada = await createOffered();
    const answer = await ada.post('answer=accepted');
    assert.equal(answer.statusCode, 303);
    assertGuarded(answer);
    const next = new URL(String(answer.headers.location), `https://tickets.example.com${ada.path}`);
    assert.equal(next.pathname, ada.path);
    const body = assertPage(await ada.open(), 200);
    assert.match(body, /class="state accepted"[^>]*><p>Angenommen am \d+\. \w+ \d{4} um \d\d:\d\d:\d\d ME/);
    assert.match(body, /Ihr Jobticket beginnt am 1\. Dezember 2026\./);
    assert.doesNotMatch(body, /<form|<button/);
    const record = await ada.record();
    assert.equal(record.subscription.status, 'scheduled');
    assert.equal(record.subscription.nextTicketAt, '2026-12-01');
    assert.equal(record.plan.contractSigningStatus, 'accepted');
    assert.equal((await ada.post('answer=accepted')).statusCode, 303);
    assert.deepEqual(await ada.record(), record);
    const audit = await sql`
      select actor_type, actor_id from audit_log
      where company_id = ${company.id} and action = 'contract-accepted' and subject_id = ${ada.id}`;
    assert.deepEqual(
      [...audit].map((row) => ({ ...row })),
      [{ actor_type: 'employee', actor_id: ada.employeeId }],
    );
  });

  test('makes the contract downloadable, with the proof of acceptance', async () => {
    const ada = await createOffered({ firstName: 'Hồng Nhung', lastName: 'Nguyễn' });
    const [before] = await ada.documents();
    assert(before);
    assert.deepEqual([before.documentName, before.downloadable], ['Vertrag Jobticket 2026-12', false]);
    assertProblem(await get(`/employee-documents/${before.id}/download`), 409, 'document-not-downloadable');
    await ada.post('answer=accepted');
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
    assert.equal((await ada.post('answer=rejected')).statusCode, 303);
    const body = assertPage(await ada.open(), 200);
    assert.match(body, /Abgelehnt am [\s\S]*Es beginnt kein Jobticket/);
    assert.doesNotMatch(body, /<form/);
    const refused = assertPage(await ada.post('answer=accepted'), 409);
    assert.match(refused, /Dieses Angebot ist schon beantwortet[\s\S]*<a href="">Zur Vereinbarung<\/a>/);
    assertProblem(await ada.post('answer=accepted', { accept: 'application/json' }), 409, 'conflict');
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
        ['accepted', 'rejected', 'accepted', 'rejected'].map((answer) => ada.post(`answer=${answer}`)),
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
    for (const answer of [await ada.open(), await ada.post('answer=accepted')])
      assert.match(assertPage(answer, 410), /Dieses Angebot gilt nicht mehr/);
    assertProblem(await ada.open({ accept: '*/*' }), 410, 'offer-withdrawn');
    assert.equal((await ada.record()).subscription.status, 'no-subscription');
    assert.deepEqual(
      (await ada.documents()).map(({ downloadable }) => downloadable),
      [false],
    );
  });

  test('of a replaced offer is refused, and the new offer has its own link and document', async () => {
    const ada = await createOffered();
    await ada.post('answer=rejected');
    await sql.begin((tx) => enrol(tx, company.id, ada.employeeId, OPERATOR));
    assertPage(await ada.post('answer=accepted'), 410);
    const second = await offerTo(ada.employeeId);
    assert.notEqual(second.path, ada.path);
    assert.equal((await pageAt(second.path).post('answer=accepted')).statusCode, 303);
    assert.deepEqual(
      (await ada.documents()).map(({ downloadable }) => downloadable),
      [false, true],
    );
  });

  test('of an offer that newer amounts replaced is refused: the page leads to the new offer, over every step', async () => {
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
    for (const answer of [await pageAt(first).open(), await pageAt(first).post('answer=accepted')]) {
      const body = assertPage(answer, 410);
      assert.match(body, /Für Sie gibt es ein neueres Angebot/);
      assert.ok(
        body.includes(`<a href="https://tickets.example.com${await latest()}">Zum neuen Angebot</a>`),
        body,
      );
    }
    assertProblem(await pageAt(first).open({ accept: '*/*' }), 410, 'offer-replaced');
    // 63.00 less 3.15 discount and 18.00 subsidy.
    assert.match(assertPage(await pageAt(await latest()).open(), 200), /41,85\u00a0€/);
  });

  test('of another plan shows the date from which it applies', async () => {
    const ada = await createOffered();
    await ada.post('answer=accepted');
    await sql.begin((tx) => changePlan(tx, company.id, ada.employeeId, OPERATOR, 'deferred-plan'));
    const change = pageAt((await offerTo(ada.employeeId)).path);
    assert.match(assertPage(await change.open(), 200), /anders zu bezahlen[\s\S]*bleibt alles, wie es ist/);
    await change.post('answer=accepted');
    assert.match(assertPage(await change.open(), 200), /Die Änderung gilt ab dem 1\. Dezember 2026\./);
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
    await terms.post('answer=rejected');
    const { record } = readers(employeeId);
    assert.equal((await record()).subscription.status, 'scheduled-cancellation');
    const body = assertPage(await terms.open(), 200);
    assert.match(
      body,
      /der erste Tag ohne Ticket ist der 1\. Dezember 2026\. Bis dahin können Sie noch annehmen/i,
    );
    assert.match(body, /value="accepted"/);
    assert.doesNotMatch(body, /value="rejected"/);
    assert.equal((await terms.post('answer=accepted')).statusCode, 303);
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
        await post('answer=accepted'),
        await post('nonsense', { 'content-type': 'text/plain' }),
      ])
        assert.match(assertPage(answer, 404), /Dieser Link stimmt nicht/);
      assertProblem(await open({ accept: 'application/json' }), 404, 'not-found');
    }
  });

  test('of a deleted offer is unknown', async () => {
    const { path } = pathTo({ id: 999_999, companyId: company.id });
    assertPage(await pageAt(path).open(), 404);
    assertPage(await pageAt(path).post('answer=accepted'), 404);
  });

  test('of an erased person is unknown', async () => {
    const ada = await createOffered();
    await sql`update employees set erased_at = now()
      where company_id = ${company.id} and id = ${ada.employeeId}`;
    await sql`update contract_offers set terms = '{}' where company_id = ${company.id} and id = ${ada.id}`;
    assertPage(await ada.open(), 404);
    assertPage(await ada.post('answer=accepted'), 404);
  });

  test('works through the 60th business day, and not later', async () => {
    const ada = await createOffered();
    const aged = async (days: number) => {
      await sql`update contract_offers set offered_on = business_date(c.time_zone, c.clock_frozen_on) - ${days}::int
        from companies c where c.id = company_id and company_id = ${company.id} and contract_offers.id = ${ada.id}`;
      return ada;
    };
    assertPage(await (await aged(60)).open(), 200);
    const expired = await aged(61);
    assert.match(assertPage(await expired.open(), 410), /Dieser Link ist abgelaufen/);
    assert.match(
      assertPage(await expired.open({ ...BROWSER, 'accept-language': 'en-GB,en' }), 410),
      /This link has expired/,
    );
    assertPage(await expired.post('answer=accepted'), 410);
    assertProblem(await expired.post('answer=accepted', { accept: '*/*' }), 410, 'link-expired');
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });
});

describe('the form of the contract page', () => {
  test('is refused unless it has one of the two answers', async () => {
    const ada = await createOffered();
    for (const payload of [
      '',
      'answer=',
      'answer=maybe',
      'answer=accepted&answer=rejected',
      'other=accepted',
      'answer=ACCEPTED',
    ])
      assert.match(assertPage(await ada.post(payload), 422), /Das hat nicht geklappt/);
    assertProblem(await ada.post('answer=maybe', { accept: '*/*' }), 422, 'invalid-values');
    assertPage(await ada.post(`answer=accepted&more=${'x'.repeat(2_000)}`), 413);
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });

  test('is refused with another content type', async () => {
    const ada = await createOffered();
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])
      assertPage(await ada.post('{"answer":"accepted"}', { 'content-type': type }), 415);
    assertProblem(
      await ada.post('{"answer":"accepted"}', { 'content-type': 'application/json', accept: '*/*' }),
      415,
      'unsupported-media-type',
    );
    assert.equal((await ada.record()).plan.contractSigningStatus, 'pending');
  });

  test('is refused from another site, and accepted from our page or from browsers that send no origin', async () => {
    for (const origin of [
      'https://evil.example',
      'http://tickets.example.com',
      'https://tickets.example.com.evil.example',
    ])
      assertPage(await (await createOffered()).post('answer=accepted', { origin }), 403);
    for (const origin of ['https://tickets.example.com', 'null', 'http://localhost:80'])
      assert.equal(
        (await (await createOffered()).post('answer=accepted', { origin, host: 'localhost:80' })).statusCode,
        303,
        origin,
      );
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
        assert.match(assertPage(await ada.post('answer=accepted'), 409), /Einen Moment bitte/);
      }),
    );
    assert.equal((await ada.post('answer=accepted')).statusCode, 303);
  });
});

test('an internal error is shown as a page without details, and is logged', async () => {
  const ada = await createOffered();
  await sql`update contract_offers set text_digest = sha256('other')
    where company_id = ${company.id} and id = ${ada.id}`;
  written.length = 0;
  const answer = await ada.open();
  assert.match(assertPage(answer, 500), /Da ist bei uns etwas schiefgegangen/);
  assert.doesNotMatch(answer.body, /digest|version/i);
  assert.match(written.join(''), /can no longer be made as it was offered/);
  assertProblem(await ada.open({ accept: '*/*' }), 500, 'internal-error');
});

test('the log never contains a token', async () => {
  written.length = 0;
  const ada = await createOffered();
  await ada.open();
  await ada.post('answer=accepted', { referer: `https://tickets.example.com${ada.path}` });
  await ada.post('answer=rejected');
  await ada.post('nonsense');
  await pageAt(`${ada.path}x`).open();
  const log = written.join('');
  assert.match(log, /"route":"\/contracts\/:token","status":303/);
  assert.ok(!log.includes(ada.token) && !log.includes(ada.token.split('.').at(-1) ?? '?'));
});
