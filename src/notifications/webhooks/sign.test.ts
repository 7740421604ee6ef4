import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newSecret, signedHeaders } from './sign.ts';

const message = { id: 'evt_1_42', body: '{"name":"Zoë 🎫"}' };

test('the library of Standard Webhooks verifies a signature, and refuses it for another body, id or secret', () => {
  const secret = newSecret();
  const headers = signedHeaders([secret], message);
  assert.deepEqual(new Webhook(secret).verify(message.body, headers), JSON.parse(message.body));
  assert.throws(() => new Webhook(secret).verify(`${message.body} `, headers));
  assert.throws(() => new Webhook(secret).verify(message.body, { ...headers, 'webhook-id': 'evt_1_43' }));
  assert.throws(() => new Webhook(newSecret()).verify(message.body, headers));
});

test('a request that is signed with two secrets is verified by either', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders(secrets, message);
  for (const secret of secrets) assert.ok(new Webhook(secret).verify(message.body, headers));
});

test('the signature is the one that the library makes', () => {
  const secret = newSecret();
  const now = Date.now();
  const expected = new Webhook(secret).sign(message.id, new Date(now), message.body);
  assert.equal(signedHeaders([secret], message, now)['webhook-signature'], expected);
});
