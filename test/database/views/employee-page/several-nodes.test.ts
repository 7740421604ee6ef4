import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { RATES } from '../../../../src/platform/limits.ts';
import type { LinkClass } from '../../../../src/platform/links/link-class.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import { contractLink } from '../../../../src/tickets/contracts/contract-links.ts';
import { ask, createPortalUser, ORIGIN, PASSWORD, signIn, tokenIn } from '../../portal/portal.ts';
import { enrol } from '../../support/actions.ts';
import { addPerson, freezeClock, TODAY } from '../../support/people.ts';
import { basic, createTestCompany, createTestService } from '../../support/service.ts';
import { openAgain } from '../../support/test-database.ts';
import { BORN, createVisitor, pagesOf } from './visitor.ts';

const first = await createTestService();
const second = await createTestService({}, openAgain(first.database));
const nodes = [first, second] as const;
const { sql } = first.database;
for (const node of nodes) await pagesOf(node);
const nodeOf = (number: number) => nodes[number % 2] ?? first;

const linkOfPage = createPageLink(ORIGIN, first.secretKeys);
const linkOfContract = contractLink(ORIGIN, first.secretKeys);

async function companyWithOffers(people: number) {
  const { company, key } = await createTestCompany(first);
  const companyId = company.id;
  await freezeClock(sql, companyId);
  await sql`
    update companies set default_plan_type = 'split-pay-plan', subsidy_cents = 2500 where id = ${companyId}`;
  const employees: number[] = [];
  for (let person = 0; person < people; person++) {
    const employeeId = await addPerson(sql, companyId, { email: `p${person}@example.com` });
    await sql.begin((tx) => enrol(tx, companyId, employeeId, OPERATOR));
    employees.push(employeeId);
  }
  const offers = await sql<{ id: number; employeeId: number }[]>`
    select id, employee_id as "employeeId" from contract_offers where company_id = ${companyId} order by id`;
  const contract = (id: number, linkClass: LinkClass = 'mailed') =>
    new URL(linkOfContract({ companyId, id, linkVersion: 1 }, linkClass)).pathname;
  return {
    ...{ companyId, key, offers, contract },
    page: (employeeId: number) =>
      new URL(linkOfPage({ companyId, employeeId, linkVersion: 1 }, 'mailed')).pathname,
    admin: await createPortalUser(first, companyId),
    state: async (id: number) => {
      const [offer] = await sql<{ status: string; isWithdrawn: boolean; terms: number; entries: number }[]>`
        select o.status, o.withdrawn_at is not null as "isWithdrawn",
          (select count(e.term_start)::integer from employees e
            where e.company_id = o.company_id and e.id = o.employee_id) as terms,
          (select count(*)::integer from audit_log a
            where a.company_id = o.company_id and a.subject_type = 'contract-offer' and a.subject_id = o.id
              and a.action in ('contract-accepted', 'contract-rejected', 'contract-withdrawn')) as entries
        from contract_offers o where o.company_id = ${companyId} and o.id = ${id}`;
      assert(offer);
      return offer;
    },
  };
}

const sign = (node: (typeof nodes)[number], path: string, answer: string, dateOfBirth = BORN) =>
  createVisitor(node).sign(path, { answer, dateOfBirth });

