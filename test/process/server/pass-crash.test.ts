import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeal } from '../../../src/platform/seal.ts';
import { newSerial, TOKEN_PURPOSE, tokenContext } from '../../../src/tickets/wallet/lasting/tokens.ts';
import { TestCompany } from '../../database/support/test-company.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { startGoogleServer, startPushServer } from '../../pure/support/wallet-servers.ts';
import { beginServing, makePlace } from '../support/program.ts';

/** A short one in every test run; `npm run test:pass-crash` runs 10 with 10,000 passes. */
const ROUNDS = Number(process.env['PASS_CRASH_ROUNDS'] ?? 1);
const PASSES = process.env['PASS_CRASH_ROUNDS'] ? 10_000 : 600;
const OBJECTS = PASSES / 5;

const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

const say = (line: string) => {
  if (process.env['PASS_CRASH_ROUNDS']) process.stdout.write(`${line}\n`);
};

const database = await createTestDatabase();
const { sql } = database;

/** Everybody has a ticket, a pass and a phone; every fifth one has saved the pass with Google. */
async function createHolders(company: TestCompany): Promise<void> {
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start)
    select ${company.id}, 'Ada', n::text, n || '@example.com', '1990-01-01', 1, '2026-01-01' from generate_series(1, ${PASSES}::int) n`;
  await sql`insert into pass_counters (company_id) values (${company.id})`;
  const seal = createSeal(TOKEN_PURPOSE, [SECRET_KEY]);
  const made = Array.from({ length: PASSES }, () => {
    const serial = newSerial();
    return { serial, token: seal.close('token', tokenContext({ companyId: company.id, serial })) };
  });
  await sql`
    insert into wallet_passes (company_id, employee_id, pass_version, serial, token, token_digest, digest, changed_number, changed_at)
    select e.company_id, e.id, 1, m.serial, m.token, sha256('token'), sha256('nothing'), 0, 'epoch'
    from (select company_id, id, row_number() over (order by id) as n from employees where company_id = ${company.id}) e
    join unnest(${made.map(({ serial }) => serial)}::text[], ${made.map(({ token }) => token)}::text[]) with ordinality
      as m (serial, token, n) on m.n = e.n`;
  await sql`
    insert into pass_registrations (company_id, pass_id, wallet, device, push_token, number, wanted_number)
    select company_id, id, 'apple', 'device-' || id, 'device' || id, 0, 0 from wallet_passes where company_id = ${company.id}`;
  await sql`
    insert into pass_registrations (company_id, pass_id, wallet, is_stored, number, wanted_number)
    select company_id, id, 'google', true, 0, 0 from wallet_passes where company_id = ${company.id} order by id limit ${OBJECTS}`;
}

it('kill -9 while passes are told: every device and object is told of the last change, and none of a state that is over', async (t) => {
  const apns = await startPushServer();
  const google = await startGoogleServer();
  const company = await TestCompany.create(sql, '2026-01-01');
  await createHolders(company);
  let month = '2026-01';
  const outdated: string[] = [];
  google.answer = ({ method, object }) => {
    const [begins = ''] = object.validTimeInterval.start.date.split('-01T');
    if (method !== 'PATCH' || begins !== month) outdated.push(`${method} ${begins} in ${month}`);
    return 200;
  };
  const place = await makePlace({
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY,
    APPLE_PUSH_URL: apns.url,
    GOOGLE_WALLET_URL: google.url,
  });
  let killedAtWork = 0;
  const begin = () => {
    apns.received.length = 0;
    google.received.length = 0;
    return beginServing(place, {}, '--role', 'worker');
  };
  for (let round = 1; round <= ROUNDS; round++) {
    month = `${2026 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, '0')}`;
    await company.on(`${month}-01`);
    const service = begin();
    // At another moment each time: also while passes are compared, before the first push.
    const enough = Math.floor(Math.random() * PASSES);
    await until('it tells', async () => apns.received.length >= enough || !service.isRunning());
    assert.ok(service.isRunning(), service.stderr());
    await sleep(Math.random() * 20);
    await service.killHard();
    const [left] = await sql`select count(*) from pass_registrations where claim is not null`;
    killedAtWork += Number(left?.['count']) > 0 ? 1 : 0;
    say(
      `round ${round} of ${ROUNDS}: killed after ${apns.received.length} pushes and ${google.received.length} patches, ${left?.['count']} claims left`,
    );
    // The time of its claims passes.
    await sql`update pass_registrations set claimed_until = now() where claimed_until is not null`;
  }
  const told = {
    devices: new Set(apns.received.map(({ pushToken }) => pushToken)),
    objects: new Set(google.received.map(({ path }) => path)),
  };
  const begun = performance.now();
  const last = begin();
  await until('everybody is told', async () => {
    assert.ok(last.isRunning(), last.stderr());
    const due = await sql`select from pass_registrations where told_number < wanted_number limit 1`;
    const [company_] = await sql`
      select c.pass_facts > k.compared_facts as due from companies c join pass_counters k on k.company_id = c.id`;
    return due.length === 0 && !company_?.['due'];
  });
  const seconds = (performance.now() - begun) / 1000;
  await last.killHard();
  for (const { pushToken } of apns.received) told.devices.add(pushToken);
  for (const { path } of google.received) told.objects.add(path);
  assert.equal(told.devices.size, PASSES, 'every device, since the last change');
  assert.equal(told.objects.size, OBJECTS, 'every object, since the last change');
  assert.deepEqual(outdated, []);
  assert.ok(apns.received.every(({ body }) => body === '{}'));
  const summary = `${ROUNDS} rounds, ${killedAtWork} of them killed with claims: ${PASSES} devices and ${OBJECTS} objects told of the last change, the rest in ${seconds.toFixed(1)} s`;
  say(summary);
  t.diagnostic(summary);
});
