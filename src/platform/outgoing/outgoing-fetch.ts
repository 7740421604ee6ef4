import type { AddressRule } from './address-rules.ts';
import { ask } from './ask.ts';
import type { IncomingAnswer } from './incoming-answer.ts';
import { explain, OutgoingError } from './outgoing-error.ts';
import type { ResolveHost } from './resolve-host.ts';

interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Like `fetch`, for addresses that users have entered. It follows no redirects. */
export type OutgoingFetch = (address: string, sending: Sending) => Promise<Response>;

interface Limits {
  /** For the whole request, from the look-up of the name to the last byte. */
  seconds: number;
  /** Of the body of the answer. */
  bytes: number;
}

export function createOutgoingFetch(rule: AddressRule, limits: Limits, resolve: ResolveHost): OutgoingFetch {
  return async (address, { method = 'GET', headers = {}, body, signal: given }) => {
    const timeout = AbortSignal.timeout(limits.seconds * 1000);
    const signal = given ? AbortSignal.any([timeout, given]) : timeout;
    try {
      const sent = body instanceof Uint8Array ? body : body ? String(body) : undefined;
      const answer = await ask(new URL(address), { method, headers, body: sent, signal }, rule, resolve);
      return await read(answer, limits.bytes);
    } catch (error) {
      throw signal.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    }
  };
}

async function read(answer: IncomingAnswer, maxBytes: number): Promise<Response> {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new OutgoingError('redirected');
  }
  const body = await answer.read(maxBytes);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response(status === 204 ? null : body, { status, headers });
}
