import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOfToken } from '../../accounts/token.ts';
import type { Config } from '../../platform/config/config.ts';
import { AppError } from '../../platform/errors.ts';
import { WINDOWS } from '../../platform/limits.ts';
import { networkOf } from '../../platform/network-of.ts';

/** One check before the handler. */
export type Check = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

const { ms: WINDOW_MS, max: MAX_WINDOWS } = WINDOWS.requests;

interface Window {
  endsAt: number;
  used: number;
}

/** Each counts a request and returns its refusal, if there were too many on this node. */
export interface RateLimits {
  /** Per API key. Requests without valid credentials are cheap and not counted. */
  key: Check | undefined;
  /** Per network address, for links with a token and the portal. */
  address: (address: string) => AppError | undefined;
  /** Per portal session. Takes the token, so that a refusal needs no database. */
  session: (token: string) => AppError | undefined;
}

/** The limiters are synchronous; a store shared between nodes could not be. */
export function createRateLimits(config: Config): RateLimits {
  const limitAddress = limiter(config.addressRateLimitPerMinute, 'A network address');
  const limitSession = limiter(config.portalRateLimitPerMinute, 'A session');
  return {
    key: limitKeys(config.rateLimitPerMinute),
    address: (address) => limitAddress(networkOf(address).slice(0, 100)),
    session: (token) => limitSession(digestOfToken(token).toString('base64')),
  };
}

function limitKeys(perMinute: number): Check | undefined {
  if (perMinute === 0) return undefined;
  const count = countsPerMinute<number>();
  const limit = String(perMinute);
  return (request, reply, done) => {
    if (!request.key) return done();
    const window = count(request.key.id);
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', String(Math.max(0, perMinute - window.used)));
    reply.header('RateLimit-Reset', String(secondsLeft(window)));
    done(refusal(window, perMinute, 'A key'));
  };
}

function limiter(perMinute: number, who: string): (owner: string) => AppError | undefined {
  if (perMinute === 0) return () => undefined;
  const count = countsPerMinute<string>();
  return (owner) => refusal(count(owner), perMinute, who);
}

/** Counts what each owner does within a minute, on this node. */
export function countsPerMinute<Owner>(): (owner: Owner) => Readonly<Window> {
  const windows = new Map<Owner, Window>();
  return (owner) => {
    const now = Date.now();
    let window = windows.get(owner);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + WINDOW_MS, used: 0 };
      // At the end, so that the order of the windows is that of their ends.
      windows.delete(owner);
      windows.set(owner, window);
      if (windows.size > MAX_WINDOWS) forgetOldest(windows);
    }
    window.used++;
    return window;
  };
}

function forgetOldest<Owner>(windows: Map<Owner, Window>): void {
  for (const owner of windows.keys()) {
    windows.delete(owner);
    return;
  }
}

function refusal(window: Window, perMinute: number, who: string): AppError | undefined {
  if (window.used <= perMinute) return undefined;
  return new AppError('too-many-requests', `${who} may make ${perMinute} requests a minute.`, {
    retryAfterSeconds: secondsLeft(window),
  });
}

function secondsLeft({ endsAt }: Window): number {
  return Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));
}
