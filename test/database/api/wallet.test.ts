import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { decodeJwt, jwtVerify } from 'jose';
import { lastOfMonth } from '../../../src/domain/calendar/months.ts';
import { createWalletLinks, type Wallet } from '../../../src/tickets/wallet/wallet-links.ts';
import { readZip, sha1, writeTestCertificates, writeTestServiceAccount } from '../../pure/support/wallet.ts';
import { withoutRequest } from '../support/problem.ts';
import { createTestCompany, createTestService, type TestService } from '../support/service.ts';

/** The secret that `createTestService` gives to every service. */
const SECRET = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';
const PERSON = {
  firstName: 'Kanarienvogel-Änne',
  lastName: 'Geheimnisträger zu Großbüßeldorf-Übermäßig',
  email: 'kanarienvogel@example.com',
  dateOfBirth: '1987-06-05',
};

const folder = mkdtempSync(join(tmpdir(), 'transit-wallet-'));
after(() => rmSync(folder, { recursive: true }));
const staging = await createTestService({ DATA_DIR: join(folder, 'staging') });
const { sql } = staging.database;

interface Setting {
  timeZone?: string;
  locale?: string;
  /** Undefined: the real clock. */
  today?: string;
  validFrom?: string;
  validUntil?: string;
  voided?: boolean;
}

async function createTicket(setting: Setting = {}) {
  const { validFrom = '2026-11-01', validUntil = '2026-11-30' } = setting;
  const { company } = await createTestCompany(staging);
  await sql`
    update companies set clock_frozen_on = ${setting.today ?? null},
      time_zone = ${setting.timeZone ?? 'Europe/Berlin'},
      locale = ${setting.locale ?? 'de-DE'}
    where id = ${company.id}`;
  const [ticket] = await sql<{ id: number }[]>`
    with employee as (
      insert into employees (company_id, first_name, last_name, email, date_of_birth)
      values (${company.id}, ${PERSON.firstName}, ${PERSON.lastName}, ${PERSON.email}, ${PERSON.dateOfBirth})
      returning id
    )
    insert into tickets (company_id, employee_id, month, valid_from, valid_until, voided_at)
    select ${company.id}, id, date_trunc('month', ${validFrom}::date)::date, ${validFrom}, ${validUntil},
      ${setting.voided ? new Date() : null}
    from employee
    returning id`;
  const ticketId = ticket?.id ?? assert.fail('no ticket');
  return { companyId: company.id, ticketId };
}

type Ticket = Awaited<ReturnType<typeof createTicket>>;

function pathOf({ companyId, ticketId }: Ticket, wallet: Wallet, secret = SECRET): string {
  return createWalletLinks('', [secret])(companyId, ticketId)[wallet];
}

function get(url: string, service: TestService = staging) {
  return service.app.inject({ method: 'GET', url });
}

async function getPass(ticket: Ticket, service?: TestService) {
  const answer = await get(pathOf(ticket, 'apple'), service);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  const files = readZip(answer.rawPayload);
  return { answer, files, pass: JSON.parse(files.get('pass.json')?.toString('utf8') ?? '') };
}

/** Returns the answer without the headers that differ between any two answers. */
function comparableAnswer({ statusCode, headers, body }: Awaited<ReturnType<typeof get>>) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  // That of a problem depends on the number that it repeats.
  if (statusCode >= 400) delete rest['content-length'];
  return { statusCode, headers: rest, body: withoutRequest(body) };
}

const ticket = await createTicket({ today: '2026-11-15' });

test('the Apple link downloads a pass for the person, which may not be cached', async () => {
  const { answer, files, pass } = await getPass(ticket);
  assert.equal(answer.headers['content-type'], 'application/vnd.apple.pkpass');
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="TKT-\d{8,}\.pkpass"; filename\*=UTF-8''TKT-\d{8,}\.pkpass$/,
  );
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
  const manifest = JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '');
  assert.equal(manifest['pass.json'], sha1(files.get('pass.json') ?? Buffer.alloc(0)));
  assert.equal(pass.eventTicket.secondaryFields[0].value, `${PERSON.firstName} ${PERSON.lastName}`);
  assert.equal(pass.eventTicket.primaryFields[0].value, 'SPECIMEN – NOT VALID');
});