describe('a contract on two nodes', () => {
  it('has one answer, however many are sent at once', async () => {
    const { offers, contract, state } = await companyWithOffers(4);
    for (const { id } of offers) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          sign(nodeOf(number), contract(id), number % 3 === 0 ? 'rejected' : 'accepted'),
        ),
      );
      const statuses = answers.map(({ statusCode }) => statusCode);
      assert.ok(
        statuses.every((status) => status === 303 || status === 409),
        statuses.join(),
      );
      const { status, terms, entries } = await state(id);
      const agreeing = answers.filter((_, number) => (number % 3 === 0 ? 'rejected' : 'accepted') === status);
      for (const { statusCode } of agreeing) assert.equal(statusCode, 303);
      assert.equal(statuses.filter((each) => each === 303).length, agreeing.length);
      assert.deepEqual([terms, entries], [status === 'accepted' ? 1 : 0, 1]);
    }
  });

  it('is either signed or withdrawn', async () => {
    const { offers, contract, state, admin } = await companyWithOffers(6);
    for (const [index, { id }] of offers.entries()) {
      const withdraw = () =>
        ask(second, `/contracts/${id}/withdraw`, { method: 'POST', body: {}, token: admin.token });
      const accept = () => sign(first, contract(id), 'accepted');
      const [one, other] = await Promise.all(
        index % 2 === 0 ? [accept(), withdraw()] : [withdraw(), accept()],
      );
      const { status, isWithdrawn, terms, entries } = await state(id);
      assert.notEqual(status === 'accepted', isWithdrawn, `${one?.body} ${other?.body}`);
      assert.deepEqual([terms, entries], [status === 'accepted' ? 1 : 0, 1]);
      const again = await sign(second, contract(id), 'accepted');
      assert.equal(again.statusCode, isWithdrawn ? 410 : 303);
      assert.deepEqual(await state(id), { status, isWithdrawn, terms, entries });
    }
  });

  it('is signed with its own link and birth date only, in a form of usual size', async () => {
    const [own, other] = [await companyWithOffers(2), await companyWithOffers(1)];
    const [one, two] = own.offers;
    const [foreign] = other.offers;
    assert(one && two && foreign);
    await sql`update employees set date_of_birth = '1991-01-01' where id = ${two.employeeId}`;
    const visitor = createVisitor(second);
    const token = own.contract(one.id).slice('/contracts/'.length);
    const answer = `dateOfBirth=${BORN}&answer=accepted`;
    const hostile: [path: string, body: string][] = [
      // Tokens of other kinds, changed ones, and that of another person with this one's birth date.
      [`/contracts/${own.page(one.employeeId).slice('/me/'.length)}`, answer],
      [`/contracts/${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, answer],
      [`/contracts/${token}%00`, answer],
      [`/contracts/${token.toUpperCase()}`, answer],
      [`/contracts/${'a'.repeat(5_000)}`, answer],
      [own.contract(two.id), answer],
      // Odd forms.
      [own.contract(one.id), `${answer}&answer=rejected`],
      [own.contract(one.id), `dateOfBirth=${BORN}&dateOfBirth=1990-01-01&answer=accepted`],
      [own.contract(one.id), `dateOfBirth=${BORN}&answer=accepted%00`],
      [own.contract(one.id), `dateOfBirth=${BORN}&answer=Accepted`],
      [own.contract(one.id), 'answer=accepted'],
      [own.contract(one.id), 'dateOfBirth=1990-02-30&answer=accepted'],
      [own.contract(one.id), `dateOfBirth=${BORN}T00:00:00Z&answer=accepted`],
      [own.contract(one.id), `dateOfBirth=%2B001990-02-03&answer=accepted`],
      [own.contract(one.id), `dateOfBirth[]=${BORN}&answer[]=accepted`],
      [own.contract(one.id), `__proto__=x&constructor=y&dateOfBirth=${BORN}`],
      [own.contract(one.id), `${answer}&x=${'a'.repeat(1_100)}`],
      [own.contract(one.id), 'a&'.repeat(400)],
      [own.contract(one.id), '%'.repeat(900)],
    ];
    for (const [path, body] of hostile) {
      const { statusCode } = await visitor.sign(path, body);
      assert.ok(
        statusCode >= 400 && statusCode < 500,
        `${statusCode} ${path.slice(0, 80)} ${body.slice(0, 80)}`,
      );
    }
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      const { statusCode } = await visitor.sign(own.contract(one.id), answer, { headers });
      assert.ok(statusCode === 403 || statusCode === 415, JSON.stringify(headers));
    }
    const admins = await createVisitor(first).get(own.contract(one.id), {
      headers: { cookie: `transit-portal=${own.admin.token}` },
    });
    assert.ok(!admins.body.includes('"page":{'), 'an admin is not the employee');
    for (const { id } of [one, two]) assert.equal((await own.state(id)).status, 'pending');
    assert.equal((await other.state(foreign.id)).status, 'pending');
    assert.equal((await visitor.sign(own.contract(one.id), answer)).statusCode, 303);
  });

  it('counts wrong birth dates of both nodes, also those that are sent at once', async () => {
    const { offers, contract, page, state } = await companyWithOffers(1);
    const [offer] = offers;
    assert(offer);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, number) => {
        const dateOfBirth = `19${60 + (number % 30)}-0${1 + (number % 9)}-11`;
        const address = `203.0.113.${number}`;
        const visitor = createVisitor(nodeOf(number), { address });
        return number % 2 === 0
          ? visitor.sign(contract(offer.id), { answer: 'accepted', dateOfBirth })
          : visitor.prove(page(offer.employeeId), dateOfBirth);
      }),
    );
    const compared = guesses.filter(({ statusCode }) => statusCode !== 429);
    assert.equal(compared.length, RATES.birthDatesOfPerson.max);
    for (const node of nodes)
      assert.equal((await sign(node, contract(offer.id), 'accepted')).statusCode, 429);
    assert.equal((await state(offer.id)).status, 'pending');
  });

  it('that has lapsed or ended cannot be answered, also by a page that was opened before', async () => {
    const { offers, contract, state, companyId, key } = await companyWithOffers(2);
    const [one, two] = offers;
    assert(one && two);
    const visitor = createVisitor(second);
    await visitor.read(contract(one.id));
    // The first node moves the clock while the second one takes the answers.
    const moved = first.app.inject({
      method: 'POST',
      url: '/test-clock',
      headers: { authorization: basic(key), 'content-type': 'application/json' },
      payload: { date: nextYear(TODAY) },
    });
    const [clock, signed] = await Promise.all([
      moved,
      visitor.sign(contract(one.id), { answer: 'accepted' }),
    ]);
    assert.ok(clock.statusCode < 300, clock.body);
    const { status, terms } = await state(one.id);
    assert.equal(signed.statusCode === 303, status === 'accepted', signed.body);
    assert.equal(terms, status === 'accepted' ? 1 : 0);
    if (status === 'accepted') {
      const after = await sql`
        select count(*)::integer as tickets from tickets t join employees e on e.company_id = t.company_id and e.id = t.employee_id
        where t.company_id = ${companyId} and t.employee_id = ${one.employeeId} and t.month < e.term_start`;
      assert.equal(after[0]?.['tickets'], 0);
    }
  });
});

const nextYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

describe('a portal session on two nodes', () => {
  it('is the same on both: it ends on both, and a confirmation counts on both', async () => {
    const { company } = await createTestCompany(first);
    const user = await createPortalUser(first, company.id);
    const token = tokenIn(await signIn(second, user.email));
    for (const node of nodes) assert.equal((await ask(node, '/keys', { token })).statusCode, 200);
    await sql`update portal_sessions set confirmed_at = confirmed_at - interval '10 minutes'`;
    const createKey = (node: (typeof nodes)[number]) =>
      ask(node, '/keys', { method: 'POST', token, body: { name: 'k', permissions: ['view-employees'] } });
    for (const node of nodes) assert.equal((await createKey(node)).statusCode, 403);
    const confirmed = await ask(first, '/session/confirm', {
      method: 'POST',
      token,
      body: { password: PASSWORD },
    });
    assert.equal(confirmed.statusCode, 200);
    assert.ok((await createKey(second)).statusCode < 300);
    assert.equal((await ask(second, '/session', { method: 'DELETE', token })).statusCode, 204);
    for (const node of nodes) assert.equal((await ask(node, '/keys', { token })).statusCode, 401);
  });

  it('counts attempts of both nodes', async () => {
    const { company } = await createTestCompany(first);
    const user = await createPortalUser(first, company.id);
    const tries = Array.from({ length: 2 * RATES.signInsOfUser.max }, (_, number) =>
      signIn(nodeOf(number), user.email, {
        body: { email: user.email, password: `wrong wrong ${number}` },
        address: `198.51.100.${number}`,
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    assert.equal(
      statuses.filter((status) => status !== 429).length,
      RATES.signInsOfUser.max,
      statuses.join(),
    );
  });

  it('continues a draft of a source that the other node began, one at a time', async () => {
    const { company } = await createTestCompany(first);
    const { token } = await createPortalUser(first, company.id);
    const say = (
      node: (typeof nodes)[number],
      method: 'POST' | 'PUT' | 'GET' | 'DELETE',
      path: string,
      body?: object,
    ) => ask(node, path, { method, token, ...(body && { body }) });
    const created = await say(first, 'POST', '/integrations', { name: 'HR', type: 'hr-integration' });
    const to = `/integrations/${created.json().data.id}/source`;
    const draft = (clientId: string) => ({
      system: 'personio',
      values: { clientId, clientSecret: 's'.repeat(20), host: 'api.personio.de' },
    });
    const entered = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        say(nodeOf(number), 'PUT', `${to}/draft`, draft(`c-${number}`)),
      ),
    );
    for (const { statusCode, body } of entered) assert.equal(statusCode, 200, body);
    const shown = await Promise.all(nodes.map((node) => say(node, 'GET', to)));
    assert.deepEqual(shown[0]?.json(), shown[1]?.json());
    const activated = await Promise.all(
      nodes.map((node) => say(node, 'POST', `${to}/draft/activate`, { schedule: 'manual' })),
    );
    for (const { statusCode } of activated) assert.equal(statusCode, 409);
    assert.equal((await say(second, 'DELETE', `${to}/draft`)).statusCode, 204);
    assert.equal((await say(first, 'GET', to)).json().data.draft, null);
  });
});
