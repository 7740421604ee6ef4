import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { certify } from '../../../../test/pure/support/certificate.ts';
import { writeTestCertificates } from '../../../../test/pure/support/wallet.ts';
import { startPushServer } from '../../../../test/pure/support/wallet-servers.ts';
import { applePass } from '../../../platform/config/wallet.ts';
import { publicAddressRule } from '../../../platform/outgoing/address-rules.ts';
import { createHostResolver } from '../../../platform/outgoing/resolve-host.ts';
import { createPush, type Push } from './push-device.ts';

const folder = mkdtempSync(join(tmpdir(), 'transit-push-'));
after(() => rmSync(folder, { recursive: true }));
const identity = applePass(writeTestCertificates(folder, 'pass.com.example.tickets'));
assert(identity);

const { key, certificate } = certify();
const server = await startPushServer({ key, cert: certificate, ca: String(identity.issuer) });
const address = server.url.replace('127.0.0.1', 'localhost');
const opened: Push[] = [];
after(() => {
  for (const push of opened) push.close();
});

function pushWith(more: Partial<Parameters<typeof createPush>[0]> = {}): Push {
  const push = createPush({
    address,
    identity: async () => identity,
    rule: publicAddressRule(true),
    resolve: createHostResolver(),
    ca: certificate,
    ...more,
  } as Parameters<typeof createPush>[0]);
  opened.push(push);
  return push;
}

beforeEach(() => {
  server.received.length = 0;
  server.answer = () => 200;
});

test('a push is an empty object for the pass type, signed in with the certificate of the pass', async () => {
  assert.deepEqual(await pushWith()('ab12'), { outcome: 'delivered' });
  assert.deepEqual(server.received, [
    { pushToken: 'ab12', topic: 'pass.com.example.tickets', body: '{}', client: 'A pass' },
  ]);
});

test('many pushes share one connection', async () => {
  const push = pushWith();
  const before = server.sessions;
  const told = await Promise.all(Array.from({ length: 300 }, (_, at) => push(`device${at}`)));
  assert.ok(told.every(({ outcome }) => outcome === 'delivered'));
  assert.equal(server.received.length, 300);
  assert.equal(server.sessions, before + 1);
});

for (const [answer, expected] of [
  [410, { outcome: 'gone' }],
  [[410, 'Unregistered'], { outcome: 'gone' }],
  [[400, 'BadDeviceToken'], { outcome: 'gone' }],
  [[400, 'DeviceTokenNotForTopic'], { outcome: 'gone' }],
  [[400, 'BadTopic'], { outcome: 'failed', problem: '400 BadTopic', retryAfter: undefined }],
  [[403, 'BadCertificate'], { outcome: 'failed', problem: '403 BadCertificate', retryAfter: undefined }],
  [[429, 'TooManyRequests'], { outcome: 'failed', problem: '429 TooManyRequests', retryAfter: undefined }],
  [500, { outcome: 'failed', problem: '500', retryAfter: undefined }],
  ['hang up', { outcome: 'failed', problem: 'unreachable' }],
] as const)
  test(`the answer ${answer} means ${Object.values(expected).join(' ')}`, async () => {
    const push = pushWith();
    server.answer = () => answer as 410;
    assert.deepEqual(await push('ab12'), expected);
    server.answer = () => 200;
    assert.deepEqual(
      await push('ab12'),
      { outcome: 'delivered' },
      'the next push opens a new connection if it has to',
    );
  });

test('a server that never answers is given up, and asked again on a new connection', async () => {
  const push = pushWith({ seconds: 0.3 });
  server.answer = () => 'never';
  assert.deepEqual(await push('ab12'), { outcome: 'failed', problem: 'timed-out' });
  server.answer = () => 200;
  assert.deepEqual(await push('ab12'), { outcome: 'delivered' });
});

test('a server that is not there, and one whose certificate nobody has issued, are told nothing', async () => {
  assert.deepEqual(await pushWith({ address: 'https://127.0.0.1:1' })('ab12'), {
    outcome: 'failed',
    problem: 'unreachable',
  });
  assert.deepEqual(await pushWith({ ca: String(identity.certificate) })('ab12'), {
    outcome: 'failed',
    problem: 'certificate',
  });
  assert.deepEqual(await pushWith({ rule: publicAddressRule(false) })('ab12'), {
    outcome: 'failed',
    problem: 'address-not-allowed',
  });
  assert.equal(server.received.length, 0);
});
