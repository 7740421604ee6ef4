import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { MAX_PASS_DEVICES } from '../../../../src/platform/limits.ts';
import { noteLinkViewer } from '../../../../src/platform/links/link-viewers-sql.ts';
import { voidTickets } from '../../../../src/tickets/issue/tickets-sql.ts';
import { createPassLinks } from '../../../../src/tickets/wallet/wallet-links.ts';
import { renewLink } from '../../../../src/views/employee-page/renew-link.ts';
import { until } from '../../../pure/support/until.ts';
import { createPassService, PASS_TYPE } from '../../support/pass-service.ts';
import { addPerson } from '../../support/people.ts';
import { Phone, type PhonePass } from '../../support/phone.ts';
import { withoutRequestId } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { countWaiting } from '../../support/waiting.ts';

const service = await createPassService();
const { apns, setUp, settle } = service;
const { sql } = service.database;

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: object | string;
}

const ask = (request: Request) => service.app.inject(request);

function serviceOf(pass: PhonePass) {
  const base = `${new URL(pass.webServiceURL).pathname}/v1`;
  const registration = (device: string, serial = pass.serialNumber, type = PASS_TYPE) =>
    `${base}/devices/${device}/registrations/${type}/${serial}`;
  return {
    base,
    registration,
    list: (device: string, since?: string) =>
      `${base}/devices/${device}/registrations/${PASS_TYPE}${since === undefined ? '' : `?passesUpdatedSince=${since}`}`,
    file: (serial = pass.serialNumber, type = PASS_TYPE) => `${base}/passes/${type}/${serial}`,
    authorized: { authorization: `ApplePass ${pass.authenticationToken}` },
  };
}

const comparable = ({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>) => {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body: withoutRequestId(body) };
};

test('a phone registers once, asks, fetches, and unregisters', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  const { list, file, authorized } = serviceOf(pass);
  assert.equal(await phone.register(pass), 200, 'again: it is known');
  const listed = await ask({ method: 'GET', url: list(phone.device) });
  assert.deepEqual(listed.json().serialNumbers, [pass.serialNumber]);
  const tag = listed.json().lastUpdated;
  assert.equal((await ask({ method: 'GET', url: list(phone.device, tag) })).statusCode, 204);
  const fetched = await ask({ method: 'GET', url: file(), headers: authorized });
  assert.equal(fetched.headers['content-type'], 'application/vnd.apple.pkpass');
  const modified = String(fetched.headers['last-modified']);
  const again = await ask({
    method: 'GET',
    url: file(),
    headers: { ...authorized, 'if-modified-since': modified },
  });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  // Nobody has compared yet: the fetch itself finds it out, so that a phone that asks by itself is right.
  const changed = await ask({
    method: 'GET',
    url: file(),
    headers: { ...authorized, 'if-modified-since': modified },
  });
  assert.equal(changed.statusCode, 200);
  assert.equal(await phone.remove(pass), 200);
  assert.equal(await phone.remove(pass), 200, 'twice is no error');
  assert.equal((await ask({ method: 'GET', url: list(phone.device) })).statusCode, 204);
  apns.received.length = 0;
  await settle(company);
  assert.equal(apns.received.length, 0);
});

