import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Event } from './api.ts';

/** The headers of a request, as Node or a framework gives them. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { get(name: string): string | null };

/** The request was not sent by the service, or too long ago. Answer it with 401 and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

const PREFIX = 'whsec_';

/**
 * Verifies a webhook (https://www.standardwebhooks.com) and returns its parsed body. `body` must be the bytes or the text
 * as received: a body that was parsed and written again has another signature.
 */
export function verifyWebhook<Content = Event>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  /** The secret of the endpoint, `whsec_…`. Several while a secret is being replaced. */
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Content {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !timestamp || !signatures) throw new WebhookRefused('The headers of a webhook are missing.');
  const age = Date.now() / 1000 - (/^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN);
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookRefused('The webhook was sent too long ago, or the clocks of the two servers differ.');
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  const isGenuine = [secrets].flat().some((secret) => {
    const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((signature) => isEqual(Buffer.from(signature, 'base64'), expected));
  });
  if (!isGenuine) throw new WebhookRefused('The signature of the webhook is wrong.');
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : undefined;
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new TypeError('The secret of a webhook must not be empty.');
  return key;
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
