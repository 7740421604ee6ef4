import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressRule } from './address-rules.ts';
import { type Asking, ask, LostConnection } from './ask.ts';
import { explain, OutgoingError } from './outgoing-error.ts';
import type { ResolveHost } from './resolve-host.ts';

/** An answer of any status. Redirects are not followed. */
interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
  /** The first bytes of the body, as far as they have arrived in time. */
  firstBytes: Buffer;
}

/** Sends requests to one address, one after the other, and keeps the connection in between. */
export interface Line {
  /** Throws an `OutgoingError` if there is no answer. */
  post(headers: Record<string, string>, body: string, signal?: AbortSignal): Promise<PostAnswer>;
  close(): void;
}

interface LineOptions {
  rule: AddressRule;
  /** For a request, from the look-up of the name to the head of the answer, and to the last byte that is read. */
  seconds: number;
  /** Of the body of the answer. The rest is ignored. */
  bytes: number;
  resolve: ResolveHost;
}

/** More than this of an answer is not read to keep the connection: a new one is cheaper. */
const MAX_IGNORED_BYTES = 64 * 1024;

/**
 * The agent is used for this address only, so a connection is never reused for another name. Its address was checked when
 * it was made.
 */
export function openLine(address: string, { rule, seconds, bytes, resolve }: LineOptions): Line {
  const url = new URL(address);
  const agent = new (url.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
  return {
    async post(headers, body, given) {
      // Not `AbortSignal.any`, which would retain memory for each request as long as the given signal exists.
      given?.throwIfAborted();
      const aborting = new AbortController();
      const { signal } = aborting;
      let isTimedOut = false;
      const timer = setTimeout(() => {
        isTimedOut = true;
        aborting.abort();
      }, seconds * 1000);
      const onAbort = () => aborting.abort();
      given?.addEventListener('abort', onAbort);
      const asking: Asking = { method: 'POST', headers, body, signal, agent };
      const send = () => ask(url, asking, rule, resolve);
      try {
        const answer = await send().catch((error) => {
          // The receiver may close a kept connection at any moment, for example after a number of requests.
          if (error instanceof LostConnection && !signal.aborted) return send();
          throw error;
        });
        const { status } = answer;
        const retryAfter = answer.headers['retry-after'];
        return { status, retryAfter, firstBytes: await answer.readFirst(bytes, MAX_IGNORED_BYTES) };
      } catch (error) {
        if (isTimedOut) throw new OutgoingError('timed-out', { cause: error });
        if (error instanceof LostConnection) throw new OutgoingError('unreachable', { cause: error });
        throw explain(error);
      } finally {
        clearTimeout(timer);
        given?.removeEventListener('abort', onAbort);
      }
    },
    close: () => agent.destroy(),
  };
}
