import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type WebhookHeaders } from '../../../client/src/webhooks.ts';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret, as long.').toString('base64')}`;
const EVENT = { id: 17, type: 'ticket.issued', data: { note: 'Jürgen' } };
const BODY = JSON.stringify(EVENT);
const REFUSED = { name: 'WebhookRefused' };

/** Signs as the reference library does. */
function headersOf(at = new Date(), secret = SECRET): Record<string, string> {
  return {
    'webhook-id': 'evt_17',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_17', at, BODY),
  };
}

/** Both libraries must agree. */
function accepts(body: string, headers: Record<string, string>): boolean {
  const results = [
    () => new Webhook(SECRET).verify(body, headers),
    () => verifyWebhook(body, headers, SECRET),
  ].map((verify) => {
    try {
      assert.deepEqual(verify(), EVENT);
      return true;
    } catch {
      return false;
    }
  });
  assert.equal(results[0], results[1]);
  return results[0] ?? false;
}

describe('a webhook', () => {
  it('that the reference library has signed is accepted', () => {
    assert(accepts(BODY, headersOf()));
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [what, body, headers] of [
    ['with another body', BODY.replace('17', '18'), headersOf()],
    ['with another id', BODY, { ...headersOf(), 'webhook-id': 'evt_18' }],
    [
      'with another time',
      BODY,
      { ...headersOf(), 'webhook-timestamp': headersOf(minutesAgo(1))['webhook-timestamp'] ?? '' },
    ],
    ['of ten minutes ago', BODY, headersOf(minutesAgo(10))],
    ['of ten minutes ahead', BODY, headersOf(minutesAgo(-10))],
    ['with a time that is none', BODY, { ...headersOf(), 'webhook-timestamp': 'now' }],
    ['signed with another secret', BODY, headersOf(new Date(), OTHER)],
    ['without a signature', BODY, { ...headersOf(), 'webhook-signature': '' }],
    [
      'with half a signature',
      BODY,
      { ...headersOf(), 'webhook-signature': headersOf()['webhook-signature']?.slice(0, 20) ?? '' },
    ],
    [
      'with a signature of another version',
      BODY,
      { ...headersOf(), 'webhook-signature': `v2${headersOf()['webhook-signature']?.slice(2)}` },
    ],
  ] as const)
    it(`${what} is refused`, () => {
      assert.equal(accepts(body, headers), false);
      assert.throws(() => verifyWebhook(body, headers, SECRET), REFUSED);
    });

  it('with several signatures needs one that is right', () => {
    const headers = headersOf();
    headers['webhook-signature'] = `v1,AAAA v2,BBBB ${headers['webhook-signature']}`;
    assert(accepts(BODY, headers));
  });

  it('is accepted with the old or the new secret while a secret is being replaced', () => {
    for (const secret of [SECRET, OTHER])
      assert.deepEqual(verifyWebhook(BODY, headersOf(new Date(), secret), [OTHER, SECRET]), EVENT);
  });

  it('may come as bytes, with the headers of fetch or with names in capitals', () => {
    const bytes = new TextEncoder().encode(BODY);
    const capitals = Object.fromEntries(
      Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const headers of [new Headers(headersOf()), capitals] satisfies WebhookHeaders[])
      assert.deepEqual(verifyWebhook(bytes, headers, SECRET), EVENT);
  });

  it('cannot be verified with an empty secret', () => {
    assert.throws(() => verifyWebhook(BODY, headersOf(), 'whsec_'), TypeError);
  });
});