test('the Google link redirects to the save page, without personal data in the address', async () => {
  const answer = await get(pathOf(ticket, 'google'));
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  const address = String(answer.headers.location);
  assert.match(address, /^https:\/\/pay\.google\.com\/gp\/v\/save\//);
  const said = `${JSON.stringify(decodeJwt(address.split('/').at(-1) ?? ''))}${answer.body}`;
  assert.match(said, /SPECIMEN – NOT VALID/);
  for (const secret of Object.values(PERSON)) assert.ok(!said.includes(secret), secret);
});

test('HEAD has the same status and headers as GET, without the body', async (t) => {
  // A Google link contains the second in which it was signed.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  for (const wallet of ['apple', 'google'] as const) {
    const url = pathOf(ticket, wallet);
    const head = await staging.app.inject({ method: 'HEAD', url });
    assert.deepEqual(comparableAnswer(head), { ...comparableAnswer(await get(url)), body: '' });
  }
});

test('all wrong tokens get byte-identical answers', async () => {
  const other = await createTicket({ today: '2026-11-15' });
  const right = pathOf(ticket, 'apple');
  const parts = right.split('.');
  const flipped = parts.map((part, index) => {
    const last = part.endsWith('a') ? 'b' : 'a';
    return parts.with(index, part.slice(0, -1) + last).join('.');
  });
  const wrong = [
    '/wallet/x',
    `/wallet/${'x'.repeat(5000)}`,
    '/wallet/%00',
    ...flipped,
    parts.with(2, 'google').join('.'),
    `${right}.`,
    pathOf(ticket, 'apple', 's'.repeat(32)),
    pathOf({ companyId: other.companyId, ticketId: ticket.ticketId }, 'apple'),
    pathOf({ companyId: ticket.companyId, ticketId: 999_999_999 }, 'apple'),
    pathOf({ companyId: 999_999_999, ticketId: ticket.ticketId }, 'google'),
    pathOf({ companyId: Number.MAX_SAFE_INTEGER, ticketId: Number.MAX_SAFE_INTEGER }, 'google'),
  ];
  const [first] = await Promise.all(wrong.map((url) => get(url).then(comparableAnswer)));
  assert.equal(first?.statusCode, 404);
  assert.equal(first?.headers['content-type'], 'application/problem+json');
  for (const url of wrong) assert.deepEqual(comparableAnswer(await get(url)), first, url);
});

test('a void ticket has no pass any more', async () => {
  const voided = await createTicket({ today: '2026-11-15', voided: true });
  for (const wallet of ['apple', 'google'] as const) {
    const answer = await get(pathOf(voided, wallet));
    assert.equal(answer.statusCode, 410);
    assert.equal(answer.json().code, 'ticket-not-valid');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  }
});

test('with a frozen clock the pass of a ticket is available up to its last day', async () => {
  for (const [today, status] of [
    ['2026-10-31', 200],
    ['2026-11-30', 200],
    ['2026-12-01', 410],
    ['2027-06-01', 410],
  ] as const)
    assert.equal((await get(pathOf(await createTicket({ today }), 'apple'))).statusCode, status, today);
});

test("with the real clock the pass is available until 3 a.m. of the next day in the company's time zone", async () => {
  // Uses time zones around the world, so that at any time of day there are tickets on both sides of three
  // o'clock.
  const [row] = await sql<{ today: string }[]>`select current_date as today`;
  const today = row?.today ?? '';
  for (const timeZone of ['Pacific/Kiritimati', 'Europe/Berlin', 'UTC', 'Pacific/Pago_Pago'])
    for (const days of [-2, -1, 0]) {
      const [day] = await sql<{ until: string; over: boolean }[]>`
        select d as until, (d + 1 + time '03:00') at time zone ${timeZone} <= now() as over
        from (select ${today}::date + ${days}::int as d) days`;
      const until = day?.until ?? '';
      const created = await createTicket({ timeZone, validFrom: until, validUntil: until });
      const { statusCode } = await get(pathOf(created, 'google'));
      assert.equal(statusCode, day?.over ? 410 : 303, `${timeZone} ${until}`);
    }
});

