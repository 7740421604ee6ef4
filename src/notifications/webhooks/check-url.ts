import { AppError } from '../../platform/errors.ts';
import { literalAddress } from '../../platform/outgoing/ask.ts';
import { MAX_URL_LENGTH } from './webhook-types.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * Refuses addresses that can never be sent to, and returns the others in their usual spelling. A host name is checked when
 * it is connected to: it may lead to another address then.
 */
export function checkUrl(text: string, { rule, allowsLoopback }: Webhooks): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:';
  if (!url || url.href.length > MAX_URL_LENGTH || !(isPlain || url.protocol === 'https:'))
    throw invalidUrl('must be an https address such as https://hr.example.com/webhooks');
  if (url.username || url.password) throw invalidUrl('must not contain a user name or password');
  const literal = literalAddress(url);
  const problem = literal && rule(literal, isPlain);
  const isLocalName = /(^|\.)localhost\.?$/.test(url.hostname);
  if (problem === 'address-not-allowed' || (isLocalName && !allowsLoopback))
    throw invalidUrl('must not be a private, loopback or link-local address');
  if (problem === 'not-https' || (isPlain && !allowsLoopback)) throw invalidUrl('must begin with https://');
  return url.href;
}

function invalidUrl(message: string): AppError {
  return new AppError('invalid-values', `The address ${message}.`, {
    errors: [{ in: 'body', pointer: '/url', code: 'malformed', message }],
  });
}