test('guesses, tokens of others and unknown passes get the same answer, byte by byte', async () => {
  const [mine, theirs] = [await setUp(), await setUp()];
  const pass = await new Phone(service).add(mine.link());
  const other = await new Phone(service).add(theirs.link());
  const { file, registration, base, authorized } = serviceOf(pass);
  const guess = { authorization: `ApplePass ${randomBytes(32).toString('base64url')}` };
  const wrong: [string, Record<string, string>][] = [
    [file(), {}],
    [file(), { authorization: '' }],
    [file(), { authorization: 'ApplePass ' }],
    [file(), guess],
    [file(), { authorization: `Bearer ${pass.authenticationToken}` }],
    [file(), { authorization: `ApplePass ${pass.authenticationToken}x` }],
    [file(), { authorization: `ApplePass ${pass.authenticationToken.slice(0, -1)}` }],
    [file(), { authorization: `ApplePass ${other.authenticationToken}` }],
    [file(other.serialNumber), authorized],
    [file(randomBytes(16).toString('base64url')), authorized],
    [file('x'.repeat(3_000)), authorized],
    [file('%00'), authorized],
    [file("' or 1=1--"), authorized],
    [file(pass.serialNumber, 'pass.com.example.others'), authorized],
    // The same pass at another company, and a company that is not there.
    [file().replace(base, serviceOf(other).base), authorized],
    [file().replace(base, '/wallet/999999999/v1'), authorized],
  ];
  const [first] = await Promise.all(
    wrong.slice(0, 1).map(async ([url, headers]) => comparable(await ask({ method: 'GET', url, headers }))),
  );
  assert.equal(first?.statusCode, 401);
  assert.equal(first?.headers['www-authenticate'], 'ApplePass');
  for (const [url, headers] of wrong) {
    const answer = comparable(await ask({ method: 'GET', url, headers }));
    if (url.includes('%00')) assert.equal(answer.statusCode, 404);
    else assert.deepEqual(answer, first, url);
  }
  for (const [url, headers] of wrong.filter(([url]) => url === file())) {
    const device = registration('abc', url.split('/').at(-1));
    const payload = { pushToken: 'a'.repeat(64) };
    assert.equal((await ask({ method: 'POST', url: device, headers, payload })).statusCode, 401);
    assert.equal((await ask({ method: 'DELETE', url: device, headers })).statusCode, 401);
  }
  assert.equal(
    (await sql`select from pass_registrations where company_id = ${mine.company.id} and device = 'abc'`)
      .length,
    0,
  );
});

test('a wrong token takes as long as an unknown pass', async () => {
  const { link } = await setUp();
  const pass = await new Phone(service).add(link());
  const { file } = serviceOf(pass);
  const headers = { authorization: `ApplePass ${randomBytes(32).toString('base64url')}` };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 150; round++)
    for (const [kind, url] of [
      ['known', file()],
      ['unknown', file(randomBytes(16).toString('base64url'))],
    ] as const) {
      const begin = performance.now();
      await ask({ method: 'GET', url, headers });
      times[kind].push(performance.now() - begin);
    }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const [known, unknown] = [median(times.known), median(times.unknown)];
  assert.ok(Math.abs(known - unknown) < 0.5 * Math.max(known, unknown), `${known} ms and ${unknown} ms`);
});

test('a token of before cannot be replayed: the pass of a renewed link only says that it is void, and names nobody', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  await sql.begin((tx) => renewLink(tx, company.id, person, OPERATOR));
  const renewed = await new Phone(service).add(link('apple', 2));
  assert.equal(await phone.fetch(pass.serialNumber), 200);
  assert.equal(phone.pass.voided, true);
  assert.equal(phone.pass.barcodes, undefined);
  assert.ok(
    !JSON.stringify([...phone.passes.values()].map(({ pass: shown }) => shown)).includes('Beispiel,'),
  );
  const { file } = serviceOf(renewed);
  const old = { authorization: `ApplePass ${pass.authenticationToken}` };
  assert.equal((await ask({ method: 'GET', url: file(), headers: old })).statusCode, 401);
});