for (const [what, timeZone, validFrom, validUntil, expires] of [
  ['in winter', 'Europe/Berlin', '2026-01-01', '2026-01-31', '2026-02-01T03:00:00+01:00'],
  ['in summer', 'Europe/Berlin', '2026-07-01', '2026-07-31', '2026-08-01T03:00:00+02:00'],
  [
    'for a March that ends in summer time',
    'Europe/Berlin',
    '2024-03-01',
    '2024-03-31',
    '2024-04-01T03:00:00+02:00',
  ],
  [
    'in the night summer time begins',
    'Europe/Berlin',
    '2026-03-01',
    '2026-03-28',
    '2026-03-29T03:00:00+02:00',
  ],
  ['in the night it ends', 'Europe/Berlin', '2026-10-01', '2026-10-24', '2026-10-25T03:00:00+01:00'],
  ['at the end of a leap day', 'Europe/Berlin', '2028-02-01', '2028-02-29', '2028-03-01T03:00:00+01:00'],
  ['at New Year', 'Europe/Berlin', '2026-12-01', '2026-12-31', '2027-01-01T03:00:00+01:00'],
  ['west of Greenwich', 'America/St_Johns', '2026-11-01', '2026-11-30', '2026-12-01T03:00:00-03:30'],
  ['in half hours', 'Asia/Kolkata', '2026-11-01', '2026-11-30', '2026-12-01T03:00:00+05:30'],
  [
    'where summer time moves midnight',
    'Africa/Cairo',
    '2026-04-24',
    '2026-04-30',
    '2026-05-01T03:00:00+03:00',
  ],
] as const)
  test(`a pass expires at 3 a.m. ${what}`, async () => {
    const created = await createTicket({ timeZone, validFrom, validUntil, today: validFrom });
    const { pass } = await getPass(created);
    assert.equal(pass.expirationDate, expires);
    const address = String((await get(pathOf(created, 'google'))).headers.location);
    assert.ok(
      JSON.stringify(decodeJwt(address.split('/').at(-1) ?? '')).includes(`"end":{"date":"${expires}"}`),
    );
  });

for (const [what, timeZone, validFrom, start, end] of [
  [
    'in the month winter time begins',
    'Europe/Berlin',
    '2026-10-01',
    '2026-10-01T00:00:00+02:00',
    '2026-11-01T03:00:00+01:00',
  ],
  [
    'in the month summer time begins',
    'Europe/Berlin',
    '2026-03-01',
    '2026-03-01T00:00:00+01:00',
    '2026-04-01T03:00:00+02:00',
  ],
  [
    'on a day that has no midnight',
    'Africa/Cairo',
    '2026-04-24',
    '2026-04-24T01:00:00+03:00',
    '2026-05-01T03:00:00+03:00',
  ],
] as const)
  test(`a pass begins and expires by the clocks of its day ${what}`, async () => {
    const validUntil = lastOfMonth(validFrom);
    const created = await createTicket({ timeZone, validFrom, validUntil, today: validFrom });
    const address = String((await get(pathOf(created, 'google'))).headers.location);
    const said = JSON.stringify(decodeJwt(address.split('/').at(-1) ?? ''));
    assert.ok(said.includes(`"start":{"date":"${start}"},"end":{"date":"${end}"}`), said);
  });

test('the pass is in the language of the company', async () => {
  const { pass } = await getPass(await createTicket({ today: '2026-11-15', locale: 'en-GB' }));
  assert.equal(pass.logoText, 'Monthly ticket');
  assert.equal((await getPass(ticket)).pass.logoText, 'Monatsticket');
});

