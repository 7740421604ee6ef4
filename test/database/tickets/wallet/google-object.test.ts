import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { voidTickets } from '../../../../src/tickets/issue/tickets-sql.ts';
import { comparePasses } from '../../../../src/tickets/wallet/lasting/compare-passes.ts';
import { deliverUpdate } from '../../../../src/tickets/wallet/lasting/deliver-update.ts';
import { claimRegistrations } from '../../../../src/tickets/wallet/lasting/registrations-sql.ts';
import { createPassService } from '../../support/pass-service.ts';

const service = await createPassService();
const { google, passes, setUp, settle } = service;
const { sql } = service.database;

/** The objects of the save link that the person gets. */
async function open(link: string): Promise<{ id: string; state?: string; barcode?: object }[]> {
  const answer = await service.app.inject({ method: 'GET', url: new URL(link).pathname });
  assert.equal(answer.statusCode, 303, answer.body);
  const token = String(answer.headers.location).split('/').at(-1) ?? '';
  const { payload } = decodeJwt<{ payload: { genericObjects: { id: string }[] } }>(token);
  return payload.genericObjects;
}

const sent = () => google.received.map(({ method, path }) => `${method} ${path.split('/')[0]}`);
const registrations = (companyId: number) =>
  sql`select is_stored as "isStored", told_number < wanted_number as "isDue" from pass_registrations where company_id = ${companyId}`;

test('the first opening stores the object, and the link contains only its id', async () => {
  const { company, link } = await setUp();
  const [object, ...others] = await open(link('google'));
  assert.equal(others.length, 0);
  assert.deepEqual(Object.keys(object ?? {}), ['id']);
  assert.match(object?.id ?? '', /^3388000000012345678\.specimen-[\w-]{22}$/);
  assert.deepEqual(
    sent().filter((line) => line !== 'POST genericClass'),
    ['POST genericObject'],
  );
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: false }]);
  google.received.length = 0;
  assert.deepEqual(await open(link('google')), [object]);
  await settle(company);
  assert.deepEqual(sent(), [], 'nothing has changed');
});

test('a change is sent with PATCH; the token of the service account is used again', async () => {
  const { company, person, link } = await setUp();
  const [object] = await open(link('google'));
  await company.on('2027-01-01');
  await settle(company);
  const { tokens } = google;
  await company.open((tx, day) => voidTickets(tx, day, '2027-01-01', [person]));
  await settle(company);
  assert.deepEqual(sent().slice(-2), ['PATCH genericObject', 'PATCH genericObject']);
  assert.equal(google.tokens, tokens);
  assert.deepEqual(
    { barcode: null, validTimeInterval: null, state: 'INACTIVE', ...google.objects.get(object?.id ?? '') },
    google.objects.get(object?.id ?? ''),
  );
});

test('if Google cannot be reached, the link contains the whole object, and later changes are tried', async () => {
  const { company, link } = await setUp();
  google.answer = () => 503;
  const [object] = await open(link('google'));
  assert.equal(object?.state, 'ACTIVE');
  assert.ok(object?.barcode);
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: false, isDue: false }]);
  google.answer = undefined;
  // Nobody has saved it: forgotten until somebody opens the link again.
  await company.on('2027-01-01');
  await settle(company);
  assert.equal(sent().at(-1), 'PATCH genericObject');
  assert.equal((await registrations(company.id)).length, 0);
  const [again] = await open(link('google'));
  assert.equal(again?.id, object?.id, 'the same object');
  assert.deepEqual(Object.keys(again ?? {}), ['id']);
  await company.on('2027-02-01');
  await settle(company);
  assert.equal(sent().at(-1), 'PATCH genericObject');
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: false }]);
});

test('an object that Google has from before is brought up to date', async () => {
  const { company, link } = await setUp();
  const [object] = await open(link('google'));
  await sql`delete from pass_registrations where company_id = ${company.id}`;
  google.received.length = 0;
  assert.deepEqual(await open(link('google')), [object]);
  assert.deepEqual(sent(), ['POST genericObject']);
  await settle(company);
  assert.deepEqual(sent(), ['POST genericObject', 'PATCH genericObject']);
});

test('a refused service account, an overloaded server and an answer that never comes are tried again', async () => {
  const { company, link } = await setUp();
  await open(link('google'));
  await company.on('2027-01-01');
  for (const status of [401, 403, 429, 500]) {
    google.answer = () => status;
    await settle(company);
    assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: true }], `${status}`);
    await sql`update pass_registrations set next_attempt_at = null where company_id = ${company.id}`;
  }
  google.answer = undefined;
  await settle(company);
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: false }]);
});

test('a worker that has lost its claim changes nothing, and what changes during a request is sent after it', async () => {
  const { company, person, link } = await setUp();
  await open(link('google'));
  await company.on('2027-01-01');
  await comparePasses(sql, company.id);
  const [first] = await claimRegistrations(sql, company.id, { wallet: 'google', max: 1 });
  assert(first);
  assert.equal((await claimRegistrations(sql, company.id, { wallet: 'google', max: 1 })).length, 0);
  await company.open((tx, day) => voidTickets(tx, day, '2027-01-01', [person]));
  await comparePasses(sql, company.id);
  // It tells the present state, not the one that it was claimed for.
  await deliverUpdate(sql, passes, first);
  assert.equal(google.received.at(-1)?.object.state, 'INACTIVE');
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: true }]);
  const [second] = await claimRegistrations(sql, company.id, { wallet: 'google', max: 1 });
  assert(second);
  await sql`update pass_registrations set claimed_until = now() where company_id = ${company.id}`;
  const [third] = await claimRegistrations(sql, company.id, { wallet: 'google', max: 1 });
  assert(third);
  await deliverUpdate(sql, passes, second);
  assert.deepEqual(
    [...(await registrations(company.id))],
    [{ isStored: true, isDue: true }],
    'the claim is lost',
  );
  await deliverUpdate(sql, passes, third);
  assert.deepEqual([...(await registrations(company.id))], [{ isStored: true, isDue: false }]);
});