test('a thousand devices of one pass: the latest are told, the others are forgotten', async () => {
  const { company, link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  for (let count = 0; count < 1_000; count++)
    assert.equal(await phone.register(pass, `device-${count}`), 201);
  const kept = await sql<{ device: string }[]>`
    select device from pass_registrations where company_id = ${company.id} order by id`;
  assert.deepEqual(
    kept.map(({ device }) => device),
    Array.from({ length: MAX_PASS_DEVICES }, (_, at) => `device-${1_000 - MAX_PASS_DEVICES + at}`),
  );
  await settle(company);
  assert.equal(apns.received.length, MAX_PASS_DEVICES);
});

test('nonsense is refused without an error on our side', async () => {
  const { link } = await setUp();
  const pass = await new Phone(service).add(link());
  const { base, registration, list, file, authorized } = serviceOf(pass);
  const json = { 'content-type': 'application/json' };
  const requests: Request[] = [
    { method: 'POST', url: registration('a'), headers: { ...authorized, ...json }, payload: '{' },
    { method: 'POST', url: registration('a'), headers: { ...authorized, ...json }, payload: '[]' },
    { method: 'POST', url: registration('a'), headers: authorized, payload: {} },
    { method: 'POST', url: registration('a'), headers: authorized, payload: { pushToken: '../x' } },
    { method: 'POST', url: registration('a'), headers: authorized, payload: { pushToken: 'a'.repeat(201) } },
    {
      method: 'POST',
      url: registration('a'),
      headers: authorized,
      payload: { pushToken: 'a'.repeat(9_000) },
    },
    { method: 'POST', url: registration('a'.repeat(101)), headers: authorized, payload: { pushToken: 'ab' } },
    { method: 'POST', url: registration('a%2Fb'), headers: authorized, payload: { pushToken: 'ab' } },
    { method: 'DELETE', url: registration('%F0%9F%98%80'), headers: authorized },
    { method: 'GET', url: list('a%00b') },
    { method: 'GET', url: list('x', '-1') },
    { method: 'GET', url: list('x', 'yesterday') },
    { method: 'GET', url: list('x', '9'.repeat(40)) },
    { method: 'GET', url: file(), headers: { ...authorized, 'if-modified-since': 'yesterday' } },
    { method: 'GET', url: '/wallet/0/v1/passes/a/b' },
    { method: 'GET', url: '/wallet/1e3/v1/passes/a/b' },
    { method: 'GET', url: `/wallet/${'9'.repeat(30)}/v1/passes/a/b` },
    { method: 'POST', url: `${base}/log`, payload: { logs: [1] } },
    { method: 'POST', url: `${base}/log`, payload: { logs: Array.from({ length: 101 }, () => 'a') } },
    { method: 'POST', url: `${base}/log`, payload: { logs: ['a'.repeat(20_000)] } },
    { method: 'POST', url: '/wallet/999999999/v1/log', payload: { logs: ['a'] } },
  ];
  for (const request of requests) {
    const { statusCode } = await ask(request);
    assert.ok(statusCode < 500, `${request.method} ${request.url.slice(0, 80)}: ${statusCode}`);
  }
});

test('links of somebody who is being deleted at that moment are refused or left out', async () => {
  const { company } = await setUp();
  const employeeId = await addPerson(sql, company.id);
  const viewer = { type: 'portal-user', id: 1 };
  const links = createPassLinks('https://tickets.example.com', service.secretKeys);
  const { apple } = links({ companyId: company.id, employeeId, linkVersion: 1 });
  const waiting = await service.database.bulk.begin(async (tx) => {
    await tx`delete from employees where company_id = ${company.id} and id = ${employeeId}`;
    const opened = ask({ method: 'GET', url: new URL(apple).pathname });
    const noted = noteLinkViewer(sql, company.id, viewer, [{ employeeId, linkVersion: 1 }]);
    await until('both wait', async () => (await countWaiting(sql)) === 2);
    // In an object: the transaction would wait for promises.
    return { opened, noted };
  });
  assert.equal((await waiting.opened).statusCode, 404);
  await waiting.noted;
});

test('a tag that was never given, as after a restored backup, lists everything', async () => {
  const { link } = await setUp();
  const phone = new Phone(service);
  const pass = await phone.add(link());
  const { list } = serviceOf(pass);
  const answer = await ask({ method: 'GET', url: list(phone.device, '999999999') });
  assert.deepEqual(answer.json().serialNumbers, [pass.serialNumber]);
});

test('a pass that a phone adds late is listed, although the phone has seen later numbers of the company', async () => {
  const { company, person, link } = await setUp();
  const other = await company.addPerson();
  await company.roster([{ id: other, facts: {} }]);
  await company.on('2027-01-01');
  const owner = { companyId: company.id, employeeId: other, linkVersion: 1 };
  const otherLink = createPassLinks(service.config.baseUrl, service.secretKeys)(owner).apple;
  // The file of the other pass is downloaded and kept. It changes, then a third thing changes.
  const shared = new Phone(service);
  const late = await new Phone(service).add(otherLink);
  await company.open((tx, day) => voidTickets(tx, day, '2027-01-01', [other]));
  await settle(company);
  await shared.add(link());
  await company.open((tx, day) => voidTickets(tx, day, '2027-01-01', [person]));
  await settle(company);
  await shared.update();
  shared.passes.set(late.serialNumber, { pass: late, modified: undefined, files: new Map() });
  assert.equal(await shared.register(late), 201);
  assert.equal(await shared.update(), 1);
  assert.equal(shared.passes.get(late.serialNumber)?.pass.voided, true);
});

test('phones report problems: a few lines in the log, without serial numbers, tokens and addresses', async (t) => {
  const loud = await createTestService({ LOG_LEVEL: 'info' }, service.database);
  const { link } = await setUp();
  const pass = await new Phone(service).add(link());
  const lines: string[] = [];
  t.mock.method(process.stderr, 'write', (line: string) => {
    lines.push(line);
    return true;
  });
  const logs = [
    `Get pass task (for ${pass.serialNumber}) encountered error: Unexpected response code 500`,
    'mail from ada@example.com\nat https://tickets.example.com/wallet/1',
    ...Array.from({ length: 50 }, () => 'again '.repeat(40)),
  ];
  const answer = await loud.app.inject({
    method: 'POST',
    url: `${serviceOf(pass).base}/log`,
    payload: { logs },
  });
  t.mock.restoreAll();
  assert.equal(answer.statusCode, 200);
  const text = lines.join('');
  assert.match(text, /Unexpected response code 500/);
  assert.match(text, /"count":52/);
  assert.ok(text.length < 3_000, `${text.length}`);
  for (const secret of [pass.serialNumber, 'ada@example.com', 'tickets.example.com'])
    assert.ok(!text.includes(secret), secret);
});

test('a device that has removed the pass is forgotten; one that cannot be reached is tried again after growing pauses', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  await phone.add(link());
  await settle(company);
  const state = async () => {
    const [row] = await sql<{ failed: number; waits: boolean }[]>`
      select failed_attempts as failed, next_attempt_at > now() as waits from pass_registrations where company_id = ${company.id}`;
    return row;
  };
  const passTime = () =>
    sql`update pass_registrations set next_attempt_at = now() where company_id = ${company.id} and next_attempt_at is not null`;
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  for (const [attempt, answer] of ([429, 503, 500, [403, 'BadCertificate'], 'hang up'] as const).entries()) {
    apns.answer = () => answer as 429;
    await settle(company);
    assert.deepEqual(await state(), { failed: attempt + 1, waits: true }, String(answer));
    await settle(company);
    assert.deepEqual(await state(), { failed: attempt + 1, waits: true }, 'not before its time');
    await passTime();
  }
  apns.answer = () => 200;
  await settle(company);
  assert.deepEqual(await state(), { failed: 0, waits: null });
  for (const gone of [410, [400, 'BadDeviceToken'], [410, 'Unregistered']] as const) {
    assert.equal(await phone.register(phone.pass), gone === 410 ? 200 : 201);
    await company.on(`2027-0${gone === 410 ? 1 : Array.isArray(gone) && gone[0] === 400 ? 2 : 3}-01`);
    apns.answer = () => gone as 410;
    await settle(company);
    assert.equal(await state(), undefined);
  }
});

test('a server of passes may ask for a longer pause, as seconds or as a time, up to six hours', async () => {
  const { company, person, link } = await setUp();
  const phone = new Phone(service);
  await phone.add(link());
  await settle(company);
  await company.open((tx, day) => voidTickets(tx, day, '2026-12-01', [person]));
  for (const [retryAfter, minutes] of [
    ['5400', 90],
    [new Date(Date.now() + 90 * 60_000).toUTCString(), 90],
    ['999999', 360],
    [new Date(Date.now() + 7 * 24 * 3_600_000).toUTCString(), 360],
  ] as const) {
    apns.answer = () => [429, 'TooManyRequests', retryAfter];
    await settle(company);
    const [row] = await sql<{ minutes: number }[]>`
      select extract(epoch from next_attempt_at - now())::float / 60 as minutes from pass_registrations
      where company_id = ${company.id}`;
    assert.ok(row && row.minutes > minutes - 20 && row.minutes <= minutes, `${retryAfter}: ${row?.minutes}`);
    await sql`update pass_registrations set next_attempt_at = now() where company_id = ${company.id}`;
  }
});
