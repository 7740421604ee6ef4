import { call } from './client.ts';
import type { PasskeyRequest, Session } from './routes.ts';

/** Why the browser has not used or created a passkey. */
type Reason = 'cancelled' | 'known' | 'other-address' | 'failed';

/** The browser, not the service, has refused. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: Reason;

  constructor(reason: Reason, cause: unknown) {
    super(`The browser used no passkey: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Loaded only where a passkey is used. */
const library = () => import('@simplewebauthn/browser');

/** Browsers offer passkeys over https or on localhost, and never for an IP address. */
export function canUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
  return 'PublicKeyCredential' in window && !isAddress;
}

/** Signs in without a password. */
export async function signInWithPasskey(): Promise<Session> {
  const answer = await answerTo(await call('POST /session/passkey/request'));
  return await call('POST /session/passkey', { body: { answer } });
}

/** Finishes a sign-in whose password was right. */
export async function giveSecondFactor(): Promise<Session> {
  const answer = await answerTo(await call('POST /session/second-factor/request'));
  return await call('POST /session/second-factor', { body: { answer } });
}

export async function confirmWithPasskey(): Promise<Session> {
  const answer = await answerTo(await call('POST /session/confirm/passkey/request'));
  return await call('POST /session/confirm/passkey', { body: { answer } });
}

export async function createPasskey(name: string) {
  const optionsJSON = await call('POST /passkeys/request');
  const { startRegistration } = await library();
  const created = await fromBrowser(startRegistration({ optionsJSON }));
  return await call('POST /passkeys', { body: { name, created } });
}

async function answerTo(optionsJSON: PasskeyRequest) {
  const { startAuthentication } = await library();
  return await fromBrowser(startAuthentication({ optionsJSON }));
}

const REASONS: Record<string, Reason> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'other-address',
};

async function fromBrowser<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PasskeyError(REASONS[error instanceof Error ? error.name : ''] ?? 'failed', error);
  }
}
