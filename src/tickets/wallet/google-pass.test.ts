import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { jwtVerify } from 'jose';
import { scan, ticketWith } from '../../../test/pure/support/wallet.ts';
import { googleSaveAddress } from './google-pass.ts';
import type { PassTicket } from './wallet-sql.ts';

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ISSUER = '3388000000012345678';
const SERVICE_ACCOUNT = 'wallet-passes-issuer@transit-tickets-production.iam.gserviceaccount.com';
const issuer = { issuerId: ISSUER, serviceAccount: SERVICE_ACCOUNT, keyId: 'a'.repeat(40), key };

const PERSON = { firstName: 'Kanarienvogel', lastName: 'Geheimnisträger' };

async function save(changes: Partial<PassTicket> = {}, isSpecimen = true) {
  const address = await googleSaveAddress(ticketWith({ ...PERSON, ...changes }), issuer, isSpecimen);
  const token = address.replace('https://pay.google.com/gp/v/save/', '');
  const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(key), {
    issuer: SERVICE_ACCOUNT,
    audience: 'google',
    algorithms: ['RS256'],
  });
  const { payload: contents, ...claims } = payload as typeof payload & {
    payload: { genericClasses: { id: string }[]; genericObjects: Record<string, unknown>[] };
  };
  return { address, token, header: protectedHeader, claims, ...contents };
}

test('the save link is a token that Google can verify, of the kind it wants', async () => {
  const { address, header, claims, genericClasses, genericObjects } = await save();
  assert.match(address, /^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal(header.kid, issuer.keyId);
  assert.equal(claims['typ'], 'savetowallet');
  assert.ok(Math.abs(Number(claims.iat) - Date.now() / 1000) < 60);
  assert.equal(genericObjects.length, 1);
  assert.deepEqual(genericClasses, [{ id: genericObjects[0]?.['classId'] }]);
});

test('it names the company, the month and when the ticket holds, in the language of the company', async () => {
  const [german] = (await save({}, false)).genericObjects;
  assert.deepEqual(german, {
    id: `${ISSUER}.TKT-00000012`,
    classId: `${ISSUER}.monthly-ticket`,
    state: 'ACTIVE',
    hexBackgroundColor: '#0e4a54',
    cardTitle: { defaultValue: { language: 'de', value: 'Beispiel GmbH' } },
    subheader: { defaultValue: { language: 'de', value: 'Monatsticket' } },
    header: { defaultValue: { language: 'de', value: 'November 2026' } },
    textModulesData: [{ id: 'valid', header: 'Gültig', body: '01.–30.11.2026' }],
    validTimeInterval: {
      start: { date: '2026-11-01T00:00:00+01:00' },
      end: { date: '2026-12-01T03:00:00+01:00' },
    },
    barcode: { type: 'QR_CODE', value: 'TKT-00000012', alternateText: 'TKT-00000012' },
  });
  const [english] = (await save({ locale: 'en-GB' }, false)).genericObjects;
  assert.deepEqual(english?.['subheader'], { defaultValue: { language: 'en', value: 'Monthly ticket' } });
});

test('a specimen says so in its title and its barcode, and takes no id of a real ticket', async () => {
  const [pass] = (await save()).genericObjects;
  assert.deepEqual(pass?.['header'], { defaultValue: { language: 'de', value: 'SPECIMEN – NOT VALID' } });
  assert.equal(pass?.['id'], `${ISSUER}.specimen-TKT-00000012`);
  const barcode = pass?.['barcode'] as { value: string } | undefined;
  assert.equal((await scan(barcode?.value ?? '')).text, 'SPECIMEN – NOT VALID TKT-00000012');
});

test('it holds nothing about the person', async () => {
  for (const isSpecimen of [true, false]) {
    const { token } = await save({}, isSpecimen);
    const text = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'));
    for (const secret of Object.values(PERSON)) assert.ok(!text.join('\n').includes(secret), secret);
  }
});

test('it stays short enough to be part of an address, even with the longest company name', async () => {
  for (const isSpecimen of [true, false]) {
    const { token, genericObjects } = await save(
      { companyName: 'Ü'.repeat(200), id: 123_456_789 },
      isSpecimen,
    );
    assert.ok(token.length < 1800, `${token.length} characters`);
    assert.match(JSON.stringify(genericObjects[0]?.['cardTitle']), /"Ü{39}…"/);
  }
});
