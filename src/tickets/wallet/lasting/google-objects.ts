import { SignJWT } from 'jose';
import { OUTGOING } from '../../../platform/limits.ts';
import type { AddressRule } from '../../../platform/outgoing/address-rules.ts';
import { createOutgoingFetch } from '../../../platform/outgoing/outgoing-fetch.ts';
import type { ResolveHost } from '../../../platform/outgoing/resolve-host.ts';
import type { GoogleIssuer } from '../google-pass.ts';

const GOOGLE = { api: 'https://walletobjects.googleapis.com', tokens: 'https://oauth2.googleapis.com/token' };
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const TOKEN_SECONDS = 3_600;
/** A token is not used in its last minute. */
const MARGIN_MS = 60_000;

interface GoogleObject {
  id: string;
  classId: string;
}

interface GoogleAnswer {
  status: number;
  retryAfter: string | undefined;
}

/** The service account at Google's API. Its methods throw an `OutgoingError` if there is no answer. */
export interface GoogleObjects {
  /** 409: there is such an object. */
  insert(object: GoogleObject): Promise<GoogleAnswer>;
  /** 404: there is none. */
  patch(object: GoogleObject): Promise<GoogleAnswer>;
}

export function createGoogleObjects(options: {
  /** In place of Google's servers. */
  standIn: string | undefined;
  issuer: () => Promise<GoogleIssuer>;
  rule: AddressRule;
  resolve: ResolveHost;
}): GoogleObjects {
  const { standIn, issuer, rule, resolve } = options;
  const { api, tokens } = standIn ? { api: standIn, tokens: `${standIn}/token` } : GOOGLE;
  const fetch = createOutgoingFetch(rule, OUTGOING.googleWallet, resolve);
  let access: { token: string; until: number } | undefined;
  let hasClass = false;

  /** Undefined: Google refuses the service account. */
  async function accessToken(): Promise<string | undefined> {
    if (access && Date.now() < access.until) return access.token;
    const { serviceAccount, keyId, key } = await issuer();
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
      .setIssuer(serviceAccount)
      .setAudience(tokens)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_SECONDS}s`)
      .sign(key);
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(tokens, { method: 'POST', headers, body: form.toString() });
    const granted = readGrant(await answer.text());
    if (!answer.ok || !granted) return undefined;
    access = { token: granted.token, until: Date.now() + granted.seconds * 1000 - MARGIN_MS };
    return access.token;
  }

  async function send(method: 'POST' | 'PATCH', path: string, body: object): Promise<GoogleAnswer> {
    const token = await accessToken();
    if (token === undefined) return { status: 401, retryAfter: undefined };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/walletobjects/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    // Withdrawn before its time.
    if (answer.status === 401) access = undefined;
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') ?? undefined };
  }

  return {
    async insert(object) {
      if (!hasClass) {
        const { status } = await send('POST', 'genericClass', { id: object.classId });
        hasClass = status === 200 || status === 409;
      }
      return await send('POST', 'genericObject', object);
    },
    patch: (object) => send('PATCH', `genericObject/${object.id}`, object),
  };
}

function readGrant(text: string): { token: string; seconds: number } | undefined {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text);
    return typeof token === 'string' && typeof seconds === 'number' ? { token, seconds } : undefined;
  } catch {
    return undefined;
  }
}
