import type { FastifyReply, FastifyRequest } from 'fastify';
import { ATTEMPT_SECONDS } from '../../accounts/identity/attempts-sql.ts';
import { SIGN_IN_SECONDS } from '../../accounts/sign-ins-sql.ts';
import type { Config } from '../../platform/config/config.ts';

export interface Cookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

interface Kind {
  name: string;
  /** A value of another form counts as no cookie. */
  form: RegExp;
  /** Undefined: until the browser is closed. */
  seconds?: number;
}

const SESSION: Kind = { name: 'transit-portal', form: /^[\w-]{43}$/ };
const KNOWN_BROWSER: Kind = {
  name: 'transit-known-browser',
  form: /^[\w.-]{1,200}$/,
  seconds: 365 * 24 * 60 * 60,
};

/** The people whose date of birth was given in this browser. */
const EMPLOYEE: Kind = {
  name: 'transit-employee',
  form: /^[\w.~-]{1,1000}$/,
  seconds: 365 * 24 * 60 * 60,
};

/** A sign-in that waits for a passkey. */
const SIGN_IN: Kind = { name: 'transit-sign-in', form: /^[\w-]{43}$/, seconds: SIGN_IN_SECONDS };

/** A sign-in that is on its way to the identity provider and back. */
const IDENTITY: Kind = { name: 'transit-identity', form: /^[\w.-]{1,200}$/, seconds: ATTEMPT_SECONDS };

export const sessionCookie = (config: Config): Cookie => cookie(config, SESSION);
export const signInCookie = (config: Config): Cookie => cookie(config, SIGN_IN);
export const identityCookie = (config: Config): Cookie => cookie(config, IDENTITY);
export const employeeCookie = (config: Config): Cookie => cookie(config, EMPLOYEE);
export const knownBrowserCookie = (config: Config): Cookie => cookie(config, KNOWN_BROWSER);

/**
 * Under https, browsers accept a `__Host-` cookie only from this host and only over https, so no other host
 * can plant one. `SameSite` keeps other sites from sending it.
 */
function cookie(config: Config, kind: Kind): Cookie {
  const isSecure = new URL(config.baseUrl).protocol === 'https:';
  const name = isSecure ? `__Host-${kind.name}` : kind.name;
  const lifetime = kind.seconds === undefined ? '' : `; Max-Age=${kind.seconds}`;
  const readFrom = cookieReader(name, kind.form);
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read: (request) => readFrom(request.headers.cookie),
    set: (reply, token) => void reply.header('Set-Cookie', `${name}=${token}; ${attributes}${lifetime}`),
    clear: (reply) => void reply.header('Set-Cookie', `${name}=; ${attributes}; Max-Age=0`),
  };
}

/** A regular expression instead of splitting: 16 KB of other cookies took two milliseconds to split. */
function cookieReader(name: string, form: RegExp): (header: string | undefined) => string | undefined {
  const named = new RegExp(`(?:^|;)\\s*${name}=([^;\\s]*)`, 'g');
  return (header = '') => {
    for (const [, value = ''] of header.matchAll(named)) if (form.test(value)) return value;
    return undefined;
  };
}

/** Plain http exposes passwords on the network. On staging the data is not worth protecting. */
export function mayUsePlainHttp({ environment, baseUrl }: Config): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' || environment === 'staging' || isLoopback;
}