test('production without certificates answers that the wallet is not configured, and only for valid tickets', async () => {
  const production = await createTestService({ TRANSIT_ENV: 'production' }, staging.database);
  for (const wallet of ['apple', 'google'] as const) {
    const answer = await get(pathOf(ticket, wallet), production);
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json().code, 'wallet-not-configured');
    assert.match(answer.json().detail, wallet === 'apple' ? /Apple/ : /Google/);
  }
  const voided = await createTicket({ today: '2026-11-15', voided: true });
  assert.equal((await get(pathOf(voided, 'apple'), production)).statusCode, 410);
  assert.equal((await get('/wallet/x', production)).statusCode, 404);
});

test('production with one configured wallet serves that wallet', async () => {
  const { variables } = writeTestServiceAccount(folder);
  const production = await createTestService({ TRANSIT_ENV: 'production', ...variables }, staging.database);
  assert.equal((await get(pathOf(ticket, 'google'), production)).statusCode, 303);
  assert.equal((await get(pathOf(ticket, 'apple'), production)).statusCode, 503);
});

test('with real certificates production makes real passes, and staging makes specimens', async () => {
  const { variables, key } = writeTestServiceAccount(folder);
  const real = { ...writeTestCertificates(folder, 'pass.com.example.tickets'), ...variables };
  for (const environment of ['production', 'staging']) {
    const service = await createTestService({ TRANSIT_ENV: environment, ...real }, staging.database);
    const { files, pass } = await getPass(ticket, service);
    assert.equal(pass.passTypeIdentifier, 'pass.com.example.tickets');
    assert.equal(pass.teamIdentifier, 'TEAM123456');
    const address = String((await get(pathOf(ticket, 'google'), service)).headers.location);
    const token = address.split('/').at(-1) ?? '';
    const { payload } = await jwtVerify(token, createPublicKey(key), { audience: 'google' });
    const everything = `${[...files.values()].map((bytes) => bytes.toString('utf8'))}${JSON.stringify(payload)}`;
    assert.equal(/specimen/i.test(everything), environment === 'staging');
  }
});

test('with an expired certificate no pass is made, because Wallet would refuse it without a message', async () => {
  const expired = writeTestCertificates(folder, 'pass.com.example.tickets', new Date(Date.now() - 1000));
  const production = await createTestService({ TRANSIT_ENV: 'production', ...expired }, staging.database);
  const answer = await get(pathOf(ticket, 'apple'), production);
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json().code, 'wallet-not-configured');
});

test('the log never contains a token', async (t) => {
  writeFileSync(join(folder, 'no-folder'), '');
  const service = await createTestService(
    { LOG_LEVEL: 'trace', DATA_DIR: join(folder, 'no-folder') },
    staging.database,
  );
  const log: string[] = [];
  t.mock.method(process.stderr, 'write', (line: string) => {
    log.push(line);
    return true;
  });
  const voided = await createTicket({ today: '2026-11-15', voided: true });
  const urls = [
    pathOf(ticket, 'apple'),
    pathOf(voided, 'apple'),
    `${pathOf(ticket, 'apple')}x`,
    `${pathOf(ticket, 'google')}?a=b`,
    `${pathOf(ticket, 'apple')}%zz`,
    `${pathOf(ticket, 'apple')}/more`,
  ];
  const statuses = [];
  for (const url of urls) statuses.push((await get(url, service)).statusCode);
  await service.app.close();
  t.mock.restoreAll();
  assert.deepEqual(statuses, [500, 410, 404, 500, 400, 404]);
  const text = log.join('');
  assert.match(text, /request failed/);
  assert.match(text, /"route":"\/wallet\/:token"/);
  for (const part of urls
    .map((url) => url.slice('/wallet/'.length))
    .flatMap((token) => [token, token.split('.')[4]]))
    assert.ok(!text.includes(part?.slice(0, 43) ?? ''), part);
  for (const secret of Object.values(PERSON)) assert.ok(!text.includes(secret), secret);
});
