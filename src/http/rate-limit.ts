import { AppError } from '../errors.ts';
import type { Check } from './access.ts';

const WINDOW_MS = 60_000;

interface Window {
  endsAt: number;
  used: number;
}

/**
 * Limits per key and node. Requests without valid credentials are cheap and not counted, so the number of
 * windows is bounded by the number of keys. The limiter is synchronous; a store shared between nodes could
 * not be.
 */
export function rateLimit(perMinute: number): Check | undefined {
  if (perMinute === 0) return undefined;
  const windows = new Map<number, Window>();
  const limit = String(perMinute);
  return (request, reply, done) => {
    const window = request.key && count(windows, request.key.id);
    if (!window) return done();
    const secondsLeft = Math.max(1, Math.ceil((window.endsAt - Date.now()) / 1000));
    reply.header('RateLimit-Limit', limit);
    reply.header('RateLimit-Remaining', String(Math.max(0, perMinute - window.used)));
    reply.header('RateLimit-Reset', String(secondsLeft));
    done(window.used > perMinute ? tooMany(perMinute, secondsLeft) : undefined);
  };
}

function count(windows: Map<number, Window>, keyId: number): Window {
  const now = Date.now();
  let window = windows.get(keyId);
  if (!window || window.endsAt <= now) {
    window = { endsAt: now + WINDOW_MS, used: 0 };
    windows.set(keyId, window);
  }
  window.used++;
  return window;
}

function tooMany(perMinute: number, retryAfterSeconds: number): AppError {
  return new AppError('too-many-requests', `A key may make ${perMinute} requests a minute.`, {
    retryAfterSeconds,
  });
}
